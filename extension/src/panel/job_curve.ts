// The curve of a job: files found against requests made.
import uPlot from "uplot";
import type { CurvePoint, JobView } from "../background/shown.ts";
import type { View } from "./view.ts";
import { make } from "./view.ts";
import { formatNumber } from "./format.ts";
import { foundWords } from "./found_words.ts";
import { words } from "./words.ts";

const HEIGHT = 130;
const LEAST_SPAN = 10;

/** Columns as uPlot takes them; every curve begins at nothing found for nothing asked. */
export function curveColumns(curve: readonly CurvePoint[]): [number[], number[]] {
  const points: CurvePoint[] = curve[0]?.[0] === 0 ? [...curve] : [[0, 0], ...curve];
  return [points.map(([requests]) => requests), points.map(([, files]) => files)];
}

function colour(element: Element, name: string): string {
  return getComputedStyle(element).getPropertyValue(name);
}

function axisOf(element: HTMLElement, label: string, size: number): uPlot.Axis {
  const style = getComputedStyle(element);
  return {
    label,
    size,
    labelSize: 16,
    gap: 3,
    font: `11px ${style.fontFamily}`,
    labelFont: `11px ${style.fontFamily}`,
    stroke: () => colour(element, "--curve-soft"),
    grid: { stroke: () => colour(element, "--curve-line"), width: 1 },
    ticks: { show: false },
    incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000],
    values: (_, values) => values.map((value) => formatNumber(value)),
  };
}

function optionsOf(element: HTMLElement, width: number, found: string): uPlot.Options {
  const upTo = (_: uPlot, __: number | null, most: number | null): [number, number] => [
    0,
    Math.max(LEAST_SPAN, most ?? 0),
  ];
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    padding: [6, 10, 0, 0],
    scales: { x: { time: false, range: upTo }, y: { range: upTo } },
    axes: [axisOf(element, words("requests"), 20), axisOf(element, found, 34)],
    series: [
      {},
      {
        stroke: () => colour(element, "--curve"),
        fill: () => colour(element, "--curve-under"),
        width: 2,
        points: { show: false },
      },
    ],
  };
}

export function curveView(): View<JobView> {
  const element = make("div", { class: "curve", role: "img" });
  let plot: uPlot | null = null;
  let data: [number[], number[]] = curveColumns([]);
  let drawn = "";
  let found = "";

  function draw(width: number): void {
    if (width === 0) return;
    if (plot === null) plot = new uPlot(optionsOf(element, width, found), data, element);
    else if (plot.width !== width) plot.setSize({ width, height: HEIGHT });
  }

  // Drawn once it has a width, and anew when the panel gets another one.
  new ResizeObserver(([entry]) => draw(Math.floor(entry?.contentRect.width ?? 0))).observe(element);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => plot?.redraw());

  return {
    element,
    update(job) {
      const { curve } = job;
      const [requests, files] = curve.at(-1) ?? [0, 0];
      const name = foundWords(job, "files");
      if (found !== name) {
        // What the job looks for is known a moment after its start; axes can't be renamed.
        found = name;
        const width = plot?.width ?? 0;
        plot?.destroy();
        plot = null;
        draw(width);
      }
      const label = foundWords(job, "curve_label", formatNumber(files), formatNumber(requests));
      if (drawn === label) return;
      drawn = label;
      element.setAttribute("aria-label", label);
      data = curveColumns(curve);
      plot?.setData(data);
    },
  };
}
