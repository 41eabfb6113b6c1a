// The page that links to what is fetched. `fetch` says none for another origin than its own, so that a rule of the browser does.
import type { BlockRule } from "./restrictions.ts";
import { NO_TAB } from "./restrictions.ts";

type Condition = browser.declarativeNetRequest._RuleCondition;

/** Far from those that a job's tabs number upwards from 1. */
const FIRST_RULE = 1_000_000;
let nextRule = FIRST_RULE;

/** Only of the address itself: where it is redirected to another, nothing is said. */
function ruleOf(url: string, referer: string): BlockRule {
  const condition: Condition = {
    tabIds: [NO_TAB], urlFilter: `|${url}|`, isUrlFilterCaseSensitive: true,
    resourceTypes: ["xmlhttprequest" as browser.declarativeNetRequest.ResourceType],
  };
  return { action: { type: "modifyHeaders", requestHeaders: [{ header: "referer", operation: "set", value: referer }] }, condition };
}

/** Does what `url` is fetched in, so that the server is told of the page; an empty one is told as none. */
export async function withReferer<T>(url: string, referer: string, fetches: () => Promise<T>): Promise<T> {
  if (referer === "") return fetches();
  const id = nextRule++;
  const { updateSessionRules } = browser.declarativeNetRequest;
  try {
    await updateSessionRules({ addRules: [{ ...ruleOf(url.replace(/#.*/, ""), referer), id }] });
  } catch (thrown) {
    console.warn("a rule was not taken:", thrown);
  }
  try {
    return await fetches();
  } finally {
    await updateSessionRules({ removeRuleIds: [id] });
  }
}
