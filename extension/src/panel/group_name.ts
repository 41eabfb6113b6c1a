// A plain name for a group of links, by what a person sees of it: the heading above it, else the part of
// the page that it is in, else its first links. Classes and ids say how a page is made, not what is on it.
import { words } from "./words.ts";

const MAX_NAME = 60;
const SAMPLES = 2;

const LANDMARKS = ["nav", "header", "footer", "aside"] as const;

function cut(text: string): string {
  const plain = text.replaceAll(/\s+/g, " ").trim();
  return plain.length <= MAX_NAME ? plain : `${plain.slice(0, MAX_NAME - 1).toWellFormed().trimEnd()}…`;
}

/** The nearest part of the page that browsers know as such. */
function landmarkOf(tagPath: string): string | null {
  for (const element of tagPath.split("/").reverse()) {
    const tag = element.split(/[.#]/)[0];
    const landmark = LANDMARKS.find((name) => name === tag);
    if (landmark !== undefined) return words(`landmark_${landmark}`);
  }
  return null;
}

function sampleOf(anchors: string[]): string | null {
  const texts = [...new Set(anchors.map(cut).filter((text) => text !== ""))].slice(0, SAMPLES);
  return texts.length === 0 ? null : texts.join(", ");
}

interface Nameable {
  /** Missing where only the crawl knows the group. */
  heading?: string;
  tagPath: string;
  anchors: string[];
}

export function groupName({ heading, tagPath, anchors }: Nameable): string {
  if (heading !== undefined && heading.trim() !== "") return cut(heading);
  const landmark = landmarkOf(tagPath);
  const sample = sampleOf(anchors);
  if (landmark === null && sample === null) return words("group_unnamed");
  const name = [landmark, sample].filter((part) => part !== null).join(": ");
  return cut(name.charAt(0).toLocaleUpperCase() + name.slice(1));
}
