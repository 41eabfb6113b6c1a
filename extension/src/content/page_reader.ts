// Reads title, text and links of a live document in one pass, in time linear in its size, without
// recursion, and in slices of time. The counterpart of native-host/src/html/page_walker.cpp: both
// must give the same links for the same page (docs/protocol.md, TabAnswer).
import type { TabLink, TabPage } from "../host/protocol/tabs.ts";
import { SlicedWork } from "./clock.ts";
import { unitsOf } from "./collected.ts";
import * as dom from "./dom.ts";
import type { LinkName } from "./elements.ts";
import {
  comesNext, HEADINGS, hintsOf, INLINE, isLinkName, LINK_ATTRIBUTES, MUTED, namesLinkSource, SURROUNDING,
} from "./elements.ts";
import type { Found, Frame, Scope } from "./found.ts";
import { blockAround, observe, pathOf } from "./found.ts";
import { LIMITS, MAX_LINK_UNITS, MAX_NODES, MAX_NOSCRIPT_UNITS } from "./reading_limits.ts";
import { FirstWords, PageText, type Slice } from "./page_text.ts";
import { queryForms } from "./query_forms.ts";
import { signSaysThatItActs } from "./signs.ts";
import { collapsedPrefix, trimmed, utf8Length } from "./text.ts";
import { filesInText, JumpMenus, linksInAttributes, MAX_OF_ELEMENT, ScriptLinks, shownAddress, type UnnamedLink } from "./unnamed_links.ts";
import { namesDataFile } from "./written_addresses.ts";

export class PageReader {
  private readonly stack: Frame[] = [];
  private readonly words = new FirstWords();
  private readonly found: Found[] = [];
  private readonly scriptLinks = new ScriptLinks();
  private readonly jumpMenus = new Map<Document, JumpMenus>();
  private readonly bases: string[] = [];
  private readonly baseIndex = new Map<string, number>();
  private units = 0;
  private nodes = 0;
  private noscriptUnits = 0;
  private title: string | null = null;
  private language = "";
  private truncated = false;
  private linksCut = 0;

  /** Reads `page`; never fails, whatever the page is made of. */
  async read(page: Document): Promise<TabPage> {
    const work = new SlicedWork();
    this.pushDocument(page, null);
    for (let top = this.stack.at(-1); top !== undefined; top = this.stack.at(-1)) {
      this.advance(top);
      if (work.due()) await work.pause();
    }
    if (this.scriptLinks.full) {
      this.truncated = true;
      this.linksCut++;
    }
    const links: TabLink[] = [];
    let units = 0;
    for (const found of this.found) {
      const link = observe(found);
      units += unitsOf(link);
      if (units > MAX_LINK_UNITS) {
        this.truncated = true;
        this.linksCut += this.found.length - links.length;
        break;
      }
      links.push(link);
      if (work.due()) await work.pause();
    }
    const forms = await queryForms(page, work);
    work.end();
    return {
      title: this.title ?? "",
      language: this.language,
      charset: dom.characterSet(page).toWellFormed(),
      text: this.words.text,
      truncated: this.truncated,
      linksCut: this.linksCut,
      bases: this.bases,
      links,
      forms,
    };
  }

  /** The elements of the links read, in their order; null for those of frames and of <noscript>. */
  elements(): (Element | null)[] {
    return this.found.map(({ node }) => (dom.ownerDocument(node) === document ? node : null));
  }

  private advance(top: Frame): void {
    if (top.next === null) {
      top.next = top.then;
      top.then = null;
    }
    const node = top.next;
    if (node === null) return this.leave(top);
    top.next = dom.nextSibling(node);
    if (++this.nodes > MAX_NODES) {
      this.truncated = true;
      top.next = top.then = null;
      return;
    }
    if (dom.isElement(node)) this.enter(node, top);
    else if (dom.isText(node) && !top.muted) this.text(dom.data(node), top);
  }

  private text(data: string, top: Frame): void {
    const begin = top.scope.text.size;
    top.scope.text.append(data);
    if (top.inBody && !top.inLink) this.textLinks(data, top, { begin, end: top.scope.text.size });
    if (top.inBody && top.scope.top && !this.words.full) this.words.append(data);
  }

  private pushDocument(page: Document, parent: Frame | null): void {
    const scope: Scope = {
      base: this.baseOf(page),
      text: new PageText(),
      images: [],
      signs: 0,
      heading: null,
      top: parent === null,
    };
    this.push({ scope, parent, next: dom.firstChild(page), muted: false, inBody: false, around: null });
  }

