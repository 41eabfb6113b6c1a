// Loads pages in the tabs of jobs and has their links read.
import { namesDataFile } from "../content/written_addresses.ts";
import { IS_TRUSTED } from "../compat/trusted_build.ts";
import type { Reread } from "../content/reading.ts";
import type { JobId } from "../host/protocol/limits.ts";
import type { ReadPage, TabAnswer, TabDocument, TabLink, TabLoad } from "../host/protocol/tabs.ts";
import { ActedPage, type GestureLimits, MAX_ANSWER_MS } from "./acted_page.ts";
import { Exploration } from "./exploration.ts";
import { FilePresses } from "./file_presses.ts";
import { IdleButtons } from "./idle_buttons.ts";
import { JobTabs } from "./job_tabs.ts";
import { MadeFiles } from "./made_file.ts";
import { isHtml, Navigation } from "./navigation.ts";
import { readAtRest, readCookies, readFirst, readSerialised, readSoftwareSigns, readWhatIsLeft, stayHere, withLinks } from "./page_reading.ts";
import { type SpareTime, TIME_IS_UP, within } from "./page_time.ts";
import { PressWatch } from "./press_watch.ts";
import type { Requests } from "./requests.ts";

type TabId = number;

/** A file that a script of the page makes. */
interface Wanted {
  name: string;
  take(tabId: TabId): Promise<void>;
}

type Limits = TabLoad & GestureLimits;

interface Explored {
  page: ReadPage;
  /** It may describe data sets. */
  describes: boolean;
}

/** Of quiet, before the first reading; pages of which little patience is asked are read at once. */
const MOMENT_MS = 50;
/** Reading a page that has become quiet may take this long after the time for loading is up. */
const READING_MS = 10_000;
/** A document has gone: that another is asked for, the browser tells within this time. */
const MOVING_MS = 1000;
/** A page that goes on showing more gets its own time again in so many. */
const STEPS = 6;

export class TabLoader {
  readonly tabs: JobTabs;
  readonly made = new MadeFiles();
  private readonly idle = new Map<JobId, IdleButtons>();
  private readonly spare = new Map<JobId, SpareTime>();

  constructor(private readonly requests: Requests) {
    this.tabs = new JobTabs(requests);
  }

  /**
   * One page at a time in each tab of the job. With `wanted`, pressing ends at a file of that name, and it is taken
   * before the page is left. Errors: busy, those of `take`.
   */
  async load(call: TabLoad, wanted?: Wanted): Promise<TabAnswer> {
    const tabId = await this.tabs.take(call.job, Date.now() + call.timeoutMs);
    const load = new Navigation(call.url);
    try {
      return await this.loadInTab(tabId, load, call, wanted);
    } finally {
      this.tabs.giveBack(call.job, tabId, new URL(call.url).host, load.shown);
    }
  }

  close(job: JobId): Promise<void> {
    this.idle.delete(job);
    this.spare.delete(job);
    this.made.forget(job);
    return this.tabs.closeAll(job);
  }

  private idleOf(job: JobId): IdleButtons {
    const idle = this.idle.get(job) ?? new IdleButtons();
    this.idle.set(job, idle);
    return idle;
  }

  /** What the job's pages have not taken yet. */
  private spareOf({ job, spareMs: ms, timeoutMs }: TabLoad): SpareTime {
    const whole = { ms, stepMs: timeoutMs / STEPS };
    // Pages that are not unfolded have none.
    if (ms === 0) return whole;
    const spare = this.spare.get(job) ?? whole;
    this.spare.set(job, spare);
    return spare;
  }

  private async loadInTab(tabId: TabId, load: Navigation, call: TabLoad, wanted?: Wanted): Promise<TabAnswer> {
    const deadline = Date.now() + call.timeoutMs;
    this.requests.watch(tabId, load);
    this.requests.pending.watch(tabId);
    this.requests.scriptJson.watch(tabId);
    this.requests.fetched.watch(tabId);
    const scriptJson: string[] = [];
    let explored: Explored | undefined;
    let shown: TabDocument | undefined;
    let cookies = "";
    try {
      await this.requests.inForce();
      await this.requests.allowWrites(tabId);
      await this.requests.keepReading(tabId, call);
      await browser.tabs.update(tabId, { url: call.url });
      // In a browser of his own a person is logged in here and there.
      const spare = this.spareOf(call);
      const limits = { ...call, guesses: call.guesses && IS_TRUSTED, deadline, spare };
      const read = await this.readWhenLoaded(tabId, load, limits);
      const takeJson = () => scriptJson.push(...this.requests.scriptJson.take(tabId));
      if (read !== undefined) explored = await this.explore(tabId, load, read, limits, takeJson, wanted?.name);
      takeJson();
      if (explored !== undefined && call.cookies) cookies = await cookiesOf(tabId, load);
      if (explored !== undefined) this.requests.fetched.addTo(explored.page, tabId);
      const tells = call.document || (call.datasets && explored?.describes === true);
      if (explored !== undefined && tells) shown = await this.serialise(tabId, !call.document);
      // Its name has led elsewhere meanwhile: what of the page is its own, nobody can tell.
      if (this.requests.network.hasMet(tabId, load.finalUrl)) load.fail("refused_address");
      if (explored !== undefined && load.error === undefined) await wanted?.take(tabId);
    } catch (thrown) {
      if (load.error === undefined) load.fail("browser");
      console.warn("a page could not be loaded:", thrown);
    } finally {
      this.requests.unwatch(tabId);
      this.requests.pending.unwatch(tabId);
      this.requests.scriptJson.unwatch(tabId);
      this.requests.fetched.unwatch(tabId);
    }
    const stopped = this.requests.stopped.take(tabId);
    // A page that shows a dialog or hangs would hold up the next one too, and one of the user's network goes on asking.
    const metInside = this.requests.network.hasMet(tabId, load.finalUrl);
    if (load.error === "timeout" || load.error === "browser" || metInside) await this.tabs.close(call.job, tabId);
    const answer = answerOf(load, scriptJson, explored?.page, shown);
    return { ...answer, ...(stopped.length === 0 ? {} : { stopped }), ...(cookies === "" ? {} : { cookies }) };
  }

