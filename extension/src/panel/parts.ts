// The parts of the panel that only show: each makes an element from what it is given.
import type { CurvePoint } from "../background/messages.ts";
import type { ErrorBody } from "../host/errors.ts";
import type { FoundFile, Progress, StopAdvice } from "../host/protocol.ts";
import { make, makeSvg, words } from "./dom.ts";
import { formatBytes } from "./format.ts";

const CURVE_WIDTH = 300;
const CURVE_HEIGHT = 90;

/** Errors that have a remedy of their own; the others show their text. */
const REMEDIES: Partial<Record<ErrorBody["code"], string>> = {
  missing_dependency: "remedy_missing_dependency",
  wrong_version: "remedy_wrong_version",
  busy: "remedy_busy",
  disk_full: "remedy_disk_full",
  refused: "remedy_refused",
  disconnected: "remedy_disconnected",
};

export function errorPart(error: ErrorBody): HTMLElement {
  const remedy = REMEDIES[error.code];
  const install =
    error.code === "missing_dependency" ? make("p", {}, make("code", {}, "./tagtrail install")) : null;
  return make(
    "div",
    { class: "error", role: "alert" },
    make("strong", {}, error.message),
    remedy === undefined ? null : make("p", {}, words(remedy)),
    install,
  );
}

export function numbersPart(progress: Progress, language: string): HTMLElement {
  const number = new Intl.NumberFormat(language);
  const entry = (key: string, value: string) =>
    make("div", {}, make("dt", {}, words(key)), make("dd", {}, value));
  return make(
    "dl",
    { class: "numbers" },
    entry("files", number.format(progress.targets)),
    entry("requests", number.format(progress.requests)),
    entry("pages", number.format(progress.pages)),
    entry("file_bytes", formatBytes(progress.targetBytes, language)),
    entry("known_urls", number.format(progress.knownUrls)),
    entry("open_links", number.format(progress.frontier)),
  );
}

/** How complete the job is, as far as one can tell. Rounded down: 100 % is said only of all. */
export function advicePart(advice: StopAdvice | null, language: string): HTMLElement {
  const percent = (share: number) => new Intl.NumberFormat(language).format(Math.floor(share * 100));
  if (advice === null) return make("p", { class: "advice soft" }, words("advice_too_early"));
  if (advice.low === 1) return make("p", { class: "advice" }, words("advice_all"));
  const { share, low, high } = advice;
  return make("p", { class: "advice" }, words("advice", percent(share), percent(low), percent(high)));
}

/** Points of the curve in the drawing's coordinates: requests to the right, files upwards. */
export function curvePoints(curve: CurvePoint[]): string {
  const [lastRequests, lastFiles] = curve.at(-1) ?? [0, 0];
  const toX = CURVE_WIDTH / Math.max(1, lastRequests);
  const toY = (CURVE_HEIGHT - 4) / Math.max(1, lastFiles);
  const points: CurvePoint[] = [[0, 0], ...curve];
  return points
    .map(([requests, files]) => {
      const y = CURVE_HEIGHT - 2 - files * toY;
      return `${(requests * toX).toFixed(1)},${y.toFixed(1)}`;
    })
    .join(" ");
}

export function curvePart(curve: CurvePoint[]): Element {
  const [requests, files] = curve.at(-1) ?? [0, 0];
  return makeSvg(
    "svg",
    {
      class: "curve",
      viewBox: `0 0 ${CURVE_WIDTH} ${CURVE_HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": words("curve_label", String(files), String(requests)),
    },
    makeSvg("polyline", { points: curvePoints(curve) }),
  );
}

export function filesPart(files: FoundFile[], language: string): HTMLElement {
  const rows = files.map((file) =>
    make(
      "li",
      { title: file.url },
      make("span", { class: "name" }, file.name),
      make("span", {}, formatBytes(file.bytes, language)),
      make("span", { class: "soft" }, file.mime),
    ),
  );
  return make(
    "section",
    {},
    make("h2", {}, words("newest_files")),
    rows.length === 0
      ? make("p", { class: "soft" }, words("no_files_yet"))
      : make("ul", { class: "files" }, ...rows),
  );
}
