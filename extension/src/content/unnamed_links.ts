// What leads on from an element that is no link for readers, or that is one to elsewhere: what its
// attributes and its text name for the page's scripts; as in native-host/src/html/unnamed_links.hpp.
import * as dom from "./dom.ts";
import { refreshAddress, shownDocument } from "./elements.ts";
import { addressesSentTo, addressInHandler, type FilledAddress, filledAddress, filesInScript, HANDLER_UNITS, openedAddress } from "./script_addresses.ts";
import { tagPathToken } from "./tag_path.ts";
import { asciiLower, collapse, trimmed } from "./text.ts";
import { fileInViewer, isClearlyAddress, mayBeAddress, namesDataFile, pathIn } from "./written_addresses.ts";

export const MAX_OF_ELEMENT = 5_000;
const MAX_SCRIPT_LINKS = 10_000;
const MAX_SCRIPT_UNITS = 16 * 1024 * 1024;
const FRAMES: ReadonlySet<string> = new Set(["iframe", "frame", "embed"]);
const LIKE_LINKS: ReadonlySet<string> = new Set(["a", "tr"]);
/** Elsewhere a name alone is what a file is to be called. */
const OF_ADDRESSES: ReadonlySet<string> = new Set(["href", "url", "src", "link", "file", "pdf"]);

export interface UnnamedLink {
  /** Below the element in the tag path: `@onclick`; empty: the element itself. */
  place: string;
  address: string;
}

function at(element: Element, name: string): string {
  return dom.attribute(element, name) ?? "";
}

/** Of an attribute that holds nothing but an address. */
function isAddressToGoTo(value: string): boolean {
  return !value.includes(" ") && mayBeAddress(value);
}

/** Of `data-name`. */
function namesLink(element: Element, name: string, value: string): boolean {
  if (name === "href" && isAddressToGoTo(value)) return true;
  if (name === "url" || name === "link") {
    // Of others that is often where a widget gets its content, or sends something.
    const likeLink = LIKE_LINKS.has(dom.localName(element)) || at(element, "role") === "link";
    if (likeLink && isAddressToGoTo(value)) return true;
  }
  return namesDataFile(value) && (pathIn(value).includes("/") || OF_ADDRESSES.has(name));
}

/** The addresses that a text of JavaScript leads to. */
function linksInHandler(handler: string, place: string): UnnamedLink[] {
  const sends = addressInHandler(handler) || openedAddress(handler);
  const files = filesInScript(handler.slice(0, HANDLER_UNITS), MAX_OF_ELEMENT).filter((file) => file !== sends);
  return (sends === "" ? files : [sends, ...files]).map((address) => ({ place, address }));
}

const PRESSES: ReadonlySet<string> = new Set([
  "onclick", "ondblclick", "onmousedown", "onmouseup", "onpointerdown", "onpointerup", "ontouchend",
]);
const NO_OTHER_SOURCE: ReadonlySet<string> = new Set(["iframe", "frame", "embed", "script", "img"]);

/** What an address becomes with what a control says; "" for none. */
function filledWith({ before, after }: FilledAddress, value: string): string {
  const address = before + value + after;
  return value !== "" && isAddressToGoTo(address) ? address : "";
}

function linksInPress(element: Element, name: string): UnnamedLink[] {
  const handler = trimmed(at(element, name));
  const links = linksInHandler(handler, `@${name}`);
  const filled = filledAddress(handler);
  const address = filled?.field === "" ? filledWith(filled, trimmed(at(element, "value"))) : "";
  return address === "" ? links : [...links, { place: `@${name}`, address }];
}

/** Of attributes that hold an address which no reader of pages follows. */
function describesAddress(element: Element, name: string, value: string): boolean {
  const tag = dom.htmlName(element);
  if (name === "longdesc") return isAddressToGoTo(value);
  if (name === "src") return !NO_OTHER_SOURCE.has(tag) && namesDataFile(value);
  if (name === "content" && tag === "meta") {
    const says = dom.attribute(element, "itemprop") !== null || at(element, "name").startsWith("citation_");
    return says && namesDataFile(value);
  }
  const said = name === "resource" || name === "cite" || (name === "value" && tag === "param");
  return said && namesDataFile(value);
}

function scriptOfHref(href: string): string {
  const script = /^javascript:(.*)$/is.exec(href)?.[1]?.slice(0, HANDLER_UNITS) ?? "";
  try {
    return decodeURIComponent(script);
  } catch {
    return script;
  }
}

