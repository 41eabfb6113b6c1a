// The number of files of the running jobs on the extension's button.

const COLOUR = "#0b6e4f";

/** At most four characters fit. */
export function badgeText(files: number): string {
  if (files === 0) return "";
  if (files < 10_000) return String(files);
  if (files < 1_000_000) return `${Math.floor(files / 1000)}k`;
  return `${Math.floor(files / 1_000_000)}M`;
}

export class Badge {
  private shown: string | undefined;

  /** Null: no job is running. */
  show(files: number | null): void {
    const text = files === null ? "" : badgeText(files);
    if (text === this.shown) return;
    this.shown = text;
    void browser.action.setBadgeBackgroundColor({ color: COLOUR });
    void browser.action.setBadgeText({ text });
  }
}
