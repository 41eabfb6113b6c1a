// The page at hand: reads it, shows what the site's engine thinks of it, and learns from what is
// browsed where the user has switched that on.
import type { SeenPage } from "../core/core.ts";
import { errorBody, TagtrailError } from "../host/errors.ts";
import type { Feedback } from "../host/protocol/teaching.ts";
import { loadTabs } from "./tab_store.ts";
import type { Jobs } from "./jobs.ts";
import { siteOf } from "./jobs.ts";
import type { LinkLook, PageView } from "./shown.ts";
import { tellPages } from "./messages.ts";
import { isHtml, mimeEssence } from "./navigation.ts";
import type { OptionsKeeper } from "./user_options.ts";
import { hideOverlay, highlightOnPage, pickOnPage, showOverlay } from "./overlay_control.ts";
import { readDocument, readSoftwareSigns } from "./page_reading.ts";
import type { LookedAt, Surroundings } from "./page_view.ts";
import { emptyPageView, linkAt, pageView, shownGroups } from "./page_view.ts";
import type { SiteMemory } from "./site_memory.ts";
import type { Tab } from "./tabs_at_hand.ts";
import { addressOf, isWebPage, tabAtHand } from "./tabs_at_hand.ts";
import { Turns } from "./turns.ts";

/** A page that people look at has mostly become quiet; the panel should not wait long. */
const QUIET_MS = 200;
const MAX_READ_MS = 3_000;
/** Pages kept as they were read, so that a click on the panel needs no second reading. */
const MAX_LOOKED = 8;

export class Pages {
  private readonly looked = new Map<number, LookedAt & { seen: SeenPage; pages: number }>();
  /** Tabs whose links are outlined, or about to be. */
  private readonly overlays = new Set<number>();
  /** Of a tab's document: one reading at a time, and what is drawn on it in the order in which it was asked for. */
  private readonly turns = new Map<number, { readings: Turns; drawings: Turns }>();

  constructor(
    private readonly memory: SiteMemory,
    private readonly options: OptionsKeeper,
    private readonly jobs: Jobs,
  ) {}

  /** Reads the page anew. Why there is nothing to see is in the view. */
  async look(tabId: number | null): Promise<PageView> {
    let tab: Tab | undefined;
    try {
      tab = await tabAtHand(tabId);
      return this.viewOf(await this.read(tab));
    } catch (thrown) {
      const url = tab?.url ?? "";
      const id = tab?.id ?? tabId ?? -1;
      return emptyPageView(id, url, errorBody(thrown), this.surroundings(id, url, 0));
    }
  }

  async learn(tabId: number, on: boolean): Promise<PageView> {
    const url = addressOf(await tabAtHand(tabId));
    const others = this.options.current.learnedHosts.filter((host) => host !== siteOf(url));
    await this.options.set({ learnedHosts: on ? [...others, siteOf(url)] : others });
    if (on) await this.observe(tabId);
    return this.look(tabId);
  }

  /** Tells the site's engine and its running job. Errors: as of reading the page and of the engine. */
  async teach(tabId: number, feedback: Feedback): Promise<PageView> {
    const looked = await this.at(tabId);
    const asksForFile = feedback.word === "fetch";
    const said = asksForFile ? feedback : { ...feedback, shown: shownGroups(looked, feedback.tagPath) };
    // What is to be fetched is a job's business; an engine that fetches nothing learns nothing by it.
    if (!asksForFile) await this.memory.teach(looked.url, said, looked.seen);
    await this.jobs.activeOn(siteOf(looked.url))?.teach(said);
    const { look, pages } = await this.memory.look(looked.seen);
    const taught = { ...looked, look, pages };
    this.keep(taught);
    await this.turnsOf(tabId).drawings.take(async () => {
      if (this.overlays.has(tabId)) await showOverlay(tabId, look.groups);
    });
    return this.viewOf(taught);
  }

  /** A page that is looked at meanwhile is told of as it will be: the panel's switch must not go back and forth. */
  async setOverlay(tabId: number, on: boolean): Promise<PageView> {
    if (on) this.overlays.add(tabId);
    else this.overlays.delete(tabId);
    return this.turnsOf(tabId).drawings.take(async () => {
      const looked = await this.at(tabId);
      if (!on) await hideOverlay(tabId);
      else await showOverlay(tabId, looked.look.groups);
      return this.viewOf(looked);
    }).catch((thrown: unknown) => {
      if (on) this.overlays.delete(tabId);
      throw thrown;
    });
  }

  async toggleOverlay(): Promise<void> {
    const { id } = await tabAtHand(null);
    if (id === undefined) return;
    const on = !this.overlays.has(id);
    if (on) await this.read(await tabAtHand(id));
    await this.setOverlay(id, on);
    tellPages({ notice: "page.changed", tabId: id });
  }

