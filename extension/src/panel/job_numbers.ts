// The numbers of a job, in fixed places.
import type { JobView } from "../background/shown.ts";
import type { Progress } from "../host/protocol/engine.ts";
import type { View } from "./view.ts";
import { make, setText } from "./view.ts";
import { formatBytes, formatNumber } from "./format.ts";
import { foundKey } from "./found_words.ts";
import { words } from "./words.ts";

const ENTRIES: [key: string, read: (progress: Progress) => string][] = [
  ["files", ({ targets }) => formatNumber(targets)],
  ["file_bytes", ({ targetBytes }) => formatBytes(targetBytes)],
  ["requests", ({ requests }) => formatNumber(requests)],
  ["pages", ({ pages }) => formatNumber(pages)],
  ["known_urls", ({ knownUrls }) => formatNumber(knownUrls)],
  ["open_links", ({ frontier }) => formatNumber(frontier)],
];

/** What these count are files, or pages that were found. */
const OF_WHAT_IS_FOUND = ["files", "file_bytes"];

export function numbersView(): View<JobView> {
  const entries = ENTRIES.map(([key, read]) => ({ key, read, name: make("dt"), value: make("dd", {}, "–") }));
  const element = make(
    "dl",
    { class: "numbers" },
    ...entries.map(({ name, value }) => make("div", {}, name, value)),
  );
  return {
    element,
    update(job) {
      const progress = job.progress?.progress ?? null;
      for (const { key, read, name, value } of entries) {
        setText(name, words(OF_WHAT_IS_FOUND.includes(key) ? foundKey(job, key) : key));
        setText(value, progress === null ? "–" : read(progress));
      }
    },
  };
}
