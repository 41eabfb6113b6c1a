// The content script: put into a job's tab for one page load, asked by the background script, and
// silent towards the page.
import type { TabLeft, TabPage } from "../host/protocol/tabs.ts";
import { Collected, unitsOf } from "./collected.ts";
import * as dom from "./dom.ts";
import { Gestures } from "./gestures.ts";
import { hasLoginForm } from "./login_form.ts";
import { PageReader } from "./page_reader.ts";
import { Stillness, untilQuiet } from "./quiet.ts";
import type { DocumentSummary, PageSlice, PageSummary, Reread } from "./reading.ts";
import { scrollToEnd } from "./scroll.ts";
import { mayDescribeDatasets, serialised } from "./serialised.ts";
import { softwareSigns } from "./software_signs.ts";
import { staysEmpty } from "./stays_empty.ts";
import { Told } from "./told.ts";

/** Far below what browsers let through in one message. */
const SLICE_UNITS = 1024 * 1024;

function sliced(page: TabPage): PageSlice[] {
  const slices: PageSlice[] = [{ bases: page.bases, links: [] }];
  let units = 0;
  for (const link of page.links) {
    units += unitsOf(link);
    if (units > SLICE_UNITS) {
      slices.push({ bases: [], links: [] });
      units = 0;
    }
    slices.at(-1)?.links.push(link);
  }
  return slices;
}

function bodyBytes(): number {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return entry?.decodedBodySize ?? 0;
}

let slices: PageSlice[] = [];
/** Of the last look. */
let looked: PageSlice[] = [];
let collected: Collected | null = null;
let elements: readonly (Element | null)[] = [];
/** Since the last reading. */
let stillness: Stillness | null = null;
const gestures = new Gestures();
const told = new Told();

function summaryOf(page: TabPage, all: PageSlice[]): PageSummary {
  const { title, language, charset, text, truncated, linksCut, forms } = page;
  return {
    page: { title, language, charset, text, truncated, linksCut, forms },
    contentType: dom.contentType(document),
    bodyBytes: bodyBytes(),
    loginForm: hasLoginForm(document),
    describes: mayDescribeDatasets(document),
    empty: staysEmpty(document, text),
    told: told.all,
    slices: all.length,
  };
}

function whatStaysEmpty(): TabLeft[] {
  return staysEmpty(document, collected?.page.text ?? "") ? [{ cause: "stays_empty", what: "page", count: 1 }] : [];
}

function summaryOfReading(page: TabPage): PageSummary {
  slices = sliced(page);
  return summaryOf(page, slices);
}

function watchFromNow(roots: readonly Node[]): void {
  stillness?.end();
  stillness = new Stillness(document, roots);
}

async function read(quietMs: number, maxMs: number, scrolls = false): Promise<PageSummary> {
  const roots = await untilQuiet(document, quietMs, maxMs);
  watchFromNow(roots);
  gestures.meetRoutes(roots);
  const page = await new PageReader().read(document);
  collected = new Collected(page);
  told.read(document);
  const summary = summaryOfReading(page);
  if (scrolls) scrollToEnd(roots);
  return summary;
}

async function look(quietMs: number, maxMs: number): Promise<PageSummary> {
  await untilQuiet(document, quietMs, maxMs);
  const reader = new PageReader();
  const page = await reader.read(document);
  elements = reader.elements();
  looked = sliced(page);
  return summaryOf(page, looked);
}

async function reread(quietMs: number, maxMs: number): Promise<Reread> {
  const roots = await untilQuiet(document, quietMs, maxMs);
  if (collected !== null && (await stillness?.lasts()) === true) {
    return { ...summaryOfReading(collected.page), grew: false, forgets: collected.forgets, drops: false };
  }
  watchFromNow(roots);
  gestures.meetRoutes(roots);
  const page = await new PageReader().read(document);
  collected ??= new Collected({ ...page, links: [] });
  const grew = collected.add(page) > 0;
  if (grew) gestures.gained();
  told.read(document);
  const { title, language, text } = page;
  const forms = page.forms.filter(({ tagPath }) => !gestures.isAnswered(tagPath));
  Object.assign(collected.page, { title, language, text, forms });
  return { ...summaryOfReading(collected.page), grew, forgets: collected.forgets, drops: collected.drops };
}

function sliceOf(all: PageSlice[], index: number): PageSlice {
  return all[index] ?? { bases: [], links: [] };
}

let documentHtml = "";

function serialise(onlyDatasets: boolean): DocumentSummary {
  const { html, cut } =
    onlyDatasets && !mayDescribeDatasets(document) ? { html: "", cut: false } : serialised(document);
  documentHtml = html;
  return { cut, slices: Math.ceil(html.length / SLICE_UNITS) };
}

function documentSlice(index: number): { html: string } {
  return { html: documentHtml.slice(index * SLICE_UNITS, (index + 1) * SLICE_UNITS) };
}

const content: typeof globalThis.tagtrailContent = {
  version: __VERSION__,
  read,
  slice: (index) => sliceOf(slices, index),
  look,
  lookedSlice: (index) => sliceOf(looked, index),
  reread,
  elements: () => elements,
  signs: () => ({ signs: softwareSigns(document) }),
  left: async () => ({ left: [...(await gestures.left()), ...whatStaysEmpty()] }),
  document: serialise,
  documentSlice,
  scroll: async (anew) => ({ acted: await gestures.scroll(anew) }),
  sweep: async (fromStart) => ({ acted: await gestures.sweep(fromStart) }),
  unfold: async () => ({ acted: await gestures.unfold() }),
  controls: (max, guesses) => gestures.controls(max, guesses),
  nextRoute: async () => ({ buttons: await gestures.nextRoute() }),
  showRoute: () => ({ acted: gestures.showRoute() }),
  pressed: () => ({ buttons: gestures.lastOne() }),
  gained: () => {
    gestures.gained();
    return { acted: true };
  },
  goBack: (led) => ({ acted: gestures.goBack(led) }),
  turn: async (index) => ({ acted: await gestures.turn(index) }),
  buttons: async (max) => ({ buttons: await gestures.buttons(max) }),
  press: async (index, maxMs) => ({ caught: await gestures.press(index, maxMs) }),
  leaveFor: (url) => gestures.leaveFor(url),
  madeFile: async (name) => ({ file: await gestures.madeFile(name) }),
  madeBytes: async (name, begin, end) => ({ data: await gestures.madeBytes(name, begin, end) }),
};

// Where it is already, it stays: who reads the page just now has not fetched all of it yet.
if (globalThis.tagtrailContent?.version !== __VERSION__) globalThis.tagtrailContent = content;
