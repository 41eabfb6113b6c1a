// Tells the other open pages of the extension that the user chose another language.

const NAME = "tagtrail-language";

export function tellLanguage(): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(null);
  channel.close();
}

/** Texts are set once when a part is made, so a page starts anew. */
export function reloadOnLanguage(): void {
  new BroadcastChannel(NAME).addEventListener("message", () => location.reload());
}
