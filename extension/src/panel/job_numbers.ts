// The numbers of a job, in fixed places.
import type { Progress } from "../host/protocol/engine.ts";
import type { View } from "./view.ts";
import { make, setText } from "./view.ts";
import { formatBytes, formatNumber } from "./format.ts";
import { words } from "./words.ts";

const ENTRIES: [key: string, read: (progress: Progress) => string][] = [
  ["files", ({ targets }) => formatNumber(targets)],
  ["file_bytes", ({ targetBytes }) => formatBytes(targetBytes)],
  ["requests", ({ requests }) => formatNumber(requests)],
  ["pages", ({ pages }) => formatNumber(pages)],
  ["known_urls", ({ knownUrls }) => formatNumber(knownUrls)],
  ["open_links", ({ frontier }) => formatNumber(frontier)],
];

export function numbersView(): View<Progress | null> {
  const entries = ENTRIES.map(([key, read]) => ({ key, read, value: make("dd", {}, "–") }));
  const element = make(
    "dl",
    { class: "numbers" },
    ...entries.map(({ key, value }) => make("div", {}, make("dt", {}, words(key)), value)),
  );
  return {
    element,
    update(progress) {
      for (const { read, value } of entries) setText(value, progress === null ? "–" : read(progress));
    },
  };
}
