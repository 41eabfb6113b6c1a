// The groups of links of a crawl, to see what pays and to teach while it runs.
import type { JobView } from "../background/shown.ts";
import type { GroupWord, LinkGroup } from "../host/protocol/teaching.ts";
import type { App } from "./app.ts";
import { ask } from "./ask.ts";
import type { View } from "./view.ts";
import { keyedList, make } from "./view.ts";
import { effectView } from "./effect_part.ts";
import type { ShownGroup } from "./group_card.ts";
import { groupCard } from "./group_card.ts";
import { groupName } from "./group_name.ts";
import { teachEffect } from "./teach_effect.ts";
import { words } from "./words.ts";

const SHOWN = 20;
const ASK_EVERY_MS = 3000;

interface JobGroups extends View<JobView> {
  /** Only while they are looked at are they asked for. */
  watch(on: boolean): void;
}

export function jobGroups(app: App): JobGroups {
  let job: JobView | null = null;
  let isWatched = false;
  let askedAt = 0;
  let askedFor = -1;

  const none = make("p", { class: "soft" }, words("groups_none"));
  const effect = effectView();
  const list = make("ul", { class: "groups" });
  const fill = keyedList<ShownGroup<LinkGroup>>(
    list,
    ({ group }) => group.id,
    () => groupCard<LinkGroup>({ say, allow, actions: null }),
  );

  function say(group: LinkGroup, word: GroupWord): Promise<void> {
    return app.run(async () => {
      if (job === null) return;
      const { key, groups: before } = job;
      const state = await ask("job.teach", { key, feedback: { word, tagPath: group.tagPath } });
      app.takeState(state);
      const now = state.jobs.find((one) => one.key === key)?.groups ?? [];
      effect.update({ what: words(`said_${word}`, groupName(group)), effect: teachEffect(before, now) });
    });
  }

  function allow(group: LinkGroup): Promise<void> {
    return app.run(async () => {
      if (job === null) return;
      const feedback = { word: "allow", tagPath: group.tagPath } as const;
      app.takeState(await ask("job.teach", { key: job.key, feedback }));
    });
  }

  function askAgain(): void {
    const requests = job?.progress?.progress.requests ?? 0;
    if (!isWatched || job === null || requests === askedFor) return;
    if (performance.now() - askedAt < ASK_EVERY_MS && askedFor >= 0) return;
    askedAt = performance.now();
    askedFor = requests;
    // Asked for again soon, so a failure is no news.
    ask("job.groups", { key: job.key }).then(app.takeState, () => undefined);
  }

  return {
    element: make("div", {}, none, effect.element, list),
    watch(on) {
      isWatched = on;
      askedFor = -1;
      askAgain();
    },
    update(shown) {
      job = shown;
      none.hidden = shown.groups.length > 0;
      const groups = shown.groups.slice(0, SHOWN);
      const most = Math.max(0, ...groups.map(({ expected }) => expected ?? 0));
      fill(groups.map((group) => ({ group, links: group.open + group.withheld + group.acting, most })));
      askAgain();
    },
  };
}
