// Observes the requests of the jobs' tabs, and keeps out what a crawl has no use for.
import type { Answered } from "../compat/blocking_requests.ts";
import { listenForHeaders, listenForRequests } from "../compat/blocking_requests.ts";
import type { BlockRule } from "../compat/restrictions.ts";
import type { Held } from "../compat/reading_rules.ts";
import { isStopped, READING, readingRules, staysOutside, takesQuestions, writeRules } from "../compat/reading_rules.ts";
import { restrictions } from "../compat/restrictions.ts";
import { IS_TRUSTED } from "../compat/trusted_build.ts";
import type { TabLoad } from "../host/protocol/tabs.ts";
import { DeadEnds } from "./dead_ends.ts";
import { FetchedFiles } from "./fetched_files.ts";
import type { Logins } from "./logins.ts";
import type { Answer } from "./navigation.ts";
import { NetworkGuard } from "./network_guard.ts";
import { guardPages } from "./page_guard.ts";
import { Pending } from "./pending.ts";
import { ScriptJson } from "./script_json.ts";
import { StoppedRequests } from "./stopped_requests.ts";

type TabId = number;

const WEB = { urls: ["http://*/*", "https://*/*"] };
const SOCKETS = ["ws://*/*", "wss://*/*"];
const MAIN: browser.webRequest.ResourceType[] = ["main_frame"];
const FRAMES: browser.webRequest.ResourceType[] = ["sub_frame"];
const SCRIPTS: browser.webRequest.ResourceType[] = ["xmlhttprequest"];
const LOGIN_AT_SITE = 401;
const LOGIN_AT_PROXY = 407;
/** Far more than a date. */
const MAX_RETRY_AFTER = 100;
const MAX_LINK_FIELDS = 65_535;

function header(headers: browser.webRequest.HttpHeaders | undefined, name: string): string {
  return headers?.find((entry) => entry.name.toLowerCase() === name)?.value ?? "";
}

/** Of a field that may come several times (RFC 9110, 5.3). */
function allOf(headers: browser.webRequest.HttpHeaders | undefined, name: string): string {
  const fields = (headers ?? []).filter((entry) => entry.name.toLowerCase() === name);
  return fields.map(({ value }) => value ?? "").join(", ");
}

function answerOf(details: Answered): Answer {
  const length = Number(header(details.responseHeaders, "content-length"));
  return {
    status: details.statusCode,
    contentType: header(details.responseHeaders, "content-type"),
    attachment: /^\s*attachment/i.test(header(details.responseHeaders, "content-disposition")),
    contentLength: Number.isSafeInteger(length) && length > 0 ? length : 0,
    retryAfter: header(details.responseHeaders, "retry-after").slice(0, MAX_RETRY_AFTER),
    links: allOf(details.responseHeaders, "link").slice(0, MAX_LINK_FIELDS),
  };
}

/** A redirect is followed, not read, whatever its type. */
function isRedirect(answer: Answer): boolean {
  return answer.status >= 300 && answer.status < 400 && answer.status !== 304;
}

/** Who is told what a tab's main frame does. */
export interface TabWatch {
  subRequests: number;
  readonly stage: string;
  /** Requests of the main frame are to be stopped, where the browser can. */
  readonly refuses?: boolean;
  /** This request would only load anew what is there: it is to be stopped, where the browser can. */
  isInVain?(requestId: string, url: string): boolean;
  asked(requestId: string, url: string): void;
  redirected?(requestId: string, url: string, status: number, to: string): void;
  answered?(requestId: string, answer: Answer): void;
  /** It leads into the user's own network. */
  refused?(requestId: string, url: string): void;
  broke?(requestId: string, word: string): void;
  committed(url: string): void;
  loaded?(url: string): void;
  gaveUp?(url: string, word: string): void;
  fail(error: "browser"): void;
  /** A script asks for more than to read something. */
  wrote?(url: string): void;
  /** A window that the page opened, or an answer in a frame that is a file to save. */
  opened?(url: string): void;
}

/** Of a page that is to be loaded. */
type Kept = Pick<TabLoad, "url" | "posts" | "allowPrivate" | "proxied">;

export class Requests {
  readonly pending = new Pending();
  readonly stopped = new StoppedRequests();
  readonly network = new NetworkGuard((contact) => {
    this.stopped.ledInside(contact);
    if (contact.type === "main_frame") this.loads.get(contact.tabId)?.refused?.(contact.requestId, contact.url);
  });
  readonly scriptJson = new ScriptJson((answer) => this.network.isInside(answer));
  readonly fetched = new FetchedFiles((answer) => this.network.isInside(answer));
  private readonly loads = new Map<TabId, TabWatch>();
  private attached = false;
  private nextRule = 1;
  private readonly rules = new Map<TabId, number[]>();
  /** Those of them that keep a tab from sending anything. */
  private readonly reading = new Map<TabId, number[]>();
  /** Those of them that keep it from sending what is known to change something, and what for. */
  private readonly readOnly = new Map<TabId, { held: Held; ids: number[] }>();
  /** Who waits for a tab to show the address. */
  private readonly arrivals = new Map<TabId, { url: string; there: () => void }>();
  /** Rules on their way to the browser. */
  private adding = Promise.resolve();
  private readonly deadEnds = new DeadEnds((tabId, rule) => {
    const added = this.add(tabId, [rule]).then(() => undefined, (thrown: unknown) => console.warn("a rule was not taken:", thrown));
    this.adding = Promise.all([this.adding, added]).then(() => undefined);
  });

