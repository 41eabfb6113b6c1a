// Observes the requests of the jobs' tabs, and keeps out what a crawl has no use for.
import type { Answer, Navigation } from "./navigation.ts";

type TabId = number;

const WEB = { urls: ["http://*/*", "https://*/*"] };
const MAIN: browser.webRequest.ResourceType[] = ["main_frame"];
const HTML_TYPES = ["text/html*", "application/xhtml+xml*"];

function header(headers: browser.webRequest.HttpHeaders | undefined, name: string): string {
  return headers?.find((entry) => entry.name.toLowerCase() === name)?.value ?? "";
}

function answerOf(details: browser.webRequest._OnHeadersReceivedDetails): Answer {
  const length = Number(header(details.responseHeaders, "content-length"));
  return {
    status: details.statusCode,
    contentType: header(details.responseHeaders, "content-type"),
    attachment: /^\s*attachment/i.test(header(details.responseHeaders, "content-disposition")),
    contentLength: Number.isSafeInteger(length) && length > 0 ? length : 0,
  };
}

/** A redirect is followed, not read, whatever its type. */
function isRedirect(answer: Answer): boolean {
  return answer.status >= 300 && answer.status < 400 && answer.status !== 304;
}

export class Requests {
  private readonly loads = new Map<TabId, Navigation>();
  private attached = false;
  private nextRule = 1;
  private readonly rules = new Map<TabId, number[]>();

  /**
   * Listens, once; without the permission it does nothing, and is called again when it is granted.
   * Must first be called while the background script starts, or a woken worker misses events.
   */
  attach(): void {
    if (this.attached || !browser.webRequest || !browser.webNavigation) return;
    this.attached = true;
    const main = { ...WEB, types: MAIN };
    browser.webRequest.onBeforeRequest.addListener((details) => {
      this.loads.get(details.tabId)?.asked(details.requestId, details.url);
    }, main);
    browser.webRequest.onBeforeRedirect.addListener((details) => {
      const { requestId, url, statusCode, redirectUrl } = details;
      this.loads.get(details.tabId)?.redirected(requestId, url, statusCode, redirectUrl);
    }, main);
    this.listenForAnswers(main);
    browser.webRequest.onErrorOccurred.addListener((details) => {
      this.loads.get(details.tabId)?.broke(details.requestId, details.error);
    }, main);
    browser.webRequest.onSendHeaders.addListener((details) => {
      const load = this.loads.get(details.tabId);
      if (load !== undefined && details.type !== "main_frame") load.subRequests++;
    }, WEB);
    browser.webNavigation.onCommitted.addListener((details) => {
      if (details.frameId === 0) this.loads.get(details.tabId)?.committed(details.url);
    });
    browser.webNavigation.onCompleted.addListener((details) => {
      if (details.frameId === 0) this.loads.get(details.tabId)?.loaded(details.url);
    });
    browser.webNavigation.onErrorOccurred.addListener((details) => {
      // The types leave out what both browsers tell.
      const { error = "" } = details as { error?: string };
      if (details.frameId === 0) this.loads.get(details.tabId)?.gaveUp(details.url, error);
    });
    browser.tabs.onRemoved.addListener((tabId) => this.loads.get(tabId)?.fail("browser"));
  }

  /** From now on what the tab's main frame does belongs to `load`. */
  watch(tabId: TabId, load: Navigation): void {
    this.loads.set(tabId, load);
  }

  unwatch(tabId: TabId): void {
    this.loads.delete(tabId);
  }

  /** Keeps images, media, fonts and, where the browser can, bodies that are not HTML out of the tab. */
  async restrict(tabId: TabId): Promise<void> {
    const added = restrictions(tabId).map((rule) => ({ ...rule, id: this.nextRule++ }));
    this.rules.set(tabId, added.map((rule) => rule.id));
    await browser.declarativeNetRequest.updateSessionRules({ addRules: added });
  }

  async unrestrict(tabId: TabId): Promise<void> {
    const removeRuleIds = this.rules.get(tabId) ?? [];
    this.rules.delete(tabId);
    await browser.declarativeNetRequest.updateSessionRules({ removeRuleIds });
  }

  /** Removes the rules that an earlier life of this script left. */
  async forgetRules(): Promise<void> {
    if (!browser.declarativeNetRequest) return;
    const left = await browser.declarativeNetRequest.getSessionRules();
    const removeRuleIds = left.map((rule) => rule.id);
    await browser.declarativeNetRequest.updateSessionRules({ removeRuleIds });
  }

  private listenForAnswers(main: browser.webRequest.RequestFilter): void {
    const take = (details: browser.webRequest._OnHeadersReceivedDetails) => {
      const load = this.loads.get(details.tabId);
      const answer = answerOf(details);
      if (load === undefined || isRedirect(answer)) return {};
      load.answered(details.requestId, answer);
      return { cancel: load.stage === "no_page" };
    };
    const event = browser.webRequest.onHeadersReceived;
    if (__BROWSER__ === "firefox") {
      event.addListener(take, main, ["responseHeaders", "blocking"]);
    } else {
      event.addListener((details) => void take(details), main, ["responseHeaders"]);
    }
  }
}

type Rule = Omit<browser.declarativeNetRequest.Rule, "id">;

function restrictions(tabId: TabId): Rule[] {
  const action = { type: "block" as const };
  const rules: Rule[] = [
    { action, condition: { tabIds: [tabId], resourceTypes: ["image", "media", "font"] } },
  ];
  if (__BROWSER__ === "firefox") return rules;
  // A redirect has a location and must pass, whatever type it says it has.
  const answers = { tabIds: [tabId], resourceTypes: MAIN, excludedResponseHeaders: [{ header: "location" }] };
  const headerRules = [
    [{ header: "content-type", excludedValues: HTML_TYPES }],
    [{ header: "content-disposition", values: ["attachment*"] }],
  ];
  for (const responseHeaders of headerRules) {
    rules.push({ action, condition: { ...answers, responseHeaders } as Rule["condition"] });
  }
  return rules;
}

