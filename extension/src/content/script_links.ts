// Addresses that elements without a link name for the page's scripts: `data-href`, and literal ones
// in `onclick` and in addresses `javascript:`.
import type { TabLink } from "../host/protocol/tabs.ts";
import { describe } from "./buttons.ts";
import type { SlicedWork } from "./clock.ts";
import * as dom from "./dom.ts";
import { LIMITS } from "./reading_limits.ts";
import { utf8Length } from "./text.ts";

const MAX_HANDLER_UNITS = 10_000;
/** `data-url` is often where a widget gets its content, so only on what looks like a link. */
const NAMED = '[data-href],a[data-url],button[data-url],tr[data-url],[role="link"][data-url],[onclick],a[href^="javascript:" i]';
const IN_HANDLER =
  /(?:\blocation(?:\.href)?\s*=|\blocation\.(?:assign|replace)\s*\(|\bwindow\.open\s*\(|\bopen\s*\()\s*(["'])((?:(?!\1)[^\\\n])+)\1\s*(?=[;,)}]|$)/;

/** The address that the text of a handler sends the browser to, when it is written out; else "". */
function addressInHandler(handler: string): string {
  return IN_HANDLER.exec(handler.slice(0, MAX_HANDLER_UNITS))?.[2] ?? "";
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

function addressOf(element: Element): string {
  const named = dom.attribute(element, "data-href") ?? dom.attribute(element, "data-url");
  if (named !== null) return named.trim();
  const handled = addressInHandler(dom.attribute(element, "onclick") ?? "");
  if (handled !== "") return handled;
  const href = dom.attribute(element, "href") ?? "";
  return /^javascript:/i.test(href) ? addressInHandler(decoded(href.slice(0, MAX_HANDLER_UNITS))) : "";
}

/** Written against the page's own base, number 0. */
export async function scriptLinks(roots: readonly Node[], work: SlicedWork): Promise<TabLink[]> {
  const links: TabLink[] = [];
  for (const root of roots) {
    for (const element of dom.selectAll(root, NAMED)) {
      if (links.length >= LIMITS.linksPerPage) return links;
      const written = addressOf(element).toWellFormed();
      const isAddress = written !== "" && !/^(?:#|javascript:|data:|blob:)/i.test(written);
      if (isAddress && utf8Length(written) <= LIMITS.writtenBytes) {
        links.push({ ...describe(element), written });
      }
      if (work.due()) await work.pause();
    }
  }
  return links;
}
