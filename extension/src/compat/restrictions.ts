// What the tabs of jobs load nothing of, as rules of the browser.

export type BlockRule = Omit<browser.declarativeNetRequest.Rule, "id">;
export type RequestMethod = NonNullable<browser.declarativeNetRequest._RuleCondition["requestMethods"]>[number];
export type ResourceType = browser.declarativeNetRequest.ResourceType;

/** Types of what brings no link: pictures, fonts, reports; manifests of applications are `other` in Chromium. */
const NOT_NEEDED: readonly string[] =
  __BROWSER__ === "firefox"
    ? ["image", "imageset", "media", "font", "ping", "beacon", "csp_report", "web_manifest"]
    : ["image", "media", "font", "ping", "csp_report", "other"];

/**
 * What a page has the browser load ahead for its own scripts (`rel=preload as=fetch`) has the type of what is loaded ahead of
 * pages to come. Stopped, it fails for the script, too: data is told from pages by its address.
 */
const LOADED_AHEAD = "^https?://[^/?#]+/(?:[^?#]*/)?(?:api/[^?#]*|[^/?#]*[.](?:json|geojson|topojson|ndjson|wasm|csv|tsv|txt|md|xml))(?:[?#].*)?$";

function aheadRule(tabId: number): BlockRule {
  const condition = {
    tabIds: [tabId], resourceTypes: ["other" as ResourceType], requestMethods: ["get" as RequestMethod], regexFilter: LOADED_AHEAD,
  };
  return { priority: 2, action: { type: "allow" }, condition };
}

/** Only Chromium has rules by headers; Firefox is told to stop such answers as they come (blocking_requests.ts). */
function headerRules(tabId: number): BlockRule[] {
  const saved = [{ header: "content-disposition", values: ["attachment*"] }];
  const notHtml = [{ header: "content-type", excludedValues: ["text/html*", "application/xhtml+xml*"] }];
  // A redirect has a location and must pass, whatever type it says it has.
  const answers = {
    tabIds: [tabId],
    resourceTypes: ["main_frame" as ResourceType],
    excludedResponseHeaders: [{ header: "location" }],
  };
  const conditions = [
    { ...answers, responseHeaders: notHtml },
    { ...answers, responseHeaders: saved },
    { tabIds: [tabId], resourceTypes: ["sub_frame" as ResourceType], responseHeaders: saved },
  ];
  return conditions.map((condition) => ({ action: { type: "block" }, condition }));
}

/** Keeps out of the tab what no link depends on and, where the browser can, bodies that are not HTML. */
export function restrictions(tabId: number): BlockRule[] {
  const resourceTypes = NOT_NEEDED as ResourceType[];
  const types: BlockRule = { action: { type: "block" }, condition: { tabIds: [tabId], resourceTypes } };
  return __BROWSER__ === "chromium" ? [types, aheadRule(tabId), ...headerRules(tabId)] : [types];
}

/** Of workers that pages share. */
export const NO_TAB = -1;
