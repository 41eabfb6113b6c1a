// A plain name for a group of links: the heading above it, else what its list is called in the page's
// classes and ids, else its first links.
import { words } from "./words.ts";

const MAX_NAME = 60;

/** Names that say how a thing looks or where it is laid out, not what it is. */
const EMPTY_WORDS = new Set(
  (
    "a active all animated area aux block body bold border bottom box btn button card cards cell center clear clearfix cls " +
    "col cols column columns container content contents css current dark default depth div el element elements " +
    "even fade field first fixed flex float fluid font full grid group half has hidden href html icon id img inline inner " +
    "is item items js large last layout lead left level lg li light line link links list lists main margin md " +
    "medium menu-item middle mobile mr ml mt mb module more na no none normal note odd ol one outer p pad " +
    "padding page pane panel part primary pull px py responsive right root row rows section section-inner " +
    "secondary shadow show single site size sm small span stack table tbody td text th thead title top tr txt two " +
    "type ui ul unstyled view views visible w widget wide width wrap wrapper wp xs xl"
  ).split(" "),
);
const LANDMARKS = ["nav", "header", "footer", "aside"] as const;

function cut(text: string): string {
  const plain = text.replaceAll(/\s+/g, " ").trim();
  return plain.length <= MAX_NAME ? plain : `${plain.slice(0, MAX_NAME - 1).trimEnd()}…`;
}

/** The words of one class or id: `pubList_2` has `pub` and `list`. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 2);
}

/** Whether a class or id was made by a program: `css-1q8xz0`, `x9f3a2b`. */
function isMade(name: string): boolean {
  return (name.match(/\d/g)?.length ?? 0) > 2 || name.length > 40;
}

/** The name of the nearest element of a tag path that has one that tells something. */
function nameInPath(tagPath: string): string | null {
  const elements = tagPath.split("/").filter(Boolean).reverse();
  for (const element of elements) {
    const [tag = "", ...names] = element.split(/[.#]/);
    if (tag === "html" || tag === "body") return null;
    const best = names
      .filter((name) => !isMade(name))
      .map(wordsOf)
      .filter((parts) => parts.some((part) => !EMPTY_WORDS.has(part)))
      .sort((a, b) => b.length - a.length)[0];
    if (best !== undefined) return best.join(" ");
    const landmark = LANDMARKS.find((name) => name === tag);
    if (landmark !== undefined) return words(`landmark_${landmark}`);
  }
  return null;
}

function nameByLinks(anchors: string[]): string | null {
  const texts = [...new Set(anchors.map(cut).filter((text) => text !== ""))].slice(0, 2);
  return texts.length === 0 ? null : cut(texts.join(", "));
}

export interface Nameable {
  /** Missing where only the crawl knows the group. */
  heading?: string;
  tagPath: string;
  anchors: string[];
}

export function groupName({ heading, tagPath, anchors }: Nameable): string {
  if (heading !== undefined && heading.trim() !== "") return cut(heading);
  const name = nameInPath(tagPath) ?? nameByLinks(anchors) ?? words("group_unnamed");
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}
