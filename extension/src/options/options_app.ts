// What the sections of the options page know of the whole.
import type { Options } from "../background/user_options.ts";

export interface OptionsApp {
  options(): Options;
  keep(change: Partial<Options>): Promise<void>;
  run(action: () => Promise<void>): Promise<void>;
  say(text: string): void;
}
