// A map of the site: a rectangle a section, as large as its answers, coloured by files per answer.
import { hierarchy, treemap, treemapSquarify } from "d3-hierarchy";
import { count } from "../format.ts";
import { make } from "../dom.ts";
import type { Section } from "./data.ts";
import { visible } from "./visible.ts";

/** Files per answer from which on a colour begins. */
export const STEPS = [0, 0.02, 0.1, 0.25, 0.5, 0.75] as const;

/** The place in STEPS; a section without files has a colour of its own. */
export function stepOf({ files, answers }: Section): number {
  if (files === 0 || answers === 0) return 0;
  const share = files / answers;
  return Math.max(1, STEPS.findLastIndex((least) => share >= least));
}

export interface Rectangle {
  place: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Part {
  name: string;
  place?: number;
  answers?: number;
  children?: Part[];
}

/** Sections of one host, and of one folder, lie together. */
function partsOf(sections: readonly Section[]): Part {
  const root: Part = { name: "", children: [] };
  const groups = new Map<string, Part>();
  const groupOf = (key: string, within: Part): Part => {
    let group = groups.get(key);
    if (group === undefined) {
      groups.set(key, group = { name: key, children: [] });
      within.children?.push(group);
    }
    return group;
  };
  sections.forEach(({ host, path, answers }, place) => {
    const group = groupOf(`${host}/${path.split("/")[1] ?? ""}`, groupOf(host, root));
    group.children?.push({ name: path, place, answers });
  });
  return root;
}

export function layOut(sections: readonly Section[], width: number, height: number): Rectangle[] {
  const root = hierarchy(partsOf(sections)).sum(({ answers }) => answers ?? 0)
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
  return treemap<Part>().tile(treemapSquarify).size([width, height]).paddingInner(2).round(true)(root).leaves()
    .flatMap(({ data, x0, y0, x1, y1 }) => data.place === undefined ? []
      : [{ place: data.place, x: x0, y: y0, width: x1 - x0, height: y1 - y0 }]);
}

const SVG = "http://www.w3.org/2000/svg";

function draw(name: string, attributes: Record<string, string | number>, text = ""): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value));
  if (text !== "") element.textContent = text;
  return element;
}

/** About as wide as a letter of the map's labels. */
const LETTER = 7;
const LINE = 15;

function fitting(text: string, width: number): string {
  const room = Math.floor((width - 12) / LETTER);
  if (text.length <= room) return text;
  return room < 4 ? "" : `${text.slice(0, room - 1)}…`;
}

export function perAnswer({ files, answers }: Section): string {
  return answers === 0 ? "0" : (files / answers).toFixed(2);
}

export function treemapOf(sections: readonly Section[], names: readonly string[], chosen: (place: number) => void): HTMLElement {
  const box = make("div", { class: "treemap" });
  const show = (): void => {
    const width = Math.max(260, Math.floor(box.clientWidth));
    const height = Math.round(Math.min(460, Math.max(240, width * 0.45)));
    const map = draw("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "Map of the site's sections; the table below says the same" });
    for (const { place, x, y, width: w, height: h } of layOut(sections, width, height)) {
      const section = sections[place];
      if (section === undefined || w < 1 || h < 1) continue;
      const name = visible(names[place] ?? "");
      const group = draw("g", { class: `heat heat-${stepOf(section)}` });
      group.append(draw("title", {}, `${name}\n${count(section.answers)} answers, ${count(section.files)} files, ${perAnswer(section)} per answer`),
        draw("rect", { x, y, width: w, height: h }));
      if (h > LINE + 4) group.append(draw("text", { x: x + 6, y: y + LINE }, fitting(name, w)));
      if (h > 2 * LINE + 6) group.append(draw("text", { x: x + 6, y: y + 2 * LINE + 2, class: "small" }, fitting(`${count(section.files)} of ${count(section.answers)}`, w)));
      if (section.files > 0) {
        group.classList.add("can");
        group.addEventListener("click", () => chosen(place));
      }
      map.append(group);
    }
    box.replaceChildren(map);
  };
  let width = 0;
  new ResizeObserver(() => {
    if (box.clientWidth !== width) {
      width = box.clientWidth;
      show();
    }
  }).observe(box);
  return box;
}

export function legend(): HTMLElement {
  const text = (step: number): string => {
    const [least, next] = [STEPS[step] ?? 0, STEPS[step + 1]];
    if (step === 0) return "no files";
    return next === undefined ? `${least} and more` : step === 1 ? `up to ${next}` : `${least} to ${next}`;
  };
  return make("p", { class: "legend" }, "Files per answer (in the map: files of answers): ",
    ...STEPS.map((_, step) => make("span", {}, make("i", { class: `heat-${step}` }), text(step))));
}
