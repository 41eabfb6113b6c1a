// An error in words: what it is, and what to do about it.
import type { ErrorBody } from "../host/errors.ts";
import type { View } from "./view.ts";
import { make, setText } from "./view.ts";
import { words } from "./words.ts";

/** Errors that have a remedy of their own; the others show their text. */
const REMEDIES: Partial<Record<ErrorBody["code"], string>> = {
  missing_dependency: "remedy_missing_dependency",
  wrong_version: "remedy_wrong_version",
  busy: "remedy_busy",
  disk_full: "remedy_disk_full",
  refused: "remedy_refused",
  disconnected: "remedy_disconnected",
};

function remedyOf(error: ErrorBody): string {
  const key = REMEDIES[error.code];
  return key === undefined ? "" : words(key);
}

/** Hidden while there is no error. */
export function errorView(): View<ErrorBody | null> {
  const message = make("strong");
  const remedy = make("p");
  const element = make("div", { class: "error", role: "alert" }, message, remedy);
  element.hidden = true;
  return {
    element,
    update(error) {
      element.hidden = error === null;
      if (error === null) return;
      setText(message, error.message);
      setText(remedy, remedyOf(error));
      remedy.hidden = remedyOf(error) === "";
    },
  };
}
