// Takes the place of a page's Navigation while its buttons are pressed: what the tab asks for now is
// caught, and the page that was read stays the answer.
import type { TabWatch } from "./requests.ts";

const MAX_ADDRESSES = 100;

export class PressWatch implements TabWatch {
  readonly stage = "pressing";
  /** Where the browser can, it is told to stop what this watch sees. */
  readonly refuses = true;
  /** The document with the buttons has gone. */
  lost = false;
  private addresses: string[] = [];
  private writes = new Set<string>();
  private readonly usual = new Set<string>();

  /** `page`: whose load is paid for what its presses ask. */
  constructor(private readonly page: { subRequests: number }) {}

  get subRequests(): number {
    return this.page.subRequests;
  }

  set subRequests(count: number) {
    this.page.subRequests = count;
  }

  /** What was asked for since the last time. */
  take(): string[] {
    const { addresses } = this;
    this.addresses = [];
    return addresses;
  }

  /** Whether scripts wanted to send something since the last time, and not what they always send. */
  takeWrites(): boolean {
    const fresh = [...this.writes].some((url) => !this.usual.has(url));
    for (const url of this.writes) if (this.usual.size < MAX_ADDRESSES) this.usual.add(url);
    this.writes = new Set();
    return fresh;
  }

  wrote(url: string): void {
    if (this.writes.size < MAX_ADDRESSES) this.writes.add(url);
  }

  asked(_requestId: string, url: string): void {
    this.keep(url);
  }

  /** A window that the page opened, or an answer in a frame that is to be saved. */
  opened(url: string): void {
    this.keep(url);
  }

  committed(): void {
    this.lost = true;
  }

  fail(): void {
    this.lost = true;
  }

  private keep(url: string): void {
    const known = this.addresses.length >= MAX_ADDRESSES || this.addresses.includes(url);
    if (!known && /^https?:/.test(url)) this.addresses.push(url);
  }
}
