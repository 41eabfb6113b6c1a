// One group of links: its name, its worth, the user's word on it, and why.
import type { GroupWord, LinkGroup } from "../host/protocol/teaching.ts";
import type { View } from "./view.ts";
import { make, makeButton, makeFold, setCutText, setText } from "./view.ts";
import { counted, words } from "./words.ts";
import { groupName } from "./group_name.ts";
import { wordButtons } from "./word_buttons.ts";
import { broughtWords, worthView } from "./worth_part.ts";

export interface ShownGroup<Group extends LinkGroup> {
  group: Group;
  /** How many links it has where it is shown. */
  links: number;
  /** The largest expectation among the groups. */
  most: number;
}

interface GroupDeeds<Group extends LinkGroup> {
  say(group: Group, word: GroupWord): Promise<void>;
  /** Controls of its own, such as Follow; null for none. */
  actions: View<Group> | null;
  highlight?(group: Group | null): void;
  /** Allows the group's links that act to be opened; absent where nothing opens links. */
  allow?(group: Group): Promise<void>;
}

/** Links of the group that were left out because they act. */
function actingPart(allow: () => Promise<void>): View<LinkGroup> {
  const text = make("span");
  const button = makeButton(words("allow_acting"), allow, { title: words("allow_acting_hint") });
  const element = make("p", { class: "between acting" }, text, button);
  return {
    element,
    update(group) {
      element.hidden = group.acting === 0;
      setText(text, counted("group_acting", group.acting));
    },
  };
}

function whyPart(): View<LinkGroup> {
  const place = make("code");
  const brought = make("p");
  const withheld = make("p");
  const examples = make("ul");
  return {
    element: make(
      "div",
      { class: "why-group" },
      make("p", { class: "soft" }, words("group_place")),
      place,
      brought,
      withheld,
      make("p", { class: "soft" }, words("group_examples")),
      examples,
    ),
    update(group) {
      setText(place, group.readable || group.tagPath);
      setText(brought, broughtWords(group) || words("group_brought_nothing"));
      withheld.hidden = group.withheld === 0;
      setText(withheld, counted("group_withheld", group.withheld));
      const texts = group.anchors.filter((anchor) => anchor.trim() !== "");
      if (examples.textContent !== texts.join("")) {
        examples.replaceChildren(...texts.map((text) => make("li", {}, text)));
      }
    },
  };
}

export function groupCard<Group extends LinkGroup>(deeds: GroupDeeds<Group>): View<ShownGroup<Group>> {
  const name = make("span", { class: "cut name" });
  const links = make("span", { class: "soft count" });
  const worth = worthView();
  const why = whyPart();
  const fold = makeFold(words("why"), why.element);
  let shown: Group | null = null;
  const teach = wordButtons(async (_, word) => {
    if (shown !== null) await deeds.say(shown, word);
  });
  const acting = actingPart(async () => {
    if (shown !== null) await deeds.allow?.(shown);
  });
  const element = make(
    "li",
    { class: "group card" },
    make("h4", { class: "between" }, name, links),
    worth.element,
    make("div", { class: "deeds-row" }, deeds.actions?.element ?? null, teach.element),
    deeds.allow === undefined ? null : acting.element,
    fold,
  );
  const { highlight } = deeds;
  if (highlight !== undefined) {
    const on = () => highlight(shown);
    const off = () => highlight(null);
    element.addEventListener("pointerenter", on);
    element.addEventListener("focusin", on);
    element.addEventListener("pointerleave", off);
    element.addEventListener("focusout", off);
  }
  return {
    element,
    update({ group, links: count, most }) {
      shown = group;
      const called = groupName(group);
      setCutText(name, called);
      setText(links, counted("links", count));
      worth.update({ group, most });
      deeds.actions?.update(group);
      teach.update({ group, name: called });
      why.update(group);
      acting.update(group);
      element.dataset.word = group.word;
    },
  };
}