/** What `data-` attributes, `onclick` and an href `javascript:` name; not what href says already. */
export function linksInAttributes(element: Element): UnnamedLink[] {
  const links: UnnamedLink[] = [];
  const href = at(element, "href");
  for (const name of dom.attributeNames(element)) {
    if (name.startsWith("data-") && /^[\t\n\f\r ]*[{[]/.test(at(element, name))) {
      const place = tagPathToken(`@${name}`, "", "");
      links.push(...filesInScript(at(element, name), MAX_OF_ELEMENT).map((address) => ({ place, address })));
    } else if (name.startsWith("data-")) {
      const address = trimmed(at(element, name));
      if (address !== href && namesLink(element, name.slice(5), address)) {
        links.push({ place: tagPathToken(`@${name}`, "", ""), address });
      }
    } else if (PRESSES.has(name)) links.push(...linksInPress(element, name));
    else if (describesAddress(element, name, trimmed(at(element, name)))) {
      links.push({ place: tagPathToken(`@${name}`, "", ""), address: trimmed(at(element, name)) });
    } else if (name === "href") links.push(...linksInHandler(scriptOfHref(trimmed(href)), ""));
    const tag = dom.localName(element);
    const shown = (name === "src" && FRAMES.has(tag)) || (name === "data" && tag === "object");
    const file = name === "href" || shown ? fileInViewer(trimmed(at(element, name))) : "";
    if (file !== "") links.push({ place: tagPathToken("@viewer", "", ""), address: file });
  }
  return links.filter(({ address }) => address !== href).slice(0, MAX_OF_ELEMENT);
}

/** Of what is no link for readers, but leads on all the same: <meta>, <embed>, <object>. */
export function shownAddress(element: Element, name: string, muted: boolean): string {
  // In a <noscript> it sends those away who have no scripts.
  if (name === "meta") {
    return !muted && at(element, "http-equiv").toLowerCase() === "refresh" ? refreshAddress(at(element, "content")) : "";
  }
  if (name === "embed") return shownDocument(at(element, "src"), at(element, "type"));
  return name === "object" ? shownDocument(at(element, "data"), at(element, "type")) : "";
}

/** Whether choosing in this <select> leads to the address that is chosen. */
export function isJumpMenu(select: Element, inForm: boolean): boolean {
  const handler = asciiLower(at(select, "onchange").slice(0, HANDLER_UNITS));
  if (["location", "jump", "open("].some((word) => handler.includes(word))) return true;
  const isField = inForm || dom.attribute(select, "form") !== null;
  return !isField || at(select, "name") === "";
}

/** Lists of which choosing leads to an address. */
export class JumpMenus {
  /** Of buttons and forms whose handlers send to what a list says. */
  private readonly elsewhere: FilledAddress[] = [];
  private jumps = false;
  private filled: FilledAddress[] = [];

  constructor(page: Document) {
    for (const element of dom.selectAll(page, "[onclick],[onsubmit]")) {
      for (const name of ["onclick", "onsubmit"]) {
        const filled = this.elsewhere.length < MAX_OF_ELEMENT ? filledAddress(at(element, name)) : null;
        if (filled !== null && filled.field !== "") this.elsewhere.push(filled);
      }
    }
  }

  /** A <select> begins: whether choosing in it may lead somewhere. */
  enter(select: Element, inForm: boolean): boolean {
    const handler = at(select, "onchange");
    this.jumps = isJumpMenu(select, inForm);
    const own = filledAddress(handler);
    const isOwn = ({ field }: FilledAddress) => field === at(select, "name") || field === at(select, "id");
    const first = own !== null && (own.field === "" || isOwn(own)) ? [own] : [];
    this.filled = [...first, ...this.elsewhere.filter(isOwn)];
    return this.jumps || this.filled.length > 0;
  }

  /** Where an <option> of it leads. */
  linksOf(option: Element): UnnamedLink[] {
    if (dom.attribute(option, "disabled") !== null) return [];
    const written = dom.attribute(option, "value");
    const value = written === null ? collapse(dom.textContent(option) ?? "") : trimmed(written);
    const links = ["data-url", "data-link"]
      .map((name) => ({ place: tagPathToken(`@${name}`, "", ""), address: trimmed(at(option, name)) }))
      .filter(({ address }) => this.jumps && isAddressToGoTo(address));
    if (this.jumps && this.filled.length === 0 && written !== null && isClearlyAddress(value)) links.push({ place: "", address: value });
    const made = this.filled.map((filled) => filledWith(filled, value)).filter((address) => address !== "");
    return [...links, ...made.map((address) => ({ place: "", address }))].slice(0, MAX_OF_ELEMENT);
  }
}

/** The data files whose addresses stand in a text as people write them, as `https://...`. */
export function filesInText(text: string): string[] {
  if (!text.includes("://")) return [];
  const written = text.match(/https?:\/\/[^ \t\r\n\f<>"']*/gi) ?? [];
  // What ends a sentence, and the bracket around it.
  return written.map((address) => address.replace(/[.,;:!?)\]]+$/, "")).filter(namesDataFile);
}

/** The addresses in a page's scripts, each once: of files, and those they send the browser to. */
export class ScriptLinks {
  private readonly known = new Set<string>();
  private units = 0;

  /** There was no room for more. */
  get full(): boolean {
    return this.known.size >= MAX_SCRIPT_LINKS;
  }

  /** Those of one <script> that were not found before; none of what is neither JavaScript nor JSON. */
  take(script: Element): UnnamedLink[] {
    const type = asciiLower(trimmed(at(script, "type")));
    const runs = type === "" || type === "module" || /(?:javascript|ecmascript)/.test(type);
    if (!runs && !type.includes("json")) return [];
    const text = (dom.textContent(script) ?? "").slice(0, MAX_SCRIPT_UNITS - this.units).toWellFormed();
    this.units += text.length;
    const files = filesInScript(text, MAX_SCRIPT_LINKS).map((address) => ({ place: "", address }));
    const sends = runs ? addressesSentTo(text, MAX_SCRIPT_LINKS).map((address) => ({ place: "@sends", address })) : [];
    const fresh: UnnamedLink[] = [];
    for (const link of [...files, ...sends]) {
      if (this.full) break;
      if (this.known.has(link.address)) continue;
      this.known.add(link.address);
      fresh.push(link);
    }
    return fresh;
  }
}
