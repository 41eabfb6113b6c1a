// Has the content script read the document in a tab.
import type { PageSlice, PageSummary, Reread } from "../content/reading.ts";
import {
  MAX_LINKS, readDocumentSlice, readDocumentSummary, readLeft, readReread, readSigns, readSlice, readSummary,
} from "../content/reading.ts";
import { TagtrailError } from "../host/errors.ts";
import type { TabDocument, TabLeft, TabPage, TabTold } from "../host/protocol/tabs.ts";
import * as shape from "../host/shape.ts";

/** Of a document for archives (content/serialised.ts). */
const MAX_DOCUMENT_UNITS = 16 * 1024 * 1024;
const MAX_DOCUMENT_JSON = 32 * 1024 * 1024;
/** Of a page whose scripts go on asking: some never end. */
const MAX_MORE_READINGS = 3;

/** Browsers let a site have some hundred KiB; a page with more has no gate. */
const MAX_COOKIES = 16 * 1024;

/** Of stillness, for a page that shows nothing yet. */
const EMPTY_MS = 2000;

interface ReadDocument {
  page: TabPage;
  /** What the browser took the document for. */
  contentType: string;
  bodyBytes: number;
  loginForm: boolean;
  told: TabTold;
}

async function putIn(tabId: number): Promise<void> {
  const target = { tabId, frameIds: [0] };
  await browser.scripting.executeScript({ target, files: ["content.js"], injectImmediately: true });
}

/**
 * From now on the page can't load itself anew, nor one of `pages`, where it can be kept from that from within. `anyQuery`: nor
 * with another query.
 */
