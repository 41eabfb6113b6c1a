// Failures and short words on what was done, above everything else.
import type { ErrorBody } from "../host/errors.ts";
import { errorBody } from "../host/errors.ts";
import { make, makeButton, setText } from "./view.ts";
import { errorView } from "./error_part.ts";
import { words } from "./words.ts";

const SAID_FOR_MS = 6000;

interface NoticeBar {
  element: HTMLElement;
  /** Stays until dismissed or replaced. */
  fail(error: ErrorBody | null): void;
  say(text: string): void;
  /** Does what was asked for, and shows it when it fails. */
  run(action: () => Promise<void>): Promise<void>;
}

export function noticeBar(): NoticeBar {
  const error = errorView();
  const said = make("p", { class: "toast", role: "status" });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const fail = (shown: ErrorBody | null) => error.update(shown);
  error.element.append(makeButton(words("dismiss"), () => fail(null), { class: "plain" }));
  return {
    element: make("div", { class: "notices" }, error.element, said),
    fail,
    say(text) {
      clearTimeout(timer);
      setText(said, text);
      timer = setTimeout(() => setText(said, ""), SAID_FOR_MS);
    },
    async run(action) {
      try {
        fail(null);
        await action();
      } catch (thrown) {
        fail(errorBody(thrown));
      }
    },
  };
}