  /** `logins`: which of them are given to who asks for one. */
  constructor(private readonly logins: Pick<Logins, "willAnswer">) {}

  /**
   * Listens, once; without the permission it does nothing, and is called again when it is granted.
   * Must first be called while the background script starts, or a woken worker misses events.
   */
  attach(): void {
    if (this.attached || !browser.webRequest || !browser.webNavigation) return;
    this.attached = true;
    const main = { ...WEB, types: MAIN };
    this.network.attach();
    this.pending.attach();
    this.scriptJson.attach();
    this.fetched.attach();
    this.deadEnds.attach();
    this.listenForAsking(main);
    browser.webRequest.onBeforeRedirect.addListener((details) => {
      const { requestId, url, statusCode, redirectUrl } = details;
      this.loads.get(details.tabId)?.redirected?.(requestId, url, statusCode, redirectUrl);
    }, main);
    this.listenForAnswers(main);
    browser.webRequest.onErrorOccurred.addListener((details) => {
      this.loads.get(details.tabId)?.broke?.(details.requestId, details.error);
    }, main);
    browser.webRequest.onBeforeRequest.addListener(({ tabId, method, url }) => {
      const reads = READING.has(method) || (method === "POST" && takesQuestions(url, false));
      if (!reads) this.loads.get(tabId)?.wrote?.(url);
    }, { ...WEB, types: SCRIPTS });
    browser.webRequest.onBeforeRequest.addListener((details) => this.stopped.asked(details), { urls: [...WEB.urls, ...SOCKETS] });
    browser.webRequest.onSendHeaders.addListener((details) => {
      const load = this.loads.get(details.tabId);
      if (load !== undefined && details.type !== "main_frame") load.subRequests++;
    }, WEB);
    browser.webNavigation.onCommitted.addListener((details) => {
      if (details.frameId !== 0) return;
      this.loads.get(details.tabId)?.committed(details.url);
      if (this.arrivals.get(details.tabId)?.url === details.url) this.arrivals.get(details.tabId)?.there();
    });
    browser.webNavigation.onCompleted.addListener((details) => {
      if (details.frameId === 0) this.loads.get(details.tabId)?.loaded?.(details.url);
    });
    browser.webNavigation.onErrorOccurred.addListener((details) => {
      // The types leave out what both browsers tell.
      const { error = "" } = details as { error?: string };
      if (details.frameId === 0) this.loads.get(details.tabId)?.gaveUp?.(details.url, error);
    });
    browser.webNavigation.onCreatedNavigationTarget.addListener((details) => {
      const load = this.loads.get(details.sourceTabId);
      if (load === undefined) return;
      load.opened?.(details.url);
      // What a page opens by itself is no page that was asked for.
      browser.tabs.remove(details.tabId).catch(() => undefined);
    });
    browser.tabs.onRemoved.addListener((tabId) => this.loads.get(tabId)?.fail("browser"));
  }

  /** From now on what the tab's main frame does belongs to `load`. */
  watch(tabId: TabId, load: TabWatch): void {
    this.loads.set(tabId, load);
  }

  unwatch(tabId: TabId): void {
    this.loads.delete(tabId);
  }

