// "Harvest this site", with what is asked for most often in a fold; the rest is in the options.
import type { PageView, SessionPlan } from "../background/shown.ts";
import type { Options } from "../background/user_options.ts";
import { jobOptions } from "../background/user_options.ts";
import type { JobOptions } from "../host/protocol/job_options.ts";
import type { App } from "./app.ts";
import { ask } from "./ask.ts";
import type { View } from "./view.ts";
import { make, makeButton, makeFold, setText } from "./view.ts";
import { firstFew } from "./first_few.ts";
import { fileNameOf } from "./format.ts";
import { labelled, makeSwitch, numberInput, select } from "./fields.ts";
import { limitsOf } from "./limit_texts.ts";
import { moreOptions } from "./more_options.ts";
import { isOfFiles } from "./found_words.ts";
import { objectiveField } from "./objective_field.ts";
import { allowJob } from "./permissions.ts";
import { counted, words } from "./words.ts";

export const SCOPES = ["site", "host", "prefix", "page"] as const;

const FEW_LEFT = 5;

/** What a harvest with the user's logins would open and leave of the page at hand. */
function planPart(): View<PageView> {
  const text = make("p", { class: "soft" });
  const list = make("ul", { class: "soft" });
  const few = firstFew(FEW_LEFT, "plan_all", () => show());
  let plan: SessionPlan | null = null;
  let url = "";
  const show = () => {
    text.hidden = list.hidden = plan === null || plan.opens + plan.leaves === 0;
    few.button.hidden = true;
    if (plan === null) return;
    const opens = counted("plan_opens", plan.opens);
    setText(text, plan.leaves === 0 ? words("plan_none", opens) : words("plan", opens, counted("plan_leaves", plan.leaves)));
    list.replaceChildren(...few.of(plan.left).map((link) =>
      make("li", { title: `${link.url}\n${link.reason}` }, link.anchor.trim() || fileNameOf(link.url))));
  };
  show();
  return {
    element: make("div", { class: "session-plan" }, text, list, few.button),
    update(page) {
      if (page.url !== url) few.reset();
      ({ plan, url } = page);
      show();
    },
  };
}

/** Whether the job may use the user's logins, with what it then does and leaves. */
function sessionSwitch(options: Options): { element: HTMLElement; read(): JobOptions; plan: View<PageView> } {
  const plan = planPart();
  const hint = make("p", { class: "soft session-hint" });
  const administration = makeSwitch(words("administration"), words("administration_hint"), () => undefined);
  const posts = makeSwitch(words("allow_posts"), words("allow_posts_hint"), () => undefined);
  const say = (on: boolean) => {
    setText(hint, words(on ? "session_on" : "session_off"));
    administration.element.hidden = posts.element.hidden = plan.element.hidden = !on;
  };
  const session = makeSwitch(words("use_session"), "", (on) => {
    say(on);
    // What was chosen last is what is offered next; that it could not be kept changes nothing now.
    ask("options.set", { options: { useSession: on } }).catch(() => undefined);
  });
  session.input.checked = options.useSession;
  say(options.useSession);
  return {
    element: make("div", { class: "session" }, session.element, hint, plan.element, administration.element, posts.element),
    plan,
    read: () => session.input.checked
      ? { browser: "auto", administration: administration.input.checked, allowPosts: posts.input.checked }
      : { browser: "never" },
  };
}

/** The fields of a job that is about to start. */
export function jobFields(options: Options): {
  element: HTMLElement;
  /** Whether the user's logins are used: to be seen whatever else is folded away. */
  session: HTMLElement;
  /** Of the page that the job would start at; shows nothing until it is told of one. */
  plan: View<PageView>;
  /** Null when a field is wrong; the browser then points at it. */
  read(): JobOptions | null;
} {
  const objective = objectiveField(options.targets);
  const requests = numberInput("max-requests", "1", "1");
  const delay = numberInput("delay", "any", "0");
  const scope = select("scope", SCOPES, (name) => words(`scope_${name}`));
  const session = sessionSwitch(options);
  const more = moreOptions();
  delay.value = String(options.delayMs / 1000);
  delay.required = true;
  scope.value = options.scope;
  requests.placeholder = words("no_limit");
  const element = make(
    "div",
    { class: "fields" },
    objective.element,
    make(
      "div",
      { class: "pair" },
      labelled(words("limit_requests"), requests),
      labelled(words("limit_delay"), delay),
    ),
    labelled(words("scope"), scope),
    more.element,
  );
  const read = () => {
    const wanted = objective.get();
    const rare = more.read();
    if (wanted === null || rare === null || !requests.reportValidity() || !delay.reportValidity()) return null;
    const { delayMs, maxRequests } = limitsOf({
      delay: delay.value,
      requests: requests.value,
      megabytes: "",
      minutes: "",
    });
    const { targets, ...others } = jobOptions(options);
    return {
      ...others,
      ...(isOfFiles(wanted.objective) ? { targets } : {}),
      ...wanted,
      scope: scope.value,
      ...session.read(),
      ...rare,
      ...(delayMs === undefined ? {} : { delayMs }),
      ...(maxRequests === null || maxRequests === undefined ? {} : { maxRequests }),
    };
  };
  return { element, session: session.element, plan: session.plan, read };
}

export function scopeOf(options: JobOptions): Options["scope"] {
  return SCOPES.find((name) => name === options.scope) ?? "site";
}

export function harvestPart(app: App): View<PageView> {
  const fields = jobFields(app.options());
  const fold = makeFold(words("harvest_options"), fields.element);
  let page: PageView | null = null;

  async function harvest(): Promise<void> {
    const options = fields.read();
    if (options === null && !fold.open) {
      fold.open = true;
      fields.read();  // points at what is wrong, now that it is seen
    }
    if (page === null || options === null || !app.hostInReach()) return;
    if (!(await allowJob(page.url, scopeOf(options)))) return;
    app.takeState(await ask("page.harvest", { tabId: page.tabId, options }));
    app.bring("jobs");
  }

  const start = makeButton(words("harvest"), () => app.run(harvest), { class: "main wide" });
  const going = makeButton(words("show_job"), () => app.bring("jobs"), { class: "wide go-to-job" });
  return {
    element: make("section", { class: "block harvest" }, start, going, fields.session, fold),
    update(shown) {
      page = shown;
      fields.plan.update(shown);
      const isRunning = app.state().jobs.some(
        ({ key, info }) => key === shown.job && (info === null || info.state === "running" || info.state === "paused"),
      );
      start.hidden = fold.hidden = fields.session.hidden = isRunning;
      going.hidden = !isRunning;
    },
  };
}
