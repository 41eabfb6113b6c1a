// What stands apart from the lists of a page: banners about cookies, pickers of days, stars to rate by, surveys, shows of pictures.
// Names alone are no proof of it: lists of surveys, calendars of releases and galleries of charts are called the same.
import { leadsNowhere } from "./buttons.ts";
import * as dom from "./dom.ts";
import { kindsSetApart } from "./promises.ts";
import { namesDataFile } from "./written_addresses.ts";

const NAME_UNITS = 500;
/** So far around a control names of classes tell what it is for. */
const REACH = 6;
const MAX_LOOKED = 500;
/** Of a month; a pager has fewer numbers. */
const MIN_DAYS = 25;
/** Beside fields to fill in: fewer links are about privacy and the like. */
const MIN_LINKS_BESIDE_FIELDS = 5;
const CONTENT = "main,[role=main],h1";
export const DIALOG = "dialog,[role=dialog],[role=alertdialog],[aria-modal=true]";
const FIELDS = "input:not([type=hidden i]),textarea,select,[role=radio],[role=slider]";
const ITEM = "li,tr,dd,article";

export function namesOf(element: Element): string {
  return ["class", "id", "aria-label"].map((name) => (dom.attribute(element, name) ?? "").slice(0, NAME_UNITS)).join(" ");
}

function picksDays(holder: Element): boolean {
  const days = dom.selectAll(holder, "td,button,[role=gridcell],span,a").slice(0, MAX_LOOKED)
    .map((cell) => (dom.textContent(cell) ?? "").trim()).filter((text) => /^(?:[1-9]|[12]\d|3[01])$/.test(text));
  return new Set(days).size >= MIN_DAYS;
}

function linksIn(holder: Element): Element[] {
  const isOther = (href: string) => leadsNowhere(href) || /^(?:mailto|tel):|\.(?:jpe?g|png|gif|webp|avif|svg)(?:$|[?#])/i.test(href);
  return dom.selectAll(holder, "a[href]").slice(0, MAX_LOOKED).filter((link) => !isOther(dom.attribute(link, "href")?.trim() ?? ""));
}

/** Whether something of such a name holds what people come for. */
function holdsContent(holder: Element, kind: string): boolean {
  if (dom.closest(holder, DIALOG) === null && dom.selectAll(holder, CONTENT).length > 0) return true;
  // A banner links to its policy, as a PDF or not.
  const links = kind === "cookies" ? [] : linksIn(holder);
  if (links.some((link) => namesDataFile(dom.attribute(link, "href") ?? ""))) return true;
  if (links.length === 0 || picksDays(holder)) return false;
  if (kind === "show" || links.length >= MIN_LINKS_BESIDE_FIELDS) return true;
  const isListed = links.length > 1 || links.some((link) => dom.closest(link, ITEM) !== null);
  return isListed && dom.selectAll(holder, FIELDS).length === 0;
}

export class SetApart {
  private readonly known = new Map<string, Map<Element, boolean>>();
  /** Of what stands around many controls. */
  private readonly kinds = new Map<Element, readonly string[]>();

  /** Whether a control is a part of such a thing. */
  holds(control: Element): boolean {
    // A fold asks for nothing, whatever it is about.
    const folds = dom.attribute(control, "aria-expanded") !== null;
    return [...this.around(control)].some(([kind, holders]) => !this.haveContent(kind, holders) &&
      !(folds && kind !== "cookies" && !holders.some(picksDays)));
  }

  /** Whether it is a part of a show that has more to show than pictures. */
  isInShow(control: Element): boolean {
    return this.haveContent("show", this.around(control).get("show") ?? []);
  }

  /** The arrows of a show have names like the whole of it, which holds the rest. */
  private haveContent(kind: string, holders: readonly Element[]): boolean {
    const known = this.known.get(kind) ?? new Map<Element, boolean>();
    this.known.set(kind, known);
    return holders.some((holder) => {
      const holds = known.get(holder) ?? holdsContent(holder, kind);
      known.set(holder, holds);
      return holds;
    });
  }

  private kindsOf(element: Element): readonly string[] {
    const kinds = this.kinds.get(element) ?? kindsSetApart(namesOf(element));
    this.kinds.set(element, kinds);
    return kinds;
  }

  /** What is named so around it, by kind. */
  private around(control: Element): Map<string, Element[]> {
    const found = new Map<string, Element[]>();
    let next: Element | null = control;
    for (let up = 0; up <= REACH && next !== null && dom.htmlName(next) !== "body"; up++) {
      for (const kind of this.kindsOf(next)) found.set(kind, [...(found.get(kind) ?? []), next]);
      next = dom.parentAcrossShadow(next);
    }
    return found;
  }
}
