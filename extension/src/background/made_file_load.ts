// Has a page make a file again, and sends it to the host.
import type { BodyHost } from "../host/body_stream.ts";
import { CHUNK_BYTES, sendBody } from "../host/body_stream.ts";
import type { MadeFile } from "../content/reading.ts";
import { readMadeFile } from "../content/reading.ts";
import { TagtrailError } from "../host/errors.ts";
import type { JobId } from "../host/protocol/limits.ts";
import type { BlobLoad, FetchAnswer } from "../host/protocol/tabs.ts";
import { madeFileOf } from "./made_file.ts";
import { runInTab } from "./page_reading.ts";
import * as shape from "../host/shape.ts";
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
  const take = (tabId: number) => send(tabId, wanted.name, call, host, answer);
  const page = await tabs.load({ ...call, job: tabJob, url: wanted.page }, { name: wanted.name, take });
  if (page.error !== undefined) answer.error = page.error;
  // The page itself could not be had, so nothing is known of the file.
  else if (page.page === undefined && page.status >= 400) answer.status = page.status;
  answer.loginForm = page.loginForm;
  return answer;
}

async function send(
  tabId: number,
  name: string,
  call: BlobLoad,
  host: BodyHost,
  answer: FetchAnswer,
): Promise<void> {
  const file = await madeFile(tabId, name);
  if (file === null) return;
  answer.status = 200;
  answer.contentType = file.type.slice(0, MAX_TYPE);
  answer.disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
  const { status, contentType, disposition } = answer;
  const head = { status, contentType, disposition, retryAfter: "", length: file.bytes, url: call.url };
  const { take } = await host.call("fetch.head", { job: call.job, load: call.load, ...head });
  if (!take) return;
  const body = madeBytes(tabId, name, file.bytes, CHUNK_BYTES);
  answer.bodyBytes = await sendBody(host, call.job, call.load, body);
}

/** A file that a press in this tab made; null when there is none of that name. */
async function madeFile(tabId: number, name: string): Promise<MadeFile | null> {
  return readMadeFile(await runInTab(tabId, (wanted: string) => globalThis.tagtrailContent?.madeFile(wanted), [name]));
}

/** Its bytes, read from the page piece by piece as they are taken. */
function madeBytes(tabId: number, name: string, bytes: number, piece: number): ReadableStream<Uint8Array> {
  let begin = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const end = Math.min(bytes, begin + piece);
      if (begin < end) {
        const { data } = await runInTab(
          tabId,
          (wanted: string, from: number, to: number) =>
            globalThis.tagtrailContent?.madeBytes(wanted, from, to),
          [name, begin, end] as [string, number, number],
        );
        controller.enqueue(shape.bytes(data, "data"));
      }
      begin = end;
      if (begin >= bytes) controller.close();
    },
  });
}