export async function stayHere(tabId: number, pages: readonly string[], anyQuery: boolean): Promise<void> {
  const stay = (any: boolean, ...others: string[]) => {
    const navigation: unknown = Reflect.get(globalThis, "navigation");
    if (!(navigation instanceof EventTarget)) return;
    const pageOf = (url: string) => url.replace(any ? /[?#].*$/s : /#.*$/s, "");
    navigation.addEventListener("navigate", (event) => {
      const to: unknown = Reflect.get(event, "destination");
      const is = (what: string): unknown => (to instanceof Object ? Reflect.get(to, what) : undefined);
      const isInVain = [location.href, ...others].some((url) => pageOf(url) === pageOf(String(is("url"))));
      if (isInVain && is("sameDocument") === false) event.preventDefault();
    });
  };
  const target = { tabId, frameIds: [0] };
  await browser.scripting.executeScript({ target, func: stay, args: [anyQuery, ...pages], injectImmediately: true });
}

/**
 * For who looks at the page: it takes nothing from a job that reads it just now. Errors: disconnected (the document went
 * away), invalid_argument, what the browser throws.
 */
export async function readDocument(tabId: number, quietMs: number, maxMs: number): Promise<ReadDocument> {
  await putIn(tabId);
  const look = (quiet: number, max: number) => globalThis.tagtrailContent?.look(quiet, max);
  const summary = readSummary(await runInTab(tabId, look, [quietMs, Math.max(0, maxMs)]));
  return withSlices(summary, (slice) => runInTab(tabId, (index) => globalThis.tagtrailContent?.lookedSlice(index), [slice]));
}

/**
 * For a job, without the links, which stay in the page for `withLinks`; then `scrolls` to its end. Errors: as of
 * readDocument.
 */
export async function readFirst(tabId: number, quietMs: number, maxMs: number, scrolls: boolean): Promise<PageSummary> {
  await putIn(tabId);
  const read = await runInTab(
    tabId,
    (quiet, max, then) => globalThis.tagtrailContent?.read(quiet, max, then === 1),
    [quietMs, Math.max(0, maxMs), Number(scrolls)],
  );
  return readSummary(read);
}

/** Reads once more what was read before, and keeps the links that are gone. Errors: as of readDocument. */
async function readAgain(tabId: number, quietMs: number, maxMs: number): Promise<Reread> {
  const read = await runInTab(
    tabId,
    (quiet, max) => globalThis.tagtrailContent?.reread(quiet, max),
    [quietMs, Math.max(0, maxMs)],
  );
  return readReread(read);
}

/**
 * The same when the page's scripts wait for no answer: `settled` waits for that, and says whether it had to. A request
 * that began at once is waited for; one that began after a while, or when another was answered, in a reading more.
 * `late`: a page that is empty may wait for a timer.
 */
export async function readAtRest(
  tabId: number,
  quietMs: number,
  rest: () => number,
  settled: (patient: boolean) => Promise<boolean>,
  late = true,
): Promise<Reread> {
  await settled(false);
  let read = await readAgain(tabId, quietMs, rest());
  for (let more = MAX_MORE_READINGS; more > 0 && (await settled(true)); more--) {
    const again = await readAgain(tabId, quietMs, rest());
    read = { ...again, grew: read.grew || again.grew };
  }
  if (!late || !read.empty || rest() === 0) return read;
  const again = await readAgain(tabId, Math.max(quietMs, EMPTY_MS), rest());
  return { ...again, grew: read.grew || again.grew };
}

/** Fetches the links of the newest reading. Errors: as of readDocument. */
export async function withLinks(tabId: number, summary: PageSummary): Promise<ReadDocument> {
  return withSlices(summary, (slice) => runInTab(tabId, (index) => globalThis.tagtrailContent?.slice(index), [slice]));
}

/** After readDocument(): what the page shows of the software of its site. Errors: as of that. */
export async function readSoftwareSigns(tabId: number): Promise<string[]> {
  return readSigns(await runInTab(tabId, () => globalThis.tagtrailContent?.signs(), []));
}

/** Those of the page at hand that its scripts may read, never HttpOnly; none where it is of another host. Errors: as of readDocument. */
export async function readCookies(tabId: number, host: string): Promise<string> {
  const own = (name: string) => ({ cookies: location.host === name ? document.cookie : "" });
  return shape.text((await runInTab(tabId, own, [host])).cookies, "cookies", MAX_COOKIES);
}

/** After readAtRest(): what of the page leads to no request, as far as it has been unfolded. Errors: as of that. */
export async function readWhatIsLeft(tabId: number): Promise<TabLeft[]> {
  return readLeft(await runInTab(tabId, () => globalThis.tagtrailContent?.left(), []));
}

async function withSlices(summary: PageSummary, fetchSlice: (index: number) => Promise<shape.JsonObject>): Promise<ReadDocument> {
  const { contentType, bodyBytes, loginForm, told, slices } = summary;
  const all: PageSlice = { bases: [], links: [] };
  for (let slice = 0; slice < slices; slice++) {
    const part = readSlice(await fetchSlice(slice));
    for (const base of part.bases) all.bases.push(base);
    for (const link of part.links) all.links.push(link);
    if (all.links.length > MAX_LINKS) throw new TagtrailError("too_large", "a page of too many links");
  }
  return { page: { ...summary.page, ...all }, contentType, bodyBytes, loginForm, told };
}

/**
 * The document as it is shown now, after readDocument(); with `onlyDatasets` empty where it describes no data sets.
 * Errors: as of that.
 */
export async function readSerialised(tabId: number, onlyDatasets: boolean): Promise<TabDocument> {
  const { slices, cut } = readDocumentSummary(
    await runInTab(tabId, (only) => globalThis.tagtrailContent?.document(only === 1), [onlyDatasets ? 1 : 0]),
  );
  let html = "";
  for (let slice = 0; slice < slices; slice++) {
    const part = await runInTab(tabId, (index) => globalThis.tagtrailContent?.documentSlice(index), [slice]);
    html += readDocumentSlice(part);
    if (html.length > MAX_DOCUMENT_UNITS) throw new TagtrailError("too_large", "a document over 16 MiB");
  }
  return fitting({ html, cut });
}

/** JSON writes some characters in six bytes; no page may make a message that the host refuses. */
function fitting(document: TabDocument): TabDocument {
  let { html, cut } = document;
  while (new TextEncoder().encode(JSON.stringify(html)).length > MAX_DOCUMENT_JSON) {
    html = html.slice(0, html.length / 2).toWellFormed();
    cut = true;
  }
  return { html, cut };
}

/** Runs a function beside the content script, in the world that the page's scripts can't reach. */
export async function runInTab<Args extends (number | string)[]>(
  tabId: number,
  func: (...args: Args) => unknown,
  args: Args,
): Promise<shape.JsonObject> {
  const target = { tabId, frameIds: [0] };
  const results = await browser.scripting.executeScript({ target, func, args, injectImmediately: true });
  const value: unknown = results[0]?.result;
  if (!shape.isObject(value)) throw new TagtrailError("disconnected", "the document went away");
  return value;
}
