// What the parts of the panel know of the whole.
import type { PageView, PanelState } from "../background/shown.ts";
import type { Options } from "../background/user_options.ts";

export interface App {
  options(): Options;
  state(): PanelState;
  page(): PageView | null;
  takeState(state: PanelState): void;
  takePage(page: PageView): void;
  /** Brings one half to the front where there is no room for both. */
  bring(half: "page" | "jobs"): void;
  /** Runs what a control asks for; a failure is shown, and read out. */
  run(action: () => Promise<void>): Promise<void>;
  /** A short word on what was done, shown and read out. */
  say(text: string): void;
  /** Whether the host may be there; when it is known not to be, the way to get it is shown instead. */
  hostInReach(): boolean;
}
