// The user's settings as they are now, and on the disk.
import { DEFAULT_OPTIONS, readOptions } from "./options.ts";
import type { Options } from "./options.ts";

const STORED = "options";

export class OptionsKeeper {
  current: Options = DEFAULT_OPTIONS;

  async load(): Promise<void> {
    this.current = readOptions((await browser.storage.local.get(STORED))[STORED]);
  }

  /** What is of another shape stays as it was. */
  async set(change: Partial<Options>): Promise<Options> {
    this.current = readOptions(change, this.current);
    await browser.storage.local.set({ [STORED]: this.current });
    return this.current;
  }
}
