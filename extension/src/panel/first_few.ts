// A list of which the first few are shown, and all of them when asked for.
import { makeButton, setText } from "./view.ts";
import { counted, words } from "./words.ts";

interface FirstFew {
  button: HTMLButtonElement;
  /** What is shown of `items`. */
  of<Item>(items: readonly Item[]): readonly Item[];
  /** Shows only the first few again. */
  reset(): void;
}

/** `allKey`: the words that offer all, by their number; `changed` is called when there is more or less to show. */
export function firstFew(few: number, allKey: string, changed: () => void): FirstFew {
  let all = false;
  const button = makeButton("", () => {
    all = !all;
    changed();
  }, { class: "plain" });
  return {
    button,
    of(items) {
      button.hidden = items.length <= few;
      setText(button, all ? words("show_fewer") : counted(allKey, items.length));
      button.setAttribute("aria-expanded", String(all));
      return all ? items : items.slice(0, few);
    },
    reset() {
      all = false;
    },
  };
}
