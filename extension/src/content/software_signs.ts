// What a page shows of the software that its site runs on, as the host reads it of HTML
// (native-host/src/content/catalogue_signs.cpp): its generator, and the addresses of its scripts, styles and
// pictures. Which of these speak of a catalogue of data, the engine knows.
import * as dom from "./dom.ts";

/** Elements that are looked at, and what is told of each. */
const MAX_SIGNS = 400;
const MAX_SIGN_UNITS = 2000;

const ATTRIBUTES = new Map([["script", "src"], ["img", "src"], ["link", "href"]]);

function signOf(element: Element, base: string): string | null {
  const name = dom.htmlName(element);
  if (name === "meta") {
    const isGenerator = dom.attribute(element, "name")?.toLowerCase() === "generator";
    return isGenerator ? `generator ${dom.attribute(element, "content") ?? ""}` : null;
  }
  const written = dom.attribute(element, ATTRIBUTES.get(name) ?? "");
  if (written === null || written.length > MAX_SIGN_UNITS || !URL.canParse(written, base)) return null;
  const { href, protocol } = new URL(written, base);
  return /^https?:$/.test(protocol) ? `url ${href}` : null;
}

export function softwareSigns(page: Document): string[] {
  const base = dom.baseUri(page);
  const signs = new Set<string>();
  for (const element of dom.selectAll(page, "meta[name], script[src], img[src], link[href]")) {
    const sign = signOf(element, base)?.toWellFormed();
    if (sign !== undefined && sign.length <= MAX_SIGN_UNITS) signs.add(sign);
    if (signs.size === MAX_SIGNS) break;
  }
  return [...signs];
}
