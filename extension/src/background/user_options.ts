// The user's settings: what jobs start with unless told otherwise. They come from storage, which an
// older version may have written, so every value is read with care.
import type { JobOptions } from "../host/protocol/job_options.ts";
import * as shape from "../host/shape.ts";

const STORED = "options";

export interface Options {
  /** As `--targets`: data, paper, MIME types, extensions. */
  targets: string;
  blocklist: "data" | "paper" | "none";
  delayMs: number;
  scope: "site" | "host" | "prefix" | "page";
  robots: boolean;
  /** Jobs load with the user's logins: in tabs, and by the browser's fetch. */
  useSession: boolean;
  /** Requests that "Follow this group" may make unless told otherwise. */
  followRequests: number;
  notifications: boolean;
  /** Of the extension's own pages; `auto`: the browser's. */
  language: "auto" | "en" | "fr";
  /** Sites (hosts) whose pages are learned from while browsing. */
  learnedHosts: string[];
}

export const DEFAULT_OPTIONS: Options = {
  targets: "data",
  blocklist: "data",
  delayMs: 1000,
  scope: "site",
  robots: true,
  useSession: true,
  followRequests: 200,
  notifications: true,
  language: "auto",
  learnedHosts: [],
};

const READERS: { [Name in keyof Options]: (value: unknown, name: string) => Options[Name] } = {
  targets: (value, name) => shape.text(value, name, 2000),
  blocklist: (value, name) => shape.oneOf(value, name, ["data", "paper", "none"] as const),
  delayMs: shape.count,
  scope: (value, name) => shape.oneOf(value, name, ["site", "host", "prefix", "page"] as const),
  robots: shape.bool,
  useSession: shape.bool,
  followRequests: shape.count,
  notifications: shape.bool,
  language: (value, name) => shape.oneOf(value, name, ["auto", "en", "fr"] as const),
  learnedHosts: (value, name) => shape.list(value, name, shape.text, 1000),
};

function readInto<Name extends keyof Options>(options: Options, name: Name, value: unknown): void {
  options[name] = READERS[name](value, name);
}

/** What is not there or of another shape is as in `otherwise`. */
function readOptions(stored: unknown, otherwise: Options = DEFAULT_OPTIONS): Options {
  const options = { ...otherwise };
  if (!shape.isObject(stored)) return options;
  for (const name of Object.keys(READERS) as (keyof Options)[]) {
    try {
      if (stored[name] !== undefined) readInto(options, name, stored[name]);
    } catch {
      // Kept as it is otherwise.
    }
  }
  return options;
}

/** What a job is started with. */
export function jobOptions(options: Options): JobOptions {
  const { targets, blocklist, delayMs, scope, robots, useSession } = options;
  return {
    targets, blocklist, delayMs, scope, robots, ...(useSession ? {} : { browser: "never" as const }),
  };
}

/** As they are now, and on the disk. */
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
