// The document as it is shown now, written as HTML: for archives, and for the host to read what the
// extension does not.
import * as dom from "./dom.ts";

/** In UTF-8. */
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

const outerHtml = Object.getOwnPropertyDescriptor(Element.prototype, "outerHTML")?.get;

interface SerialisedDocument {
  html: string;
  /** There was more of it. */
  cut: boolean;
}

/**
 * What can describe a data set for machines (schema.org/Dataset, DCAT), in any syntax that does, and what links to such
 * (native-host/src/feeds/typed_links.cpp).
 */
const DESCRIBES_DATASETS = [
  '[itemtype*="Dataset"]', '[typeof*="Dataset"]', 'script[type*="ld+json" i]',
  ...["json", "xml", "csv", "turtle", "n-triples", "n-quads", "n3", "trig", "zip", "linkset"].map((word) => `link[type*="${word}" i]`),
  ...["item", "next", "describedby", "linkset"].map((rel) => `link[rel="${rel}" i]`),
].join(", ");

export function mayDescribeDatasets(document: Document): boolean {
  return dom.selectAll(document, DESCRIBES_DATASETS).length > 0;
}

/** Without what is in frames and shadow trees, which no HTML of the document has. */
export function serialised(document: Document): SerialisedDocument {
  const root = dom.documentElement(document);
  const written: unknown = root === null ? "" : outerHtml?.call(root);
  const html = `<!DOCTYPE html>\n${String(written ?? "")}`.toWellFormed();
  const room = new Uint8Array(Math.min(html.length * 3, MAX_DOCUMENT_BYTES));
  const { read } = new TextEncoder().encodeInto(html, room);
  return { html: html.slice(0, read), cut: read < html.length };
}
