// Looks at what scripts of pages send before they send it, where rules of the browser can't: in a browser that the program
// has started for itself.

const SCRIPT: browser.scripting.RegisteredContentScript = {
  id: "guard",
  js: ["guard.js"],
  matches: ["http://*/*", "https://*/*"],
  matchOriginAsFallback: true,
  allFrames: true,
  runAt: "document_start",
  world: "MAIN",
  persistAcrossSessions: false,
};

let wanted = false;
let changing = Promise.resolve();

async function change(on: boolean): Promise<void> {
  const there = await browser.scripting.getRegisteredContentScripts({ ids: [SCRIPT.id] });
  if (on && there.length === 0) await browser.scripting.registerContentScripts([SCRIPT]);
  if (!on && there.length > 0) await browser.scripting.unregisterContentScripts({ ids: [SCRIPT.id] });
}

/** From the next page on, in all tabs. Errors: what the browser throws. */
export function guardPages(on: boolean): Promise<void> {
  if (on === wanted) return changing;
  wanted = on;
  changing = changing.catch(() => undefined).then(() => change(on));
  return changing;
}
