// Runs in the page's own world before any of its scripts, in a browser that the program has started for itself: nobody is there
// to close a dialog, and a page that shows one would stand still. Each is answered with no. And it notes which elements heed
// a pointer, which nothing but the page's scripts knows; choices.ts asks for that.
import { HEEDED, HEEDS_EVENT } from "./reading.ts";

window.alert = window.print = () => undefined;
window.confirm = () => false;
window.prompt = () => null;

/** An element with what libraries hang on it. */
type Hung = EventTarget & Record<string | symbol, unknown>;

const MAX_PROPERTIES = 100;
const { addEventListener } = EventTarget.prototype;
const { preventDefault, composedPath } = Event.prototype;
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
    return Reflect.apply(add, target, given);
  },
});

/**
 * Libraries that listen in one place for all their elements hang the handlers on these: React
 * (`__reactProps$x.onClick`), Svelte (`__click`), Solid (`$$click`).
 */
function hangsOn(element: Hung, types: readonly string[]): boolean {
  const isFor = (key: string, of: object) => typeof Reflect.get(of, key) === "function";
  if (types.some((type) => [`on${type}`, `__${type}`, `$$${type}`].some((key) => isFor(key, element)))) return true;
  return Object.keys(element).slice(0, MAX_PROPERTIES).some((key) => {
    const props = key.startsWith("__reactProps$") ? element[key] : null;
    if (typeof props !== "object" || props === null) return false;
    return Object.keys(props).some((name) => types.some((type) => name.toLowerCase() === `on${type}`) && isFor(name, props));
  });
}

interface JQuery {
  /** What is listened to at a node, by type; `selector`: for what is below it. */
  _data?(node: Node, name: "events"): Record<string, { selector?: string }[] | undefined> | undefined;
}

/** By jQuery, whose one listener stands for all below it that a selector finds. */
function isDelegated(target: Element, types: readonly string[]): boolean {
  const jQuery = Reflect.get(window, "jQuery") as JQuery | undefined;
  if (typeof jQuery?._data !== "function") return false;
  for (let at: Node | null = target; at !== null; at = at.parentNode) {
    const known = heeded.get(at);
    const listened = types.filter((type) => known?.has(type));
    const events = listened.length > 0 ? jQuery._data(at, "events") : undefined;
    const isMeant = ({ selector }: { selector?: string }) => selector !== undefined && target.matches(selector);
    if (listened.some((type) => events?.[type]?.some(isMeant))) return true;
  }
  return false;
}

for (const [what, types] of Object.entries(HEEDED)) {
  const answer = (event: Event) => {
    const [target] = composedPath.call(event);
    if (!(target instanceof Element)) return;
    const known = heeded.get(target);
    const listens = types.some((type) => known?.has(type)) || hangsOn(target as unknown as Hung, types);
    if (listens || isDelegated(target, types)) preventDefault.call(event);
  };
  addEventListener.call(window, `${HEEDS_EVENT}${what}`, answer, true);
}