  /** Undefined where there is nothing to tell, or the document went away: what was read of it stays. */
  private async serialise(tabId: TabId, onlyDatasets: boolean): Promise<TabDocument | undefined> {
    const outcome = await within(READING_MS, readSerialised(tabId, onlyDatasets)).catch((thrown: unknown) => {
      console.warn("a page was read, but not serialised:", thrown);
      return undefined;
    });
    return outcome === TIME_IS_UP || outcome?.html === "" ? undefined : outcome;
  }

  /**
   * The page with the links that gestures bring out. What was read stays, whatever happens to the page now.
   * `beforePresses`: called before buttons are pressed that may do anything.
   */
  private async explore(
    tabId: TabId,
    load: Navigation,
    read: Reread,
    limits: Limits,
    beforePresses: () => void,
    until?: string,
  ): Promise<Explored> {
    const { page: first } = await withLinks(tabId, read);
    const page: ReadPage = { ...first, ...(await besides(tabId)) };
    const explored = { page, describes: read.describes };
    if (limits.scrolls + limits.clicks === 0) return explored;
    if (Date.now() >= limits.deadline) {
      page.truncated = true;
      return explored;
    }
    const watch = new PressWatch(load);
    this.requests.watch(tabId, watch);
    const stopWrites = () => this.requests.stopWrites(tabId);
    const acted = new ActedPage(tabId, load.finalUrl, limits, watch, this.requests.pending, this.requests.fetched);
    const idle = this.idleOf(limits.job);
    const files = new FilePresses(acted, idle, until);
    const exploration = new Exploration(acted, files, watch, idle, stopWrites);
    const take = async (reread: Reread | undefined) => {
      if (reread === undefined) return;
      Object.assign(page, (await withLinks(tabId, reread)).page);
      explored.describes = reread.describes;
    };
    const work = async () => {
      await take(await exploration.unfold(read));
      const unfolded = acted.acts;
      if (unfolded > 0) page.left = await readWhatIsLeft(tabId);
      beforePresses();
      await take(await exploration.turn());
      // What must not be pressed is named as well.
      if (acted.acts > unfolded || !limits.guesses) page.left = await readWhatIsLeft(tabId);
    };
    const outcome = await acted.time.within(READING_MS, work()).catch((thrown: unknown) => {
      console.warn("a page was read, but not unfolded:", thrown);
      // What it would have shown, nobody has seen.
      return TIME_IS_UP;
    });
    page.links.push(...exploration.led, ...files.links);
    if (until === undefined && !watch.lost) await this.keepMade(limits.job, tabId, files.links);
    page.truncated ||= exploration.cut || outcome === TIME_IS_UP;
    page.left.push(...exploration.left, ...files.left);
    // Beside links to files such a button opens a menu of them, as a rule.
    if (!page.links.some(({ written }) => namesDataFile(written))) {
      page.left.push(...files.vain.filter(({ what }) => what !== ""));
    }
    return explored;
  }

  private async keepMade(job: JobId, tabId: TabId, links: readonly TabLink[]): Promise<void> {
    const keeping = this.made.keep(job, tabId, links.map(({ written }) => written));
    await within(READING_MS, keeping).catch((thrown: unknown) => {
      console.warn("a page was read, but not all that it made was kept:", thrown);
    });
  }

