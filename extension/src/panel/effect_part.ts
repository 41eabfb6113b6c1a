// Shows what a word of the user changed, until the next word or until it is dismissed.
import type { LinkGroup } from "../host/protocol/teaching.ts";
import type { View } from "./view.ts";
import { make, makeButton, setText } from "./view.ts";
import { formatWorth } from "./format.ts";
import { groupName } from "./group_name.ts";
import type { GroupChange, TeachEffect } from "./teach_effect.ts";
import { words } from "./words.ts";

interface Said {
  /** What was said, in words. */
  what: string;
  effect: TeachEffect<LinkGroup>;
}

function worth(expected: number | null): string {
  return expected === null ? "–" : formatWorth(Math.max(0, expected));
}

function changeRow({ group, placeBefore, placeNow, before, now }: GroupChange<LinkGroup>): HTMLElement {
  const withheld = group.open === 0 && group.withheld > 0;
  const place = placeBefore === placeNow ? String(placeNow) : `${placeBefore} → ${placeNow}`;
  const [from, to] = [worth(before), worth(now)];
  const value = withheld ? words("effect_withheld") : from === to ? to : `${from} → ${to}`;
  return make(
    "tr",
    {},
    make("th", { scope: "row" }, make("span", { class: "cut", title: groupName(group) }, groupName(group))),
    make("td", { class: "number" }, place),
    make("td", { class: "number" }, value),
  );
}

function changesTable(changes: GroupChange<LinkGroup>[]): HTMLElement {
  const head = (key: string) => make("th", { scope: "col" }, words(key));
  return make(
    "table",
    { class: "effect-table" },
    make("thead", {}, make("tr", {}, head("effect_group"), head("effect_place"), head("effect_worth"))),
    make("tbody", {}, ...changes.map(changeRow)),
  );
}

export function nextWords({ next, nextBefore }: TeachEffect<LinkGroup>): string {
  if (next === null) return words("effect_next_none");
  const anchor = next.anchors.find((text) => text.trim() !== "");
  const where = groupName(next);
  const link = anchor === undefined ? words("effect_next", where) : words("effect_next_link", where, anchor);
  if (nextBefore === null || nextBefore.tagPath === next.tagPath) return link;
  return `${link} ${words("effect_next_before", groupName(nextBefore))}`;
}

export function effectView(): View<Said | null> {
  const what = make("p", { class: "said" });
  const next = make("p");
  const table = make("div");
  const dismiss = makeButton(words("dismiss"), () => {
    element.hidden = true;
  }, { class: "plain" });
  const spoken = make("div", { role: "status" }, what, next);
  const element = make("div", { class: "effect card" }, spoken, table, dismiss);
  element.hidden = true;
  return {
    element,
    update(said) {
      element.hidden = said === null;
      if (said === null) return;
      setText(what, said.what);
      setText(next, nextWords(said.effect));
      const { changes } = said.effect;
      table.replaceChildren(
        changes.length === 0 ? make("p", { class: "soft" }, words("effect_none")) : changesTable(changes),
      );
    },
  };
}
