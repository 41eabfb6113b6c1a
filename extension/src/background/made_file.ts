// Files that a page's script makes when a button is pressed. They have no address; theirs is the page's, with a mark.
import type { MadeFile } from "../content/reading.ts";
import { readMadeFile } from "../content/reading.ts";
import { CHUNK_BYTES } from "../host/body_stream.ts";
import type { JobId } from "../host/protocol/limits.ts";
import * as shape from "../host/shape.ts";
import { runInTab } from "./page_reading.ts";

/** Of a job; what has no room is made again by its page. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;
const MARK = "tagtrail-blob";

interface MadeFileAddress {
  page: string;
  name: string;
}

export function addressOfMadeFile(page: string, name: string): string {
  // A page that was itself asked for with a mark is the page without it.
  const bare = (madeFileOf(page)?.page ?? page).replace(/#.*$/s, "");
  return `${bare}${bare.includes("?") ? "&" : "?"}${MARK}=${encodeURIComponent(name)}`;
}

/** Null for an address without the mark. */
export function madeFileOf(url: string): MadeFileAddress | null {
  const found = new RegExp(`^(.*)[?&]${MARK}=([^&#]*)`, "s").exec(url);
  if (found?.[1] === undefined || found[2] === undefined) return null;
  try {
    return { page: found[1], name: decodeURIComponent(found[2]) };
  } catch {
    return null;
  }
}

/** What a press in this tab made; null when there is none of that name. */
export async function madeFile(tabId: number, name: string): Promise<MadeFile | null> {
  return readMadeFile(await runInTab(tabId, (wanted: string) => globalThis.tagtrailContent?.madeFile(wanted), [name]));
}

/** Its bytes, read from the page piece by piece as they are taken. */
export function madeBytes(tabId: number, name: string, bytes: number): ReadableStream<Uint8Array> {
  let begin = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const end = Math.min(bytes, begin + CHUNK_BYTES);
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

export interface KeptFile {
  type: string;
  body: Blob;
}

/** Files that were made while their pages were read, kept until they are asked for: so their pages need not be loaded again. */
export class MadeFiles {
  private readonly kept = new Map<JobId, Map<string, KeptFile>>();

  /** Those of `urls` that this tab has made, as far as there is room. Errors: those of the tab. */
  async keep(job: JobId, tabId: number, urls: readonly string[]): Promise<void> {
    const kept = this.kept.get(job) ?? new Map<string, KeptFile>();
    this.kept.set(job, kept);
    for (const url of urls) {
      const name = madeFileOf(url)?.name;
      const file = name === undefined || kept.has(url) ? null : await madeFile(tabId, name);
      if (name === undefined || file === null) continue;
      const taken = [...kept.values()].reduce((sum, { body }) => sum + body.size, 0);
      if (taken + file.bytes > MAX_KEPT_BYTES) continue;
      const body = await new Response(madeBytes(tabId, name, file.bytes)).blob();
      if (body.size === file.bytes) kept.set(url, { type: file.type, body });
    }
  }

  /** It is kept no longer. */
  take(job: JobId, url: string): KeptFile | undefined {
    const file = this.kept.get(job)?.get(url);
    this.kept.get(job)?.delete(url);
    return file;
  }

  forget(job: JobId): void {
    this.kept.delete(job);
  }
}
