// What the tabs of jobs load nothing of, as rules of the browser.

export type BlockRule = Omit<browser.declarativeNetRequest.Rule, "id">;
type RequestMethod = NonNullable<browser.declarativeNetRequest._RuleCondition["requestMethods"]>[number];
type ResourceType = browser.declarativeNetRequest.ResourceType;

/** Types of what brings no link: pictures, fonts, reports; manifests of applications are `other` in Chromium. */
const NOT_NEEDED: readonly string[] =
  __BROWSER__ === "firefox"
    ? ["image", "imageset", "media", "font", "ping", "csp_report", "web_manifest"]
    : ["image", "media", "font", "ping", "csp_report", "other"];

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

/**
 * All that a sandbox of a page can allow (HTML, 7.1.5) but dialogs, which nobody is there to close: `alert` and its kin and
 * `print` return at once, `beforeunload` asks nobody; and but other programs, for `mailto:`.
 */
const WITHOUT_DIALOGS =
  "sandbox allow-downloads allow-forms allow-orientation-lock allow-pointer-lock allow-popups" +
  " allow-popups-to-escape-sandbox allow-presentation allow-same-origin allow-scripts" +
  " allow-storage-access-by-user-activation allow-top-navigation";

function dialogRule(tabId: number): BlockRule {
  const responseHeaders = [{ header: "content-security-policy", operation: "append" as const, value: WITHOUT_DIALOGS }];
  return {
    action: { type: "modifyHeaders", responseHeaders },
    condition: { tabIds: [tabId], resourceTypes: ["main_frame", "sub_frame"] as ResourceType[] },
  };
}

/**
 * Keeps out of the tab what no link depends on, dialogs and, where the browser can, bodies that are not HTML.
 */
export function restrictions(tabId: number): BlockRule[] {
  const resourceTypes = NOT_NEEDED as ResourceType[];
  const types: BlockRule = { action: { type: "block" }, condition: { tabIds: [tabId], resourceTypes } };
  const both = [types, dialogRule(tabId)];
  return __BROWSER__ === "chromium" ? [...both, ...headerRules(tabId)] : both;
}

/** While they are in force, requests of the tab only read. */
export function writeRules(tabId: number): BlockRule[] {
  const requestMethods: RequestMethod[] = ["post", "put", "patch", "delete"];
  return [{ action: { type: "block" }, condition: { tabIds: [tabId], requestMethods } }];
}
