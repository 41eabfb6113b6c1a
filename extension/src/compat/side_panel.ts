// The panel: Chromium's side panel, Firefox's sidebar.

/**
 * A panel that the browser opens by itself would be given no access to the page at hand; a click that is
 * handled by the extension is.
 */
export function leavePanelToClicks(): void {
  if (__BROWSER__ === "chromium") void browser.sidePanel.setPanelBehavior({ openPanelOnActionClick: false });
}

/** Must be called within the click itself. Errors: what the browser throws. */
export function openPanel(windowId: number): Promise<void> {
  return __BROWSER__ === "chromium" ? browser.sidePanel.open({ windowId }) : browser.sidebarAction.open();
}