  /** Outlines a group; without the overlay this group alone is drawn. */
  async highlight(tabId: number, group: number | null): Promise<void> {
    await this.turnsOf(tabId).drawings.take(async () => {
      const looked = await this.at(tabId);
      const found = looked.look.groups.find((one) => one.id === group);
      if (!this.overlays.has(tabId)) {
        if (found === undefined) return hideOverlay(tabId);
        await showOverlay(tabId, [found]);
      }
      await highlightOnPage(tabId, found?.id ?? null);
    });
  }

  async pick(tabId: number): Promise<LinkLook | null> {
    const looked = await this.at(tabId);
    const position = await pickOnPage(tabId);
    return position === null ? null : linkAt(looked, position);
  }

  /** The page as it was read last, read now if it was not. Errors: as of reading. */
  async at(tabId: number): Promise<LookedAt & { seen: SeenPage; pages: number }> {
    const tab = await tabAtHand(tabId);
    const known = this.looked.get(tabId);
    return known !== undefined && known.url === tab.url ? known : this.read(tab);
  }

  /** A page has loaded: learnt from if the user wants that of its site. */
  async loaded(tab: Tab): Promise<void> {
    if (tab.id === undefined) return;
    this.forget(tab.id);
    tellPages({ notice: "page.changed", tabId: tab.id });
    if (tab.incognito || !isWebPage(tab.url) || !this.learns(tab.url)) return;
    if ([...(await loadTabs()).values()].flat().includes(tab.id)) return;
    await this.observe(tab.id);
    tellPages({ notice: "page.changed", tabId: tab.id });
  }

  /** The tab shows another document, or none. */
  gone(tabId: number): void {
    this.forget(tabId);
    this.turns.delete(tabId);
  }

  private forget(tabId: number): void {
    this.looked.delete(tabId);
    this.overlays.delete(tabId);
  }

  private turnsOf(tabId: number): { readings: Turns; drawings: Turns } {
    const turns = this.turns.get(tabId) ?? { readings: new Turns(), drawings: new Turns() };
    this.turns.set(tabId, turns);
    return turns;
  }

  private learns(url: string): boolean {
    return this.options.current.learnedHosts.includes(siteOf(url));
  }

  private async observe(tabId: number): Promise<void> {
    await this.memory.observe(await this.see(await tabAtHand(tabId)));
  }

  private async read(tab: Tab): Promise<LookedAt & { seen: SeenPage; pages: number }> {
    const seen = await this.see(tab);
    const { look, pages } = await this.memory.look(seen);
    const looked = { tabId: tab.id ?? -1, url: seen.url, page: seen.page, look, seen, pages };
    this.keep(looked);
    return looked;
  }

  private keep(looked: LookedAt & { seen: SeenPage; pages: number }): void {
    this.looked.delete(looked.tabId);
    this.looked.set(looked.tabId, looked);
    for (const oldest of [...this.looked.keys()].slice(0, -MAX_LOOKED)) this.looked.delete(oldest);
  }

  private async see(tab: Tab): Promise<SeenPage> {
    const url = addressOf(tab);
    let read;
    let signs;
    try {
      ({ read, signs } = await this.turnsOf(tab.id ?? -1).readings.take(() => readWithSigns(tab.id ?? -1)));
    } catch (thrown) {
      throw readingError(thrown);
    }
    const mime = mimeEssence(read.contentType);
    if (!isHtml(mime)) throw new TagtrailError("not_found", "there is no web page in this tab");
    return { url, status: 200, mime, page: { ...read.page, signs } };
  }

  private viewOf(looked: LookedAt & { pages: number }): PageView {
    return pageView(looked, this.surroundings(looked.tabId, looked.url, looked.pages));
  }

  private surroundings(tabId: number, url: string, learnedPages: number): Surroundings {
    return {
      learning: this.learns(url),
      learnedPages,
      overlay: this.overlays.has(tabId),
      job: this.jobs.activeOn(siteOf(url))?.key ?? null,
    };
  }
}

async function readWithSigns(tabId: number) {
  const read = await readDocument(tabId, QUIET_MS, MAX_READ_MS);
  return { read, signs: await readSoftwareSigns(tabId) };
}

/** What browsers say when a script may not be put into a page. */
function readingError(thrown: unknown): TagtrailError {
  if (thrown instanceof TagtrailError) return thrown;
  const words = String(thrown);
  if (/cannot access|missing host permission|cannot be scripted|extensions gallery/i.test(words)) {
    return new TagtrailError("refused", "the permission to read this page is missing");
  }
  return new TagtrailError("not_found", "this page can't be read");
}
