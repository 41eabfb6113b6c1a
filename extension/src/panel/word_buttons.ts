// The user's word on a group of links: said by a press, taken back by another.
import type { GroupWord, LinkGroup } from "../host/protocol/teaching.ts";
import type { View } from "./view.ts";
import { make, makeButton, pressed } from "./view.ts";
import { words } from "./words.ts";

const WORDS = ["good", "useless", "only"] as const;

interface Named {
  group: LinkGroup;
  name: string;
}

export function wordButtons(say: (group: LinkGroup, word: GroupWord) => Promise<void>): View<Named> {
  let shown: LinkGroup | null = null;
  const buttons = WORDS.map((word) => {
    const press = async () => {
      if (shown !== null) await say(shown, shown.word === word ? "neutral" : word);
    };
    const button = makeButton(words(`word_${word}`), press, {
      class: `word ${word}`,
      title: words(`word_${word}_hint`),
    });
    return { word, button };
  });
  const element = make("div", { class: "words", role: "group" }, ...buttons.map(({ button }) => button));
  return {
    element,
    update({ group, name }) {
      shown = group;
      element.setAttribute("aria-label", words("words_on", name));
      for (const { word, button } of buttons) pressed(button, group.word === word);
    },
  };
}
