// The content script: put into a job's tab for one page load, asked by the background script, and
// silent towards the page.
import type { TabPage } from "../host/protocol.ts";
import * as dom from "./dom.ts";
import { unitsOf } from "./found.ts";
import { hasLoginForm } from "./login_form.ts";
import { PageReader } from "./page_reader.ts";
import { untilQuiet } from "./quiet.ts";
import type { PageSlice, PageSummary } from "./reading.ts";

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

async function read(quietMs: number, maxMs: number): Promise<PageSummary> {
  await untilQuiet(document, quietMs, maxMs);
  const page = await new PageReader().read(document);
  slices = sliced(page);
  const { title, language, text, truncated } = page;
  return {
    page: { title, language, text, truncated },
    contentType: dom.contentType(document),
    bodyBytes: bodyBytes(),
    loginForm: hasLoginForm(document),
    slices: slices.length,
  };
}

function slice(index: number): PageSlice {
  return slices[index] ?? { bases: [], links: [] };
}

globalThis.tagtrailContent = { read, slice };
