// What is learned of sites while browsing: an engine a site, a few of them in memory, all of them
// stored after every lesson. Nothing of it leaves the machine.
import type { CoreLook, SeenPage } from "../core/core.ts";
import { errorBody } from "../host/errors.ts";
import type { Recipe, RecipeGroup } from "../host/protocol/recipe.ts";
import type { Feedback, LinkGroup } from "../host/protocol/teaching.ts";
import type { JsonObject } from "../host/shape.ts";
import type { Options } from "./user_options.ts";
import type { SiteStore, StoredSite } from "./site_store.ts";
import { MAX_SITES, MAX_SNAPSHOT_BYTES } from "./site_store.ts";
import { Turns } from "./turns.ts";

/** What is needed of Core. */
interface SiteEngine {
  look(page: SeenPage): CoreLook;
  observe(page: SeenPage): { pages: number };
  teach(feedback: Feedback): unknown;
  groups(limit: number): LinkGroup[];
  snapshot(): Uint8Array;
}

export interface EngineMaker {
  create(config: JsonObject): Promise<SiteEngine>;
  restore(snapshot: Uint8Array): Promise<SiteEngine>;
}

interface OpenSite {
  site: StoredSite;
  engine: SiteEngine;
}

/** Engines in memory: each has a module instance of its own. */
const MAX_OPEN = 3;
const MAX_RECIPE_GROUPS = 200;

/** The configuration of the engine of a site; `page` as a scope is for collecting only. */
function configOf(seedUrl: string, options: Options): JsonObject {
  const { targets, blocklist } = options;
  const scope = options.scope === "page" ? "site" : options.scope;
  return { seedUrl, targets, blocklist, scope };
}

/** What a recipe teaches; its groups stay apart, however alike they are. */
function lessonsOf(groups: RecipeGroup[]): Feedback[] {
  const lessons: Feedback[] = [];
  for (const { tagPath, word, requests, files } of groups) {
    if (requests > 0) lessons.push({ word: "paid", tagPath, files, requests });
    if (word !== "neutral") lessons.push({ word, tagPath });
  }
  const [first] = lessons;
  if (first !== undefined) first.shown = groups.map(({ tagPath }) => [tagPath]);
  return lessons;
}

/** The groups of both, by tag path; the user's last word is the first's, if it has one. */
function mergedGroups(first: RecipeGroup[], second: RecipeGroup[]): RecipeGroup[] {
  const merged = new Map(second.map((group) => [group.tagPath, group]));
  for (const group of first) {
    const other = merged.get(group.tagPath);
    merged.set(group.tagPath, {
      ...group,
      word: group.word === "neutral" ? (other?.word ?? "neutral") : group.word,
      requests: Math.max(group.requests, other?.requests ?? 0),
      files: Math.max(group.files, other?.files ?? 0),
    });
  }
  return [...merged.values()].slice(0, MAX_RECIPE_GROUPS);
}

/** What a recipe says was found, without the words and settings of the job that found it. */
export function experienceOf(recipe: Recipe): Recipe {
  const groups = recipe.groups.map((group) => ({ ...group, word: "neutral" as const }));
  return { ...recipe, settings: {}, groups };
}

export class SiteMemory {
  /** The one used last is last. */
  private readonly open = new Map<string, OpenSite>();
  /** A site must not be opened twice. */
  private readonly turns = new Turns();

  constructor(
    private readonly store: SiteStore,
    private readonly engines: EngineMaker,
    private readonly options: () => Options,
  ) {}

  /** Errors: as Core.look. */
  look(page: SeenPage): Promise<{ look: CoreLook; pages: number }> {
    return this.turns.take(async () => {
      const { site, engine } = await this.opened(page.url);
      return { look: engine.look(page), pages: site.pages };
    });
  }

  /** Learns from a page that the user has loaded. */
  observe(page: SeenPage): Promise<void> {
    return this.turns.take(async () => {
      const opened = await this.opened(page.url);
      opened.site.pages = opened.engine.observe(page).pages;
      await this.save(opened);
    });
  }

  /**
   * The user's word on the site of `url`. With the page that it was said at, which is learned from
   * first: a word about links that the engine does not know would show no effect.
   */
  teach(url: string, feedback: Feedback, at: SeenPage | null): Promise<void> {
    return this.turns.take(async () => {
      const opened = await this.opened(url);
      if (at !== null) opened.site.pages = opened.engine.observe(at).pages;
      opened.engine.teach(feedback);
      await this.save(opened);
    });
  }

