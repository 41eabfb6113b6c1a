// What a group of links is expected to bring, as a bar and in words, and what it has brought.
import type { LinkGroup } from "../host/protocol/teaching.ts";
import type { View } from "./view.ts";
import { make, setText } from "./view.ts";
import { formatWorth } from "./format.ts";
import { counted, words } from "./words.ts";

interface Worth {
  group: LinkGroup;
  /** The largest expectation of the list, which has the full bar. */
  most: number;
}

export function worthWords({ expected }: LinkGroup): string {
  if (expected === null) return words("worth_unknown");
  const number = formatWorth(Math.max(0, expected));
  return number === "1" ? words("worth_about_one") : words("worth_about", number);
}

/** Empty while none of its links has been visited. */
export function broughtWords({ requests, files }: LinkGroup): string {
  if (requests === 0) return "";
  return counted("worth_brought", requests, counted("files_count", files), formatWorth(files / requests));
}

export function worthView(): View<Worth> {
  const bar = make("span", { class: "worth-bar", "aria-hidden": "true" });
  const text = make("span", { class: "worth-words" });
  const brought = make("span", { class: "soft" });
  return {
    element: make("div", { class: "worth" }, bar, text, brought),
    update({ group, most }) {
      const share = most > 0 ? Math.min(1, Math.max(0, (group.expected ?? 0) / most)) : 0;
      bar.style.setProperty("--share", share.toFixed(3));
      setText(text, worthWords(group));
      setText(brought, broughtWords(group));
    },
  };
}
