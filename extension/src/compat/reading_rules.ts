// Nothing but reading leaves a tab of a job: as rules of the browser, which are in force before a page is asked for.
import { namesPrivateAddress, networkRules } from "./private_network.ts";
import type { BlockRule, RequestMethod, ResourceType } from "./restrictions.ts";
import { NO_TAB } from "./restrictions.ts";

/** How the extension's own code in a page sends what is to be stopped and told like any other request: no server gets it. */
export const STOPPED_PREFIX = "STOPPED-";

/** Methods that ask for something; POST may, any other means a change. */
const READING_METHODS = ["get", "head", "options"];
export const READING: ReadonlySet<string> = new Set(READING_METHODS.map((method) => method.toUpperCase()));

/** What carries messages both ways once it is open, whatever method it begins with. Firefox has no rules for WebTransport (firefox_profile.cpp). */
const CHANNELS: readonly string[] = __BROWSER__ === "chromium" ? ["websocket", "webtransport"] : ["websocket"];

/** Last parts of paths that take a question by POST. No noun that has a plural is among them: `POST /filter` makes one. */
const ASKING = ["m?search", "query", "find", "lookup", "suggest", "autocomplete", "sparql"];
/** Those that take orders as well. */
const ASKING_OR_NOT = ["graphql", "gql"];

/** In RE2's language, too. */
function addressesEnding(words: readonly string[]): string {
  return `^https?://[^/?#]+(?:/[^?#]*)?/(?:[a-z0-9]+[._-])*_?(?:${words.join("|")})/?(?:[?#].*)?$`;
}

const QUESTIONS = addressesEnding(ASKING);
const LOOKED_AT = addressesEnding([...ASKING, ...ASKING_OR_NOT]);
const TO_QUESTIONS = new RegExp(QUESTIONS, "i");
const TO_LOOKED_AT = new RegExp(LOOKED_AT, "i");

export interface SentRequest {
  /** Below 0: no tab's. */
  tabId: number;
  method: string;
  url: string;
  /** As the browser calls it. */
  type: string;
}

/** What holds for a tab. */
export interface Held {
  /** Of its page. */
  host: string;
  /** Whatever is sent by POST may leave. */
  posts: boolean;
  /** Addresses of the user's own network may be asked for. */
  ownNetwork: boolean;
  /**
   * Nobody else uses the browser, which the program has started: the rules hold everywhere, since windows that pages open and workers
   * that they share have no number that is known in time; and what is sent is looked at (content/guard.ts).
   */
  alone: boolean;
}

/** Whether an address takes questions by POST; those of GraphQL where `alone`. */
export function takesQuestions(url: string, alone: boolean): boolean {
  return (alone ? TO_LOOKED_AT : TO_QUESTIONS).test(url);
}

/** Whether the rules below stop it because its address is one of the user's own network. */
export function staysOutside({ url }: Pick<SentRequest, "url">, { ownNetwork }: Pick<Held, "ownNetwork">): boolean {
  return !ownNetwork && namesPrivateAddress(url);
}

/** Whether the rules below stop it. */
export function isStopped(sent: SentRequest, held: Omit<Held, "host">): boolean {
  const { tabId, method, url, type } = sent;
  const { posts, alone } = held;
  if (staysOutside(sent, held)) return true;
  if (!posts && CHANNELS.includes(type)) return true;
  if (READING.has(method)) return false;
  return method !== "POST" || !(posts || (tabId >= 0 && type === "xmlhttprequest" && takesQuestions(url, alone)));
}

/** Whether a server may change something because of a request that leaves; what goes through channels nobody sees. */
export function mayChange(sent: SentRequest, held: Omit<Held, "host">): boolean {
  return !CHANNELS.includes(sent.type) && !isStopped(sent, held) && isStopped(sent, { ...held, posts: false });
}

type Condition = browser.declarativeNetRequest._RuleCondition;

/**
 * Nothing but reading leaves the tab of a job: GET, HEAD and OPTIONS, and POST; without `posts`, of POST only what scripts of
 * the page ask of addresses that take questions, and no WebSocket. In a person's browser workers of the site are held to that, too: what
 * his own tabs of other sites do is his. All that holds for what leads into the user's own network, too, unless the job may go there.
 */
export function readingRules(tabId: number, { host, posts, ownNetwork, alone }: Held): BlockRule[] {
  const post: RequestMethod[] = ["post"];
  const places: Condition[] = alone ? [{}] : [{ tabIds: [tabId] }, { tabIds: [NO_TAB], initiatorDomains: [host] }];
  const blocked: Condition[] = [{ excludedRequestMethods: [...READING_METHODS, ...post] as RequestMethod[], urlFilter: "|http" }];
  if (!posts) blocked.push({ requestMethods: post }, { resourceTypes: CHANNELS as ResourceType[] });
  // A rule that names no types leaves pages out. Firefox is told so as they are asked for, and keeps the page then.
  if (!posts && __BROWSER__ === "chromium") blocked.push({ requestMethods: post, resourceTypes: ["main_frame" as ResourceType] });
  const rules = places.flatMap((place) =>
    blocked.map((condition): BlockRule => ({ action: { type: "block" }, condition: { ...place, ...condition } })));
  if (!ownNetwork) rules.push(...networkRules(places));
  if (posts) return rules;
  return [...rules, questionsRule(alone ? { excludedTabIds: [NO_TAB], regexFilter: LOOKED_AT } : { tabIds: [tabId], regexFilter: QUESTIONS })];
}

function questionsRule(from: Condition): BlockRule {
  const requests: Condition = { requestMethods: ["post" as RequestMethod], resourceTypes: ["xmlhttprequest" as ResourceType] };
  return { priority: 2, action: { type: "allow" }, condition: { ...from, ...requests } };
}

/** While they are in force, requests of the tab only read, and so do those of workers that it may have told to send something. */
export function writeRules(tabId: number): BlockRule[] {
  const requestMethods: RequestMethod[] = ["post", "put", "patch", "delete"];
  const block: BlockRule = { action: { type: "block" }, condition: { tabIds: [tabId, NO_TAB], requestMethods } };
  return [block, questionsRule({ tabIds: [tabId], regexFilter: QUESTIONS })];
}
