// What a job has found are files, or pages: its texts say which.
import type { JobView } from "../background/shown.ts";
import { words } from "./words.ts";

/** Whether a job with that objective looks for files: these are then of the wanted types. */
export function isOfFiles(objective: string | undefined): boolean {
  return objective === "data-files" || objective === "statistics";
}

function isOfPages({ info }: JobView): boolean {
  return info !== null && !isOfFiles(info.objective);
}

/** Which pages the job looks for; null where it looks for files. */
export function objectiveName(job: JobView): string | null {
  return isOfPages(job) ? words(`objective_${job.info?.objective}`) : null;
}

/** The name of a text about what the job finds; of jobs that look for pages there is another one. */
export function foundKey(job: JobView, key: string): string {
  return isOfPages(job) ? `${key}_of_pages` : key;
}

/** That text. */
export function foundWords(job: JobView, key: string, ...fields: string[]): string {
  return words(foundKey(job, key), ...fields);
}