  /** A frame without an element of its own: a document, or what was parsed from a <noscript>. */
  private push(fields: Pick<Frame, "scope" | "parent" | "next" | "muted" | "inBody" | "around">): void {
    this.stack.push({
      ...fields,
      element: null,
      then: null,
      depth: fields.parent?.depth ?? 0,
      path: fields.parent === null ? "" : null,
      textBegin: fields.scope.text.size,
      links: null,
      heading: null,
      block: null,
      inForm: fields.parent?.inForm ?? false,
      jumps: false,
      inLink: fields.parent?.inLink ?? false,
      separates: false,
    });
  }

  private enter(element: Element, parent: Frame): void {
    const name = dom.htmlName(element);
    const shadow = dom.shadowRoot(element);
    const children = dom.firstChild(element);
    const frame: Frame = {
      element,
      parent,
      next: shadow === null ? children : dom.firstChild(shadow),
      then: shadow === null ? null : children,
      scope: parent.scope,
      depth: parent.depth + 1,
      path: null,
      textBegin: parent.scope.text.size,
      links: null,
      heading: null,
      block: null,
      around: parent.around,
      muted: parent.muted || MUTED.has(name),
      inBody: parent.inBody || name === "body",
      inForm: parent.inForm,
      jumps: parent.jumps,
      inLink: parent.inLink || name === "a",
      separates: !INLINE.has(name),
    };
    if (frame.separates && parent.scope.top) this.words.separate();
    this.stack.push(frame);
    if (name !== "") this.enterHtml(element, name, frame);
    else {
      const drawn = dom.drawnLink(element);
      if (drawn !== null) this.findLink(element, "link", frame, drawn);
    }
    if (frame.inLink && signSaysThatItActs(element)) frame.scope.signs++;
    if (name === "template") return;
    const unnamed = linksInAttributes(element);
    if (unnamed.length >= MAX_OF_ELEMENT) this.linksCut++;
    for (const { place, address } of unnamed) this.findLink(element, "link", frame, address, place);
  }

  private enterHtml(element: Element, name: string, frame: Frame): void {
    const { scope } = frame;
    if (SURROUNDING.has(name)) frame.around = frame;
    if (HEADINGS.has(name)) {
      frame.heading = { begin: scope.text.size, end: scope.text.size };
      scope.heading = frame.heading;
    }
    if (isLinkName(name)) {
      if (name !== "link" || leadsToSource(element)) {
        this.findLink(element, name, frame, dom.attribute(element, LINK_ATTRIBUTES[name]));
      }
    } else this.enterOther(element, name, frame);
    if (name === "img") scope.images.push(dom.attribute(element, "alt") ?? "");
    else if (name === "template") frame.next = frame.then = null;
    else if (name === "noscript" && frame.inBody) this.enterNoscript(element, frame);
    else if (name === "iframe" || name === "frame") this.enterFrame(element, name, frame);
    else if (name === "html" && scope.top) {
      this.language = collapsedPrefix(dom.attribute(element, "lang") ?? "", LIMITS.languageBytes);
    } else if (name === "title" && scope.top && this.title === null) {
      this.title = collapsedPrefix(dom.textContent(element) ?? "", LIMITS.titleBytes);
    }
  }

  private menus(element: Element): JumpMenus {
    const page = dom.ownerDocument(element) ?? document;
    const menus = this.jumpMenus.get(page) ?? new JumpMenus(page);
    this.jumpMenus.set(page, menus);
    return menus;
  }

  /** What is no link for readers, but may lead on all the same. */
  private enterOther(element: Element, name: string, frame: Frame): void {
    const leadsTo = ({ address, place }: UnnamedLink) => this.findLink(element, "link", frame, address, place);
    if (name === "form") frame.inForm = true;
    else if (name === "select") frame.jumps = this.menus(element).enter(element, frame.inForm);
    else if (name === "script") this.scriptLinks.take(element).forEach(leadsTo);
    else if (name === "option" && frame.jumps) this.menus(element).linksOf(element).forEach(leadsTo);
    else {
      const address = shownAddress(element, name, frame.muted);
      // A page of another host is shown as in a frame.
      if (name !== "meta" && isElsewhere(element, address) && !namesDataFile(address)) this.findLink(element, "iframe", frame, address);
      else if (address !== "") leadsTo({ address, place: "" });
    }
  }