  /** What is known of a site, without any address in it; null when nothing is. */
  recipe(host: string): Promise<Recipe | null> {
    return this.turns.take(async () => {
      const stored = this.open.get(host)?.site ?? (await this.store.get(host));
      if (stored === null) return null;
      const { engine, site } = await this.opened(stored.seedUrl);
      const learned = engine
        .groups(MAX_RECIPE_GROUPS)
        .filter((group) => group.requests > 0 || group.word !== "neutral")
        .map(({ tagPath, word, requests, files, anchors }) => ({ tagPath, word, requests, files, anchors }));
      const { targets, blocklist, scope } = this.options();
      return {
        tagtrail: "recipe",
        version: 1,
        site: host,
        settings: { targets, blocklist, scope, ...site.settings },
        groups: mergedGroups(learned, site.groups),
      };
    });
  }

  /** Adds what a file or the end of a job says of its site. */
  take(recipe: Recipe, seedUrl = `https://${recipe.site}/`): Promise<void> {
    return this.turns.take(async () => {
      const opened = await this.opened(seedUrl);
      const known = new Map(opened.site.groups.map((group) => [group.tagPath, JSON.stringify(group)]));
      const news = recipe.groups.filter((group) => known.get(group.tagPath) !== JSON.stringify(group));
      for (const lesson of lessonsOf(news)) opened.engine.teach(lesson);
      opened.site.groups = mergedGroups(recipe.groups, opened.site.groups);
      opened.site.settings = { ...opened.site.settings, ...recipe.settings };
      await this.save(opened);
    });
  }

  async sites(): Promise<{ host: string; pages: number }[]> {
    const stored = await this.store.list();
    return stored
      .sort((a, b) => b.usedAt - a.usedAt)
      .map(({ host, pages }) => ({ host, pages }));
  }

  /** Forgets one site, or all. */
  forget(host: string | null): Promise<void> {
    return this.turns.take(async () => {
      const hosts = host === null ? (await this.store.list()).map((site) => site.host) : [host];
      if (host === null) this.open.clear();
      for (const one of hosts) {
        this.open.delete(one);
        await this.store.remove(one);
      }
    });
  }

  private async opened(url: string): Promise<OpenSite> {
    const { host, origin } = new URL(url);
    const seedUrl = `${origin}/`;
    const config = configOf(seedUrl, this.options());
    const known = this.open.get(host);
    this.open.delete(host);
    const current = known?.site.config === JSON.stringify(config) ? known : undefined;
    const opened = current ?? (await this.load(host, seedUrl, config));
    this.open.set(host, opened);
    for (const oldest of [...this.open.keys()].slice(0, -MAX_OPEN)) this.open.delete(oldest);
    return opened;
  }

  private async load(host: string, seedUrl: string, config: JsonObject): Promise<OpenSite> {
    const stored = await this.store.get(host);
    const text = JSON.stringify(config);
    const empty = { host, seedUrl, config: text, pages: 0, groups: [], settings: {}, usedAt: 0 };
    const site: StoredSite = { ...empty, ...stored, seedUrl, config: text };
    const engine = stored?.config === text ? await this.restored(host) : null;
    if (engine !== null) return { site, engine };
    const fresh = await this.engines.create(config);
    for (const lesson of lessonsOf(site.groups)) fresh.teach(lesson);
    return { site, engine: fresh };
  }

  private async restored(host: string): Promise<SiteEngine | null> {
    const snapshot = await this.store.snapshot(host);
    if (snapshot === null) return null;
    try {
      return await this.engines.restore(snapshot);
    } catch (thrown) {
      // Of an older version: what its groups taught is told to a new engine.
      console.warn(`what was learned of ${host} can't be read:`, errorBody(thrown).message);
      return null;
    }
  }

  private async save({ site, engine }: OpenSite): Promise<void> {
    site.usedAt = Date.now();
    const snapshot = engine.snapshot();
    await this.store.put({ ...site }, snapshot.length > MAX_SNAPSHOT_BYTES ? null : snapshot);
    const all = await this.store.list();
    const byAge = all.sort((a, b) => b.usedAt - a.usedAt);
    for (const old of byAge.slice(MAX_SITES)) await this.store.remove(old.host);
  }
}
