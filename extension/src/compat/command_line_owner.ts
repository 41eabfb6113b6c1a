// The run from the command line that this browser was started for; browsers of people have none.
import type { JobEvents } from "../background/job_base.ts";
import { OwnerJob } from "../background/owner_job.ts";
import type { Serving } from "../background/serving.ts";

export function commandLineOwner(serving: () => Serving, events: JobEvents): OwnerJob | undefined {
  return __BUILD__ === "batch" ? new OwnerJob(serving(), events) : undefined;
}