  /** With scripting, the content of a <noscript> is text; a reader without scripting sees links. */
  private enterNoscript(element: Element, frame: Frame): void {
    const html = dom.textContent(element) ?? "";
    if (!/<(a|area|embed|frame|iframe|link|object)\s/i.test(html)) return;
    this.noscriptUnits += html.length;
    if (this.noscriptUnits > MAX_NOSCRIPT_UNITS) {
      this.truncated = true;
      return;
    }
    const body = dom.parsedBody(html);
    if (body === null) return;
    const { scope, around } = frame;
    this.push({ scope, parent: frame, next: dom.firstChild(body), muted: true, inBody: true, around });
  }

  private enterFrame(element: Element, name: "iframe" | "frame", frame: Frame): void {
    const inside = dom.frameContent(element, name);
    if (inside !== null) this.pushDocument(inside, frame);
  }

  private leave(frame: Frame): void {
    const { scope } = frame;
    for (const slice of [frame.heading, frame.block]) {
      if (slice) slice.end = scope.text.size;
    }
    for (const link of frame.links ?? []) {
      link.text.end = scope.text.size;
      link.imagesEnd = scope.images.length;
      link.signs = scope.signs - link.signs;
    }
    if (frame.separates && scope.top) this.words.separate();
    this.stack.pop();
  }

  /** What people would copy into the address bar. */
  private textLinks(data: string, top: Frame, slice: Slice): void {
    if (top.element === null) return;
    for (const address of filesInText(data)) {
      const link = this.pushLink(top.element, "link", top, address, "@text");
      if (link !== null) Object.assign(link, { text: slice, signs: 0, block: blockAround(top) });
    }
  }

  private findLink(element: Element, name: LinkName, frame: Frame, address: string | null, place = ""): void {
    const found = address === null ? null : this.pushLink(element, name, frame, address, place);
    if (found === null) return;
    frame.links ??= [];
    frame.links.push(found);
  }

  /** Null when there is no room for it. */
  private pushLink(element: Element, name: LinkName, frame: Frame, address: string, place: string): Found | null {
    const written = dom.inEncodingOf(dom.ownerDocument(element) ?? document, address.toWellFormed());
    if (utf8Length(written) > LIMITS.writtenBytes) {
      if (hasOtherScheme(written)) return null;
      this.truncated = true;
      this.linksCut++;
      return null;
    }
    const tagPath = pathOf(frame) + (place === "" || frame.depth >= LIMITS.pathDepth ? "" : `/${place}`);
    this.units += tagPath.length + written.length;
    if (this.found.length >= LIMITS.linksPerPage || this.units > MAX_LINK_UNITS) {
      this.truncated = true;
      this.linksCut++;
      return null;
    }
    const { scope } = frame;
    const found: Found = {
      scope,
      node: element,
      element: name,
      written,
      tagPath,
      title: dom.attribute(element, "title") ?? "",
      rel: dom.attribute(element, "rel") ?? "",
      hints: hintsOf(dom.attributeNames(element), (attribute) => dom.attribute(element, attribute)),
      alt: name === "area" ? (dom.attribute(element, "alt") ?? "") : "",
      text: { begin: scope.text.size, end: scope.text.size },
      firstImage: scope.images.length,
      imagesEnd: scope.images.length,
      signs: scope.signs,
      heading: scope.heading,
      block: frame.parent === null ? null : blockAround(frame.parent),
    };
    this.found.push(found);
    return found;
  }

  /** Without its fragment: a press on a link to `#` changes it, and with it no address. */
  private baseOf(page: Document): number {
    const base = dom.baseUri(page).toWellFormed().replace(/#.*$/s, "");
    const known = this.baseIndex.get(base);
    if (known !== undefined) return known;
    this.baseIndex.set(base, this.bases.length);
    return this.bases.push(base) - 1;
  }
}

function isElsewhere(element: Element, address: string): boolean {
  const url = URL.canParse(address, dom.baseUri(element)) ? new URL(address, dom.baseUri(element)) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== location.hostname;
}

/** `data:` and `javascript:` are no address of the web, however long: nothing is lost with them. */
function hasOtherScheme(written: string): boolean {
  const scheme = /^\s*([^:/?#]*):/.exec(written)?.[1];
  return scheme !== undefined && !/^https?$/i.test(scheme);
}

function leadsToSource(link: Element): boolean {
  const at = (name: string) => dom.attribute(link, name) ?? "";
  return namesLinkSource(at("rel"), at("type")) || (comesNext(at("rel"), at("as")) && namesDataFile(trimmed(at("href"))));
}