  /** Resolves when the tab shows `url`, or after `ms`. One at a time for a tab; call it before the tab is sent there. */
  arrival(tabId: TabId, url: string, ms: number): Promise<void> {
    if (!this.attached) return Promise.resolve();
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.arrivals.set(tabId, { url, there: () => { clearTimeout(timer); resolve(); } });
    }).finally(() => this.arrivals.delete(tabId));
  }

  /** Keeps out of the tab what no link depends on, what is not there, and, where the browser can, bodies that are not HTML. */
  async restrict(tabId: TabId): Promise<void> {
    this.deadEnds.watch(tabId);
    this.rules.set(tabId, []);
    await this.add(tabId, restrictions(tabId));
  }

  /**
   * For a load: nothing but reading leaves the tab. `posts`: whatever its scripts send by POST may. Without `allowPrivate` nothing
   * leads into the user's own network; `proxied`: what answers may be a proxy.
   */
  async keepReading(tabId: TabId, { url, posts, allowPrivate, proxied }: Kept): Promise<void> {
    const held = { host: new URL(url).hostname, posts, ownNetwork: allowPrivate, alone: IS_TRUSTED };
    this.stopped.watch(tabId, held);
    if (allowPrivate) this.network.unwatch(tabId);
    else this.network.watch(tabId, { proxied, alone: held.alone });
    if (held.alone) await guardPages(!posts);
    const before = this.readOnly.get(tabId)?.held;
    const isSame = before?.posts === posts && before.ownNetwork === allowPrivate && (held.alone || before.host === held.host);
    if (isSame) return;
    const old = this.readOnly.get(tabId)?.ids;
    this.readOnly.set(tabId, { held, ids: await this.add(tabId, readingRules(tabId, held)) });
    if (old !== undefined) await this.drop(tabId, old);
  }

  /** Requests of the tab only read from now on: what a press has begun may send something later, and when the page is left. */
  async stopWrites(tabId: TabId): Promise<void> {
    if (!this.reading.has(tabId)) this.reading.set(tabId, await this.add(tabId, writeRules(tabId)));
  }

  /** For the next page. */
  async allowWrites(tabId: TabId): Promise<void> {
    const removeRuleIds = this.reading.get(tabId);
    if (removeRuleIds === undefined) return;
    this.reading.delete(tabId);
    await this.drop(tabId, removeRuleIds);
  }

  /** Resolves when what is known to be missing is stopped. */
  inForce(): Promise<void> {
    return this.adding;
  }

  async unrestrict(tabId: TabId): Promise<void> {
    this.deadEnds.forget(tabId);
    this.stopped.forget(tabId);
    this.network.unwatch(tabId);
    const removeRuleIds = this.rules.get(tabId) ?? [];
    this.rules.delete(tabId);
    this.reading.delete(tabId);
    this.readOnly.delete(tabId);
    await browser.declarativeNetRequest.updateSessionRules({ removeRuleIds });
  }

  /** Removes the rules that an earlier life of this script left. */
  async forgetRules(): Promise<void> {
    if (!browser.declarativeNetRequest) return;
    const left = await browser.declarativeNetRequest.getSessionRules();
    const removeRuleIds = left.map((rule) => rule.id);
    await browser.declarativeNetRequest.updateSessionRules({ removeRuleIds });
  }

  private async drop(tabId: TabId, removeRuleIds: number[]): Promise<void> {
    this.rules.set(tabId, this.rules.get(tabId)?.filter((id) => !removeRuleIds.includes(id)) ?? []);
    await browser.declarativeNetRequest.updateSessionRules({ removeRuleIds });
  }

  /** Their numbers. */
  private async add(tabId: TabId, rules: BlockRule[]): Promise<number[]> {
    const addRules = rules.map((rule) => ({ ...rule, id: this.nextRule++ }));
    const ids = addRules.map(({ id }) => id);
    this.rules.get(tabId)?.push(...ids);
    await browser.declarativeNetRequest.updateSessionRules({ addRules });
    return ids;
  }

  private listenForAsking(main: browser.webRequest.RequestFilter): void {
    listenForRequests(main, ({ tabId, requestId, method, url }) => {
      const load = this.loads.get(tabId);
      const held = this.readOnly.get(tabId)?.held;
      // Where this stops it the page stays; elsewhere what takes its place is told.
      const stops = load?.isInVain?.(requestId, url) === true ||
        (held !== undefined && isStopped({ tabId, method, url, type: "main_frame" }, held));
      if (!stops || __BROWSER__ === "chromium") load?.asked(requestId, url);
      if (held !== undefined && staysOutside({ url }, held)) load?.refused?.(requestId, url);
      return { cancel: stops || load?.refuses === true };
    });
  }

  /** Who asks for a login that is known gets it (logins.ts), and the request is made again. */
  private isAnswered({ requestId, url, statusCode, responseHeaders }: Answered): boolean {
    const basic = /\bbasic\b/i.test(allOf(responseHeaders, "www-authenticate"));
    return statusCode === LOGIN_AT_PROXY || (statusCode === LOGIN_AT_SITE && basic && this.logins.willAnswer(requestId, url));
  }

  private listenForAnswers(main: browser.webRequest.RequestFilter): void {
    const take = (details: Answered) => {
      const load = this.loads.get(details.tabId);
      const answer = answerOf(details);
      if (load === undefined || isRedirect(answer) || this.isAnswered(details)) return {};
      load.answered?.(details.requestId, answer);
      return { cancel: load.stage === "no_page" };
    };
    listenForHeaders({ ...WEB, types: FRAMES }, (details) => {
      const load = this.loads.get(details.tabId);
      const saves = load !== undefined && answerOf(details).attachment;
      if (saves) load.opened?.(details.url);
      return { cancel: saves };
    });
    listenForHeaders(main, take, ({ tabId }) => this.loads.get(tabId)?.stage === "asked");
  }
}
