// "Follow this group": harvests by its links only, with a budget.
import type { GroupLook } from "../core/core.ts";
import type { App } from "./app.ts";
import { ask } from "./ask.ts";
import type { View } from "./view.ts";
import { make, makeButton } from "./view.ts";
import { numberInput } from "./fields.ts";
import { groupName } from "./group_name.ts";
import { allowJob } from "./permissions.ts";
import { words } from "./words.ts";

export function followPart(app: App): View<GroupLook> {
  const budget = numberInput("requests", "1", "1");
  budget.value = String(app.options().followRequests);
  let group: GroupLook | null = null;

  async function follow(): Promise<void> {
    const page = app.page();
    if (group === null || page === null || !budget.reportValidity() || !app.hostInReach()) return;
    const requests = Math.max(1, Math.round(Number(budget.value)));
    if (!(await allowJob(page.url, app.options().scope))) return;
    app.takeState(await ask("page.follow", { tabId: page.tabId, group: group.id, requests }));
    app.say(words("following", groupName(group)));
    app.bring("jobs");
  }

  budget.required = true;
  const button = makeButton(words("follow"), () => app.run(follow));
  const field = make("label", { class: "inline" }, budget, words("requests_unit"));
  return {
    element: make("div", { class: "follow" }, button, field),
    update(shown) {
      group = shown;
      button.setAttribute("aria-label", words("follow_group", groupName(shown)));
      budget.setAttribute("aria-label", words("follow_budget", groupName(shown)));
    },
  };
}
