// What a reader keeps while it walks a document, and the links it makes of what it found.
import type { TabLink } from "../host/protocol/tabs.ts";
import * as dom from "./dom.ts";
import type { LinkName } from "./elements.ts";
import { LIMITS } from "./reading_limits.ts";
import type { PageText, Slice } from "./page_text.ts";
import { tagPathToken } from "./tag_path.ts";
import { collapsedPrefix } from "./text.ts";

/** A bit of `hints`: a sign or a label says that the link does something. */
const SIGN = 8;

/** One document: texts of a frame's document and of the page around it don't mix. */
export interface Scope {
  base: number;
  text: PageText;
  images: string[];
  /** How many in links say of these that they do something (signs.ts). */
  signs: number;
  heading: Slice | null;
  /** Whether it is the page itself, whose first words, title and language count. */
  top: boolean;
}

/** An element (or document, or shadow root) whose children are being visited. */
export interface Frame {
  element: Element | null;
  parent: Frame | null;
  next: Node | null;
  /** Another list of children to visit after `next` is through: a shadow host's own children. */
  then: Node | null;
  scope: Scope;
  depth: number;
  path: string | null;
  textBegin: number;
  links: Found[] | null;
  heading: Slice | null;
  block: Slice | null;
  around: Frame | null;
  muted: boolean;
  inBody: boolean;
  inForm: boolean;
  /** Within a <select> whose values are addresses. */
  jumps: boolean;
  inLink: boolean;
  /** Separates words of the page's text before and after it. */
  separates: boolean;
}

export interface Found {
  scope: Scope;
  node: Element;
  element: LinkName;
  written: string;
  tagPath: string;
  title: string;
  rel: string;
  hints: number;
  alt: string;
  text: Slice;
  firstImage: number;
  imagesEnd: number;
  /** Those before it, then, once it is left, those in it. */
  signs: number;
  heading: Slice | null;
  block: Slice | null;
}

/** Tokens are made only on the way to a link, and once for all links below an element. */
export function pathOf(frame: Frame): string {
  const missing: Frame[] = [];
  let at = frame;
  while (at.path === null && at.parent !== null) {
    missing.push(at);
    at = at.parent;
  }
  let path = at.path ?? "";
  for (const below of missing.reverse()) {
    if (below.element !== null && below.depth <= LIMITS.pathDepth) {
      path += `/${tokenOf(below.element)}`;
    }
    below.path = path;
  }
  return path;
}

export function tokenOf(element: Element): string {
  const classes = dom.attribute(element, "class") ?? "";
  return tagPathToken(dom.localName(element), classes, dom.attribute(element, "id") ?? "");
}

export function blockAround(frame: Frame): Slice | null {
  const { around } = frame;
  if (around === null) return null;
  around.block ??= { begin: around.textBegin, end: around.textBegin };
  return around.block;
}

function anchorOf(found: Found): string {
  const text = found.scope.text.excerpt(found.text, LIMITS.anchorBytes);
  if (text !== "") return text;
  const image = found.imagesEnd > found.firstImage ? found.scope.images[found.firstImage] : "";
  for (const other of [image ?? "", found.alt, found.title]) {
    const anchor = collapsedPrefix(other, LIMITS.anchorBytes);
    if (anchor !== "") return anchor;
  }
  return "";
}

export function observe(found: Found): TabLink {
  const { scope, heading, block } = found;
  return {
    base: scope.base,
    written: found.written,
    tagPath: found.tagPath,
    element: found.element,
    anchor: anchorOf(found),
    heading: heading === null ? "" : scope.text.excerpt(heading, LIMITS.headingBytes),
    around: block === null ? "" : scope.text.excerpt(block, LIMITS.aroundBytes),
    rel: collapsedPrefix(found.rel, LIMITS.relBytes),
    hints: found.hints | (found.signs > 0 ? SIGN : 0),
  };
}
