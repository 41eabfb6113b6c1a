// The data that the program puts into the page of jobs (native-host/src/search/jobs_page.cpp writes it).
import type { JobData } from "../job/data.ts";
import type { TableShare } from "../search/table_search.ts";

export interface ListedJob {
  /** Its folder below this one, and the same as a relative link that ends with a slash. */
  name: string;
  base: string;
  /** Whether it has a page of its own. */
  page: boolean;
  /** Null where it can't be read; `trouble` says why. */
  facts: JobData["job"] | null;
  trouble: string;
  files: number;
  bytes: number;
  leftOut: { count: number; atLeast: boolean };
  /** Null: there is no index. */
  tables: TableShare | null;
  /** Whether the index has all files. */
  current: boolean;
}

export interface JobsData {
  folder: string;
  /** Seconds since 1970. */
  written: number;
  jobs: ListedJob[];
  /** That are not listed. */
  jobsMore: number;
}

const NOTHING: Omit<ListedJob, "name" | "base"> = {
  page: false, facts: null, trouble: "", files: 0, bytes: 0, leftOut: { count: 0, atLeast: false }, tables: null, current: false,
};

/** Null where the page holds no data. A job that can't be read has a name and what is wrong with it alone. */
export function readJobs(text: string): JobsData | null {
  const data = JSON.parse(text) as Partial<Omit<JobsData, "jobs">> & { jobs?: (Partial<ListedJob> & Pick<ListedJob, "name" | "base">)[] };
  if (data.jobs === undefined) return null;
  return { folder: data.folder ?? "", written: data.written ?? 0, jobsMore: data.jobsMore ?? 0, jobs: data.jobs.map((job) => ({ ...NOTHING, ...job })) };
}

/** Of all jobs together. */
export function sumOf(jobs: readonly ListedJob[]): TableShare {
  const sum = { of: 0, kept: 0, cut: 0 };
  for (const { tables } of jobs) {
    sum.of += tables?.of ?? 0;
    sum.kept += tables?.kept ?? 0;
    sum.cut += tables?.cut ?? 0;
  }
  return sum;
}
