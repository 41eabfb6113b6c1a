// The panel as a tab: the one that is open, or a new one.

export async function openPanelTab(): Promise<void> {
  const url = browser.runtime.getURL("panel.html");
  // Without the permission to see addresses, our own pages are still told.
  const open = (await browser.tabs.query({})).find((tab) => tab.url?.startsWith(url));
  if (open?.id === undefined) {
    await browser.tabs.create({ url });
    return;
  }
  await browser.tabs.update(open.id, { active: true });
  if (open.windowId !== undefined) await browser.windows.update(open.windowId, { focused: true });
}
