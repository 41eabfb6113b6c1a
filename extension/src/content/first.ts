// Runs in the page's own world before any of its scripts, in a browser that the program has started for itself: nobody is there
// to close a dialog, and a page that shows one would stand still. Each is answered with no. And it notes which elements heed
// a pointer, which nothing but the page's scripts knows; choices.ts asks for that.
import { ASKED_EVENT, ASKS_EVENT, FRAGMENT_EVENT, HEEDED, HEEDS_EVENT } from "./reading.ts";

window.alert = window.print = () => undefined;
const MAX_ASKED = 20;
const MAX_QUESTION = 200;
const asked = new Set<string>();

function ask(question: unknown): void {
  if (asked.size < MAX_ASKED) asked.add(String(question).slice(0, MAX_QUESTION));
}

window.confirm = (question) => {
  ask(question ?? "");
  return false;
};
window.prompt = (question) => {
  ask(question ?? "");
  return null;
};

/** An element with what libraries hang on it. */
type Hung = EventTarget & Record<string | symbol, unknown>;

const MAX_PROPERTIES = 100;
/** Elements of a tree. */
const MAX_TOLD = 20_000;
const ALL_HEEDED = Object.values(HEEDED).flat();
const { addEventListener, dispatchEvent } = EventTarget.prototype;
const { composedPath } = Event.prototype;
const heeded = new WeakMap<EventTarget, Set<string>>();

function note(target: EventTarget, type: string): void {
  const types = heeded.get(target);
  if (types === undefined) heeded.set(target, new Set([type]));
  else types.add(type);
}

// A proxy says of itself that it is native code, as the page expects.
EventTarget.prototype.addEventListener = new Proxy(addEventListener, {
  apply(add, target: unknown, given: [string, ...unknown[]]) {
    if (target instanceof Node) note(target, String(given[0]));
    else if ((target ?? window) === window) note(window, String(given[0]));
    return Reflect.apply(add, target, given);
  },
});

/**
 * Libraries that listen in one place for all their elements hang the handlers on these: React
 * (`__reactProps$x.onClick`), Svelte (`__click`), Solid (`$$click`).
 */
function takeHung(element: Hung, types: Set<string>): void {
  const isFor = (key: string, of: object) => typeof Reflect.get(of, key) === "function";
  for (const type of ALL_HEEDED) if (isFor(`on${type}`, element)) types.add(type);
  for (const key of Object.keys(element).slice(0, MAX_PROPERTIES)) {
    const type = /^(?:__|\$\$)(\w+)$/.exec(key)?.[1];
    if (type !== undefined && isFor(key, element)) types.add(type);
    const props = key.startsWith("__reactProps$") ? element[key] : null;
    if (typeof props !== "object" || props === null) continue;
    for (const name of Object.keys(props)) if (name.startsWith("on") && isFor(name, props)) types.add(name.slice(2).toLowerCase());
  }
}

interface JQuery {
  /** What is listened to at a node, by type; `selector`: for what is below it. */
  _data?(node: Node, name: "events"): Record<string, { selector?: string }[] | undefined> | undefined;
}

/** By jQuery, whose one listener stands for all below it that a selector finds. */
function takeDelegated(target: Element, types: Set<string>): void {
  const jQuery = Reflect.get(window, "jQuery") as JQuery | undefined;
  if (typeof jQuery?._data !== "function") return;
  for (let at: Node | null = target; at !== null; at = at.parentNode) {
    const events = heeded.has(at) ? jQuery._data(at, "events") : undefined;
    if (events === undefined) continue;
    const isMeant = ({ selector }: { selector?: string }) => selector !== undefined && target.matches(selector);
    for (const type of ALL_HEEDED) if (events[type]?.some(isMeant) === true) types.add(type);
  }
}

/** Says of an element, to who has asked, what of HEEDED its page's scripts heed. */
function tell(element: Element): void {
  const types = new Set(heeded.get(element));
  takeHung(element as unknown as Hung, types);
  takeDelegated(element, types);
  if (types.size === 0) return;
  for (const [what, those] of Object.entries(HEEDED)) {
    if (!those.some((type) => types.has(type))) continue;
    dispatchEvent.call(element, new CustomEvent(`${HEEDS_EVENT}${what}`, { composed: true }));
  }
}

addEventListener.call(window, ASKS_EVENT, () => {
  for (const question of asked) dispatchEvent.call(document, new CustomEvent(ASKED_EVENT, { detail: question }));
}, true);

/** Whether scripts show something else where the fragment of the address changes. */
function heedsFragment(): boolean {
  return heeded.get(window)?.has(FRAGMENT_EVENT) === true || typeof window.onhashchange === "function";
}

addEventListener.call(window, HEEDS_EVENT, (event: Event) => {
  const [root] = composedPath.call(event);
  if (root === window && heedsFragment()) dispatchEvent.call(window, new CustomEvent(`${HEEDS_EVENT}${FRAGMENT_EVENT}`));
  if (!(root instanceof Node)) return;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  let left = MAX_TOLD;
  for (let node: Node | null = root; node !== null && left > 0; node = walker.nextNode(), left--) {
    if (node instanceof Element) tell(node);
  }
}, true);
