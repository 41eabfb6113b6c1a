// What a job needs and a store build does not have from the start.

const NAMES: browser._manifest.OptionalPermission[] = [
  "nativeMessaging",
  "tabs",
  "webRequest",
  "webNavigation",
  "notifications",
];

/** Asks the user for what is missing; must be called within a click. */
export async function requestPermissions(): Promise<boolean> {
  if (__BUILD__ === "batch") return true;
  const permissions = __BROWSER__ === "firefox" ? [...NAMES, "webRequestBlocking" as const] : NAMES;
  return browser.permissions.request({ permissions, origins: ["<all_urls>"] });
}
