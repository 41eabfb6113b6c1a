// What the build fills in, and browser interfaces that the Firefox types don't have.

declare const __BROWSER__: "chromium" | "firefox";
declare const __BUILD__: "store" | "batch";
declare const __VERSION__: string;
declare const __HOST_NAME__: string;
/** Of the store build in Chromium, loaded from its folder. */
declare const __UNPACKED_ID__: string;

declare namespace browser.dom {
  /** Chromium only, for content scripts. */
  function openOrClosedShadowRoot(element: Element): ShadowRoot | null;
}

declare namespace browser.sidePanel {
  /** Chromium only. */
  function setPanelBehavior(behavior: { openPanelOnActionClick: boolean }): Promise<void>;
  function open(where: { windowId: number }): Promise<void>;
}
