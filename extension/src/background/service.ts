// What the background script does, apart from registering listeners: answers the extension's pages,
// keeps the jobs going, and tells the pages what has changed.
import { errorBody, TagtrailError } from "../host/errors.ts";
import type { ErrorBody } from "../host/errors.ts";
import type { Catalogue, CatalogueSite } from "../host/protocol/catalogue.ts";
import { Badge } from "./badge.ts";
import { CatalogueLooks } from "./catalogue_looks.ts";
import { coalesced } from "./coalesced.ts";
import { Engines } from "./engines.ts";
import { FetchWatch } from "./fetch_watch.ts";
import { HostWatch } from "./host_watch.ts";
import type { JobBase } from "./job_base.ts";
import { Jobs, siteOf } from "./jobs.ts";
import type { Logins } from "./logins.ts";
import { readPanelMessage } from "./messages.ts";
import type { PanelMessages } from "./messages.ts";
import type { PanelState } from "./shown.ts";
import { tellPages } from "./messages.ts";
import { catalogueJob, collectJob, fetchWords, followJob, harvestJob, permittedAt } from "./new_jobs.ts";
import { Notifier } from "./notifier.ts";
import { OptionsKeeper } from "./user_options.ts";
import { Pages } from "./pages.ts";
import { pageView, shownGroups } from "./page_view.ts";
import type { Requests } from "./requests.ts";
import { Serving } from "./serving.ts";
import { SessionFetches } from "./session_fetch.ts";
import { experienceOf, SiteMemory } from "./site_memory.ts";
import { IndexedSiteStore } from "./site_store.ts";
import { TabLoader } from "./tab_loader.ts";

const TELL_MS = 250;

type Handlers = {
  [Name in keyof PanelMessages]: (
    fields: PanelMessages[Name]["fields"],
  ) => Promise<PanelMessages[Name]["reply"]> | PanelMessages[Name]["reply"];
};

export class Service {
  readonly notifier = new Notifier(() => this.options.current.notifications);
  readonly pages: Pages;
  readonly jobs: Jobs;
  private readonly options = new OptionsKeeper();
  private readonly host = new HostWatch(() => this.changed());
  private readonly badge = new Badge();
  private readonly memory: SiteMemory;
  private readonly loader: TabLoader;
  private readonly catalogues = new CatalogueLooks({
    connected: (hello) => this.host.connected(hello),
    lost: (error) => this.host.lost(error),
  });

  constructor(requests: Requests, logins: Logins) {
    const engines = new Engines();
    this.loader = new TabLoader(requests);
    this.memory = new SiteMemory(new IndexedSiteStore(), engines, () => this.options.current);
    const watch = new FetchWatch();
    const servingFor = (key: string) => new Serving(key, engines, this.loader, new SessionFetches(watch));
    this.jobs = new Jobs(servingFor, {
      changed: () => this.changed(),
      attention: (job) => this.notifier.attention(job),
      ended: (job) => void this.ended(job),
      connected: (hello) => {
        logins.know({ proxy: hello.proxyLogin ?? null, site: hello.siteLogin ?? null });
        this.host.connected(hello);
      },
      lost: (error) => this.host.lost(error),
    });
    this.pages = new Pages(this.memory, this.options, this.jobs);
  }

  /** Brings back what ran before the background script was killed or the browser closed. */
  async start(): Promise<void> {
    await this.options.load();
    await this.loader.tabs.cleanUp();
    await this.jobs.restore();
    this.changed();
  }

  /** The reply to a page of ours; `{ error }` alone for what failed. Never fails. */
  async answer(message: unknown): Promise<unknown> {
    try {
      const { name, fields } = readPanelMessage(message);
      // Name and fields belong together, which the types can't follow through a table.
      const handler = this.handlers[name] as (fields: unknown) => unknown;
      return await handler(fields);
    } catch (thrown) {
      return { error: errorBody(thrown) };
    }
  }

  private state(): PanelState {
    return { host: this.host.view, jobs: this.jobs.views() };
  }

  /** With several jobs, each telling four times a second, pages would hear of little else. */
  private readonly changed = coalesced(() => this.tell(), TELL_MS);

  private tell(): void {
    const running = this.jobs.all.filter((job) => job.active);
    const files = running.reduce((sum, job) => sum + job.files, 0);
    this.badge.show(running.length === 0 ? null : files);
    tellPages({ notice: "panel.changed", state: this.state() });
  }

  private async ended(job: JobBase): Promise<void> {
    this.notifier.ended(job);
    // What it learned helps the next one; a host that has gone takes it along.
    const recipe = await job.recipe().catch(() => null);
    if (recipe === null || !URL.canParse(job.url)) return;
    // "Only this" and the narrow scope of the others were meant for that job.
    const lasting = job.kind === "harvest" ? recipe : experienceOf(recipe);
    await this.memory.take(lasting, job.url);
  }

