// The groups of links of the page at hand, best first, and what teaching them changes.
import type { GroupLook } from "../core/core.ts";
import type { PageView } from "../background/shown.ts";
import type { Feedback, GroupWord } from "../host/protocol/teaching.ts";
import type { App } from "./app.ts";
import { ask } from "./ask.ts";
import type { View } from "./view.ts";
import { keyedList, make, makeButton, setText } from "./view.ts";
import { effectView } from "./effect_part.ts";
import { firstFew } from "./first_few.ts";
import { followPart } from "./follow_part.ts";
import type { ShownGroup } from "./group_card.ts";
import { groupCard } from "./group_card.ts";
import { groupName } from "./group_name.ts";
import { teachEffect } from "./teach_effect.ts";
import { counted, words } from "./words.ts";

const FEW = 5;

export function pageGroups(app: App): View<PageView> {
  let page: PageView | null = null;
  let lookedAt = "";
  let highlighted: number | null = null;

  const title = make("h3");
  const hint = make("p", { class: "soft" }, words("groups_hint"));
  const effect = effectView();
  const list = make("ul", { class: "groups" });
  const few = firstFew(FEW, "show_all_groups", () => refresh());
  const pick = makeButton(words("pick"), () => app.run(pickExample));
  const element = make("section", { class: "block" }, title, hint, effect.element, list, few.button, pick);
  const fill = keyedList<ShownGroup<GroupLook>>(
    list,
    ({ group }) => group.tagPath,
    () => groupCard<GroupLook>({ say, actions: followPart(app), highlight }),
  );

  function highlight(group: GroupLook | null): void {
    const id = group?.id ?? null;
    if (page === null || id === highlighted) return;
    highlighted = id;
    // Only a help for the eye: that it fails is no news.
    ask("page.highlight", { tabId: page.tabId, group: id }).catch(() => undefined);
  }

  async function teach(feedback: Feedback, what: string): Promise<void> {
    if (page === null) return;
    const before = page.groups;
    const now = await ask("page.teach", { tabId: page.tabId, feedback });
    app.takePage(now);
    effect.update({ what, effect: teachEffect(before, now.groups) });
  }

  function say(group: GroupLook, word: GroupWord): Promise<void> {
    const what = words(`said_${word}`, groupName(group));
    return app.run(() => teach({ word, tagPath: group.tagPath }, what));
  }

  async function pickExample(): Promise<void> {
    if (page === null) return;
    app.say(words("pick_how"));
    const { picked } = await ask("page.pick", { tabId: page.tabId });
    if (picked === null) {
      app.say(words("pick_cancelled"));
      return;
    }
    const { tagPath, url, anchor } = picked;
    const feedback: Feedback = { word: "example", tagPath, url, anchor, page: page.url };
    await teach(feedback, words("said_example", anchor || url));
  }

  function refresh(): void {
    const groups = page?.groups ?? [];
    setText(title, groups.length === 0 ? words("no_groups") : counted("groups_on_page", groups.length));
    hint.hidden = pick.hidden = groups.length === 0;
    const most = Math.max(0, ...groups.map(({ expected }) => expected ?? 0));
    fill(few.of(groups).map((group) => ({ group, links: group.links.length, most })));
  }

  return {
    element,
    update(shown) {
      page = shown;
      if (lookedAt !== shown.url) {
        lookedAt = shown.url;
        few.reset();
        effect.update(null);
      }
      refresh();
    },
  };
}
