// Curves with a band of one standard deviation; a click in the legend hides a policy everywhere.
import uPlot from "uplot";
import type { Curves } from "./data.ts";
import { make } from "./dom.ts";

/** Told apart also by people who see few colours. Light scheme, dark scheme. */
const COLOURS = [
  ["#166a78", "#5cc0d0"],
  ["#b3560a", "#f0a159"],
  ["#7a3fa0", "#c79be6"],
  ["#3d7a1f", "#96cc74"],
  ["#a3201c", "#ff9a94"],
  ["#3355bb", "#95aef5"],
  ["#7d6608", "#dcc253"],
  ["#8c2f63", "#f09cc8"],
  ["#4d5b61", "#aebcc2"],
] as const;

const dark = matchMedia("(prefers-color-scheme: dark)");

/** Paper is white whatever the screen's scheme. */
let printing = false;

function isDark(): boolean {
  return dark.matches && !printing;
}

function colour(index: number): string {
  const pair = COLOURS[index % COLOURS.length] ?? COLOURS[0];
  return pair[isDark() ? 1 : 0];
}

function ink(): string {
  return isDark() ? "#9fb0b6" : "#566268";
}

function grid(): string {
  return isDark() ? "#2b3639" : "#e3e9eb";
}

interface Plot {
  curves: Curves;
  chart: uPlot;
  box: HTMLElement;
}

const plots: Plot[] = [];
/** Policies in the order in which the page first shows them: one colour each on the whole page. */
const order: string[] = [];

function place(policy: string): number {
  if (!order.includes(policy)) order.push(policy);
  return order.indexOf(policy);
}

function hideEverywhere(policy: string, show: boolean): void {
  for (const { curves, chart } of plots) {
    const index = curves.series.findIndex((series) => series.policy === policy);
    const column = 1 + index * 3;
    if (index < 0 || chart.series[column]?.show === show) continue;
    chart.batch(() => {
      for (const part of [0, 1, 2]) chart.setSeries(column + part, { show });
    });
  }
}

/** Columns: x, then mean, upper and lower edge of the band for each policy. */
function columnsOf(curves: Curves): uPlot.AlignedData {
  const columns: number[][] = [curves.x];
  for (const { mean, deviation } of curves.series) {
    columns.push(mean);
    columns.push(mean.map((value, at) => value + (deviation[at] ?? 0)));
    columns.push(mean.map((value, at) => Math.max(0, value - (deviation[at] ?? 0))));
  }
  return columns as uPlot.AlignedData;
}

export interface Axes {
  x: string;
  y: string;
  format: (value: number) => string;
}

function options(curves: Curves, axes: Axes, width: number): uPlot.Options {
  const axis = (label: string): uPlot.Axis => ({
    label,
    labelSize: 18,
    stroke: ink,
    grid: { stroke: grid, width: 1 },
    ticks: { stroke: grid, width: 1 },
    values: (_, splits) => splits.map(axes.format),
  });
  const value = (_: uPlot, number: number | null): string =>
    number === null ? "–" : axes.format(number);
  const series: uPlot.Series[] = [{ label: axes.x, value }];
  const bands: uPlot.Band[] = [];
  curves.series.forEach(({ policy }, index) => {
    const own = place(policy);
    const edge: uPlot.Series = { label: "", stroke: "transparent", width: 0, points: { show: false } };
    series.push({ label: policy, value, stroke: () => colour(own), width: 2, points: { show: false } });
    series.push(edge, { ...edge });
    bands.push({ series: [index * 3 + 2, index * 3 + 3], fill: () => `${colour(own)}2e` });
  });
  return {
    width,
    height: Math.max(240, Math.round(width * 0.55)),
    series,
    bands,
    scales: { x: { time: false }, y: { range: (_, __, most) => [0, Math.max(most * 1.04, 1)] } },
    axes: [axis(axes.x), { ...axis(axes.y), size: 64 }],
    hooks: {
      setSeries: [(chart, index) => {
        const shown = index === null ? undefined : chart.series[index];
        const policy = index === null ? undefined : curves.series[(index - 1) / 3]?.policy;
        if (policy !== undefined && shown !== undefined) hideEverywhere(policy, shown.show === true);
      }],
    },
  };
}

/** The legend gets an entry a column: the edges of bands are not for people. */
function hideEdges(chart: uPlot): void {
  chart.root.querySelectorAll<HTMLElement>(".u-series").forEach((entry, index) => {
    if (index > 0 && (index - 1) % 3 !== 0) entry.hidden = true;
  });
}

function widthOf(box: HTMLElement): number {
  return Math.max(280, Math.floor(box.clientWidth));
}

export function curvesOf(title: string, curves: Curves, axes: Axes): HTMLElement {
  const box = make("div", { class: "chart" });
  // The width is known once the page is laid out.
  requestAnimationFrame(() => {
    const chart = new uPlot(options(curves, axes, widthOf(box)), columnsOf(curves), box);
    hideEdges(chart);
    plots.push({ curves, chart, box });
  });
  return make("figure", {}, make("figcaption", {}, title), box);
}

function redraw(): void {
  for (const { chart } of plots) chart.redraw(false, true);
}

addEventListener("resize", () => {
  for (const { chart, box } of plots) {
    const width = widthOf(box);
    if (width !== chart.width) chart.setSize({ width, height: Math.max(240, Math.round(width * 0.55)) });
  }
});
dark.addEventListener("change", redraw);
for (const [event, state] of [["beforeprint", true], ["afterprint", false]] as const) {
  addEventListener(event, () => {
    printing = state;
    redraw();
  });
}