  /** Follows the load until there is a page to read; undefined when there will be none. */
  private async readWhenLoaded(
    tabId: TabId,
    load: Navigation,
    limits: Limits,
  ): Promise<Reread | undefined> {
    const { deadline } = limits;
    while (load.stage !== "no_page" && load.stage !== "failed") {
      // Chromium holds back the load event while it waits for an injected script, so none is
      // injected before that event, except when the time is up: then what is there is read.
      const timeIsUp = Date.now() >= deadline;
      if (load.stage === "loaded" || (timeIsUp && load.shown)) {
        const reading = this.read(tabId, load, limits);
        const outcome = await within(deadline + READING_MS - Date.now(), reading);
        if (outcome === TIME_IS_UP) break;
        if (outcome !== "left") return outcome;
      } else {
        if (timeIsUp) break;
        await within(deadline - Date.now(), load.changed());
      }
    }
    if (load.stage !== "no_page" && load.stage !== "failed") load.fail("timeout");
    return undefined;
  }

  /** The page, undefined when it is none after all, or `left` when the tab moved on meanwhile. */
  private async read(
    tabId: TabId,
    load: Navigation,
    limits: Limits,
  ): Promise<Reread | undefined | "left"> {
    // A load event that comes after the deadline does not mean that the tab moved on.
    const change = load.changed();
    const moved = change.then(() => (load.shown ? reading : ("left" as const)));
    const document = load.mainRequests;
    const reading = this.readScrolled(tabId, load, limits).catch(async (thrown: unknown) => {
      // The document went away under the script: either the tab moved on, of which the browser may tell later, or it shows an
      // error page.
      await within(MOVING_MS, change);
      if (!load.shown || load.mainRequests !== document) return "left" as const;
      console.warn("a page could not be read:", thrown);
      load.fail("browser");
      return undefined;
    });
    const outcome = await Promise.race([reading, moved]);
    if (outcome === "left" || outcome === undefined) return outcome;
    if (load.mime === "") load.mime = outcome.contentType;
    if (outcome.bodyBytes > 0) load.bodyBytes = outcome.bodyBytes;
    load.loginForm = outcome.loginForm;
    load.told = outcome.told;
    // What scripts fetch may come at any time, even where all of it was there at the first look.
    load.late = outcome.grew || this.requests.pending.hasFetched(tabId);
    return isHtml(load.mime) ? outcome : undefined;
  }

  /** Once as soon as it is there, and once at its end, quiet and waiting for nothing: a slow server's answers belong to it. */
  private async readScrolled(tabId: TabId, load: Navigation, { quietMs, scrolls, clicks, deadline }: Limits): Promise<Reread> {
    const rest = () => Math.max(0, deadline - Date.now());
    const settled = (patient: boolean) => this.requests.pending.settled(tabId, Math.min(MAX_ANSWER_MS, rest()), patient);
    const { restless } = load;
    if (restless) await stayHere(tabId, [...load.past], true);
    await settled(false);
    await readFirst(tabId, Math.max(0, Math.min(MOMENT_MS, quietMs - MOMENT_MS)), rest(), scrolls > 0);
    const read = await readAtRest(tabId, quietMs, rest, settled);
    // What is to be explored is of no use when it loads itself anew meanwhile.
    if (!restless && scrolls + clicks > 0) await stayHere(tabId, [...load.past], false);
    return read;
  }
}

/**
 * Of a page that was loaded by another, or once more: it may have set a cookie before, without which nobody else is shown it. Only
 * in a browser that the program has started for itself.
 */
async function cookiesOf(tabId: TabId, load: Navigation): Promise<string> {
  if (!IS_TRUSTED || load.mainRequests < 2) return "";
  return readCookies(tabId, new URL(load.finalUrl).host).catch((thrown: unknown) => {
    console.warn("a page was read, but not its cookies:", thrown);
    return "";
  });
}

/** What a page tells besides its links. None where the document went away: its links stay. */
async function besides(tabId: TabId): Promise<Pick<ReadPage, "signs" | "left">> {
  try {
    return { signs: await readSoftwareSigns(tabId), left: await readWhatIsLeft(tabId) };
  } catch (thrown) {
    console.warn("a page was read, but not looked at for what its links don't tell:", thrown);
    return { signs: [], left: [] };
  }
}

function answerOf(load: Navigation, scriptJson: string[], page?: ReadPage, document?: TabDocument): TabAnswer {
  const { status, mime, finalUrl, hops, subRequests, bodyBytes, retryAfter, links, loginForm, told, late, error, unreached } = load;
  return {
    status,
    mime,
    finalUrl,
    hops,
    subRequests,
    bodyBytes,
    ...(retryAfter === "" ? {} : { retryAfter }),
    ...(links === "" ? {} : { links: links.toWellFormed() }),
    loginForm,
    ...(told.messages.length + told.counts.length === 0 ? {} : { told }),
    late,
    ...(error === undefined ? {} : { error }),
    ...(unreached ? { unreached } : {}),
    ...(page === undefined || error !== undefined ? {} : { page }),
    ...(scriptJson.length === 0 || error !== undefined ? {} : { scriptJson }),
    ...(document === undefined || error !== undefined ? {} : { document }),
  };
}
