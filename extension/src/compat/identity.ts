// Who this extension is to a host.

/** As the hello says it. */
export const IDENTITY = { browser: __BROWSER__, build: __BUILD__, version: __VERSION__ };

/** Hosts only serve ids they know; in Chromium a copy from the store has another one than ours. */
export function isKnownToHosts(): boolean {
  return __BROWSER__ === "firefox" || browser.runtime.id === __UNPACKED_ID__;
}