  private readonly handlers: Handlers = {
    "panel.state": () => this.state(),
    "host.check": async () => {
      // A job that waits for the host need not wait for its pause to end.
      this.jobs.wake();
      if (!this.jobs.connected) await this.host.check();
      return this.state();
    },
    "page.look": ({ tabId }) => this.pages.look(tabId),
    "page.learn": ({ tabId, on }) => this.pages.learn(tabId, on),
    "page.collect": ({ tabId, urls }) => this.collect(tabId, urls),
    "page.follow": ({ tabId, group, requests }) => this.follow(tabId, group, requests),
    "page.harvest": async ({ tabId, options }) => {
      const { url } = await this.pages.at(tabId);
      return this.harvest(url, { ...permittedAt(url), ...options });
    },
    "page.catalogue": ({ tabId, catalogues, filter }) => this.lookAtCatalogue(tabId, catalogues, filter),
    "page.harvestCatalogue": async ({ tabId, filter }) => {
      const { url } = await this.pages.at(tabId);
      await this.jobs.start(catalogueJob(url, filter, this.options.current));
      return this.state();
    },
    "page.teach": ({ tabId, feedback }) => this.pages.teach(tabId, feedback),
    "page.overlay": ({ tabId, on }) => this.pages.setOverlay(tabId, on),
    "page.highlight": async ({ tabId, group }) => {
      await this.pages.highlight(tabId, group);
      return {};
    },
    "page.pick": async ({ tabId }) => ({ picked: await this.pages.pick(tabId) }),
    "job.start": ({ url, options }) => this.harvest(url, options),
    "job.control": ({ key, action }) => this.withJob(key, (job) => job.control(action)),
    "job.set": ({ key, ...limits }) => this.withJob(key, (job) => job.set(limits)),
    "job.teach": ({ key, feedback }) =>
      this.withJob(key, async (job) => {
        await job.teach(feedback);
        if (feedback.word !== "fetch") await this.memory.teach(job.url, feedback, null);
      }),
    "job.groups": ({ key }) => this.withJob(key, (job) => job.fillGroups()),
    "job.files": async ({ key, offset, limit }) => {
      const listed = this.jobs.get(key).listFiles(offset, limit);
      return listed.then(
        (files) => ({ ...files, error: null }),
        (thrown: unknown) => this.knownFiles(key, offset, limit, errorBody(thrown)),
      );
    },
    "job.show": async ({ key, path, as }) => {
      const shown = this.jobs.get(key).show(path, as);
      return shown.then(
        () => ({ error: null }),
        (thrown: unknown) => ({ error: errorBody(thrown) }),
      );
    },
    "job.again": async ({ key, how }) => {
      await this.jobs.again(key, how);
      return this.state();
    },
    "job.dismiss": async ({ key }) => {
      await this.jobs.dismiss(key);
      return this.state();
    },
    "options.get": () => this.options.current,
    "options.set": ({ options }) => this.options.set(options),
    "data.clear": async ({ host }) => {
      await this.memory.forget(host);
      return {};
    },
    "data.sites": async () => ({ sites: await this.memory.sites() }),
    "recipe.export": async ({ host }) => {
      const job = await this.jobs.activeOn(host)?.recipe().catch(() => null);
      return { recipe: job ?? (await this.memory.recipe(host)) };
    },
    "recipe.import": async ({ recipe }) => {
      await this.memory.take(recipe);
      return { error: null };
    },
  };

  private async withJob(key: string, work: (job: JobBase) => Promise<void>): Promise<PanelState> {
    await work(this.jobs.get(key));
    return this.state();
  }

  /** Nothing is asked of a site before somebody wants to know. */
  private async lookAtCatalogue(tabId: number, catalogues: CatalogueSite[], filter: string): Promise<{ catalogue: Catalogue }> {
    if (this.jobs.owned) throw new TagtrailError("busy", "this browser belongs to a run from the command line");
    const { url } = await this.pages.at(tabId);
    const { delayMs, robots } = this.options.current;
    const options = { delayMs, robots, ...permittedAt(url) };
    return { catalogue: await this.catalogues.look(url, catalogues, filter, options) };
  }

  /** Joins the job that runs on the site, if there is one. */
  private async collect(tabId: number, urls: string[]): Promise<PanelState> {
    if (urls.length === 0) throw new TagtrailError("invalid_argument", "no files were chosen");
    const looked = await this.pages.at(tabId);
    const surroundings = { learning: false, learnedPages: 0, overlay: false, job: null };
    const words = fetchWords(looked.url, urls, pageView(looked, surroundings).files);
    const running = this.jobs.activeOn(siteOf(looked.url));
    if (running !== undefined) await running.teach(...words);
    else await this.jobs.start(collectJob(looked.url, words, this.options.current));
    return this.state();
  }

  private async follow(tabId: number, id: number, requests: number): Promise<PanelState> {
    const looked = await this.pages.at(tabId);
    const group = looked.look.groups.find((one) => one.id === id);
    if (group === undefined) throw new TagtrailError("not_found", "the page no longer has this group");
    await this.jobs.start(followJob(looked.url, group, shownGroups(looked, group.tagPath), requests, this.options.current));
    return this.state();
  }

  private async harvest(url: string, options: Parameters<typeof harvestJob>[1]): Promise<PanelState> {
    const recipe = await this.memory.recipe(siteOf(url)).catch(() => null);
    await this.jobs.start(harvestJob(url, options, recipe, this.options.current));
    return this.state();
  }

  /** Without a host, the newest files that it told of last. */
  private knownFiles(
    key: string,
    offset: number,
    limit: number,
    error: ErrorBody,
  ): PanelMessages["job.files"]["reply"] {
    const progress = this.jobs.get(key).view().progress;
    if (progress === null) return { total: 0, files: [], error };
    const files = progress.files.slice(offset, offset + limit);
    return { total: progress.progress.targets, files, error };
  }
}
