// The JSON that the scripts of a page load: addresses that the host can ask for without a tab.
import { mimeEssence } from "./navigation.ts";

type TabId = number;

const WEB = { urls: ["http://*/*", "https://*/*"] };
const TYPES: browser.webRequest.ResourceType[] = ["xmlhttprequest"];
/** Of one page; a page that loads more of it is read by what it shows. */
export const MAX_JSON_ADDRESSES = 50;
const MAX_LENGTH = 2000;

export interface ScriptAnswer {
  tabId: TabId;
  url: string;
  method: string;
  statusCode: number;
  /** Who has answered. */
  ip?: string | null | undefined;
  responseHeaders?: { name: string; value?: string | undefined }[] | undefined;
}

function isJson(mime: string): boolean {
  return mime === "application/json" || mime === "text/json" || /^application\/[^/]+\+json$/.test(mime);
}

/** The address as the host may ask for it; undefined where the answer is no JSON that a GET gave. */
export function jsonAddress({ url, method, statusCode, responseHeaders }: ScriptAnswer): string | undefined {
  if (method !== "GET" || statusCode !== 200 || url.length > MAX_LENGTH || !URL.canParse(url)) return undefined;
  const type = responseHeaders?.find(({ name }) => name.toLowerCase() === "content-type")?.value ?? "";
  const { protocol, username, password } = new URL(url);
  const isOpen = /^https?:$/.test(protocol) && username === "" && password === "";
  return isOpen && isJson(mimeEssence(type)) ? url : undefined;
}

export class ScriptJson {
  private readonly seen = new Map<TabId, Set<string>>();
  /** Requests that sent something before they were redirected to what answered. */
  private readonly acted = new Set<string>();

  /** `isInside`: of the user's own network, where nothing is to be taken from it. */
  constructor(private readonly isInside: (answer: ScriptAnswer) => boolean = () => false) {}

  /** Registers listeners; to be called once, where webRequest is there. */
  attach(): void {
    const filter = { ...WEB, types: TYPES };
    const { webRequest } = browser;
    webRequest.onBeforeRedirect.addListener((details) => this.redirected(details), filter);
    const over = ({ requestId }: { requestId: string }) => this.acted.delete(requestId);
    webRequest.onErrorOccurred.addListener(over, filter);
    webRequest.onCompleted.addListener((details) => {
      if (!over(details)) this.answered(details);
    }, filter, ["responseHeaders"]);
  }

  watch(tabId: TabId): void {
    this.seen.set(tabId, new Set());
  }

  unwatch(tabId: TabId): void {
    this.seen.delete(tabId);
  }

  redirected({ tabId, requestId, method }: { tabId: TabId; requestId: string; method: string }): void {
    if (method !== "GET" && this.seen.has(tabId)) this.acted.add(requestId);
  }

  answered(answer: ScriptAnswer): void {
    const seen = this.seen.get(answer.tabId);
    if (seen === undefined || seen.size >= MAX_JSON_ADDRESSES || this.isInside(answer)) return;
    const url = jsonAddress(answer);
    if (url !== undefined) seen.add(url);
  }

  /** What came since the tab is watched, in its order; it is watched no more. */
  take(tabId: TabId): string[] {
    const seen = [...(this.seen.get(tabId) ?? [])];
    this.unwatch(tabId);
    return seen;
  }
}
