// Sends a file that a page made to the host: as it was kept when the page was read, or else the page makes it again.
import type { BodyHost } from "../host/body_stream.ts";
import { sendBody } from "../host/body_stream.ts";
import { TagtrailError } from "../host/errors.ts";
import type { JobId } from "../host/protocol/limits.ts";
import type { BlobLoad, FetchAnswer } from "../host/protocol/tabs.ts";
import { madeBytes, madeFile, madeFileOf } from "./made_file.ts";
import type { TabLoader } from "./tab_loader.ts";

const MAX_TYPE = 200;

/** `tabJob`: what the job is called among the tabs. Errors: invalid_url, and those of the tab. */
export async function loadMadeFile(
  tabs: TabLoader,
  call: BlobLoad,
  tabJob: JobId,
  host: BodyHost,
): Promise<FetchAnswer> {
  const wanted = madeFileOf(call.url);
  if (wanted === null) throw new TagtrailError("invalid_url", "no file of a script is named so");
  const answer: FetchAnswer = {
    status: 404, contentType: "", disposition: "", finalUrl: call.url, hops: [], bodyBytes: 0, loginForm: false,
  };
  const send = async (type: string, bytes: number, body: () => ReadableStream<Uint8Array>) => {
    answer.status = 200;
    answer.contentType = type.slice(0, MAX_TYPE);
    answer.disposition = `attachment; filename*=UTF-8''${encodeURIComponent(wanted.name)}`;
    const { status, contentType, disposition } = answer;
    const head = { status, contentType, disposition, retryAfter: "", length: bytes, url: call.url };
    const { take } = await host.call("fetch.head", { job: call.job, load: call.load, ...head });
    if (take) answer.bodyBytes = await sendBody(host, call.job, call.load, body());
  };
  const kept = tabs.made.take(tabJob, call.url);
  if (kept !== undefined) {
    await send(kept.type, kept.body.size, () => kept.body.stream());
    return answer;
  }
  const take = async (tabId: number) => {
    const file = await madeFile(tabId, wanted.name);
    if (file !== null) await send(file.type, file.bytes, () => madeBytes(tabId, wanted.name, file.bytes));
  };
  const page = await tabs.load({ ...call, job: tabJob, url: wanted.page }, { name: wanted.name, take });
  if (page.error !== undefined) answer.error = page.error;
  // The page itself could not be had, so nothing is known of the file.
  else if (page.page === undefined && page.status >= 400) answer.status = page.status;
  answer.loginForm = page.loginForm;
  return answer;
}
