// What a page tells beside its contents: messages that are set off, and numbers that stand at links. The same as in
// native-host/src/content/told.cpp.
import type { TabCount, TabMessage, TabTold } from "../host/protocol/tabs.ts";
import * as dom from "./dom.ts";
import { asciiLower, collapse, utf8Length, utf8Prefix } from "./text.ts";

/** As in wasm-core/include/tagtrail/traces.hpp. */
const MAX_MESSAGES = 20;
const MAX_COUNTS = 50;
const MESSAGE_BYTES = 300;
const NAMES_BYTES = 200;

/** Names of what shows messages hold one of these. What they mean, the host knows. */
const MESSAGE = ["alert", "callout", "flash", "growl", "message", "msg", "notice", "notif", "result", "snackbar", "status", "success", "toast", "updated"];
const COUNT = ["badge", "bubble", "count", "notif", "num", "pill", "unread"];
const WHOLE_PAGE: ReadonlySet<string> = new Set(["html", "body", "main", "form"]);
const PRESSED = "a,button,option,label";
const WITHIN = 2;
const NUMBER = /^\d{1,5}$/;
const MAX_LINK_UNITS = 2048;
/** What presses bring is not told by the answer. */
const MAX_READINGS = 4;

interface Named {
  element: Element;
  names: string;
  text: string;
  message: boolean;
  count: boolean;
}

function namesOf(element: Element): string {
  const names = ["class", "id", "role"].map((name) => dom.attribute(element, name) ?? "").join(" ");
  return utf8Prefix(collapse(names.toWellFormed()), NAMES_BYTES);
}

function namedOn(page: Document): Map<Element, Named> {
  const found = new Map<Element, Named>();
  for (const element of dom.selectAll(page, "[class],[id],[role]")) {
    const names = namesOf(element);
    const lower = asciiLower(names);
    const has = (parts: readonly string[]) => parts.some((part) => lower.includes(part));
    const message = has(MESSAGE) && !WHOLE_PAGE.has(dom.htmlName(element)) && dom.closest(element, PRESSED) === null;
    const count = has(COUNT);
    if (message || count) found.set(element, { element, names, text: collapse((dom.textContent(element) ?? "").toWellFormed()), message, count });
  }
  return found;
}

function aroundOf(named: Named, all: ReadonlyMap<Element, Named>): Named[] {
  const around: Named[] = [];
  for (let next = dom.parentElement(named.element); next !== null; next = dom.parentElement(next)) {
    const outer = all.get(next);
    if (outer?.message) around.push(outer);
  }
  return around;
}

function messagesIn(all: ReadonlyMap<Element, Named>): TabMessage[] {
  const messages = [...all.values()].filter(({ message, text }) => message && text !== "");
  const around = new Map(messages.map((named) => [named, aroundOf(named, all)]));
  const holders = new Set([...around.values()].flat());
  return messages.filter((named) => !holders.has(named) && utf8Length(named.text) <= MESSAGE_BYTES).slice(0, MAX_MESSAGES)
    .map((named) => ({
      names: named.names,
      within: (around.get(named) ?? []).slice(0, WITHIN).map(({ names }) => names).join(" "),
      text: named.text,
    }));
}

/**
 * Whether a number stands in the address of its link, behind the host: pagers and lists of how many to show say so where they
 * lead ("20", `?limit=20`). It counts nothing.
 */
function namesItself({ pathname, search }: URL, number: string): boolean {
  return new RegExp(`(?<!\\d)${number}(?!\\d)`).test(pathname + search);
}

/**
 * Right before it. The one that a list of pages or of how many to show is at has no link: the link before it leads to another
 * number, and this is no count of what is there.
 */
function linkBefore(element: Element): Element | null {
  const before = dom.previousElement(element);
  if (before === null || dom.closest(before, "a[href]") !== before) return null;
  return NUMBER.test(collapse((dom.textContent(before) ?? "").toWellFormed())) ? null : before;
}

function countsIn(all: ReadonlyMap<Element, Named>): TabCount[] {
  const counts = new Map<string, number>();
  for (const { element, text, count } of all.values()) {
    if (!count || !NUMBER.test(text)) continue;
    const link = dom.closest(element, "a[href]") ?? linkBefore(element);
    const href = link === null ? null : dom.attribute(link, "href");
    if (href === null || !URL.canParse(href, dom.baseUri(element))) continue;
    const address = new URL(href, dom.baseUri(element));
    const url = address.href;
    if (namesItself(address, text)) continue;
    if (url.length <= MAX_LINK_UNITS && !counts.has(url) && counts.size < MAX_COUNTS) counts.set(url, Number(text));
  }
  return [...counts].map(([link, number]) => ({ link, number }));
}

/** Messages and counts of the first readings of a page: some messages are taken away after a while. */
export class Told {
  private readonly messages = new Map<string, TabMessage>();
  private counts: TabCount[] = [];
  private readings = 0;

  read(page: Document): void {
    if (++this.readings > MAX_READINGS) return;
    const all = namedOn(page);
    for (const message of messagesIn(all)) {
      if (this.messages.size < MAX_MESSAGES) this.messages.set(JSON.stringify(message), message);
    }
    this.counts = countsIn(all);
  }

  get all(): TabTold {
    return { messages: [...this.messages.values()], counts: this.counts };
  }
}
