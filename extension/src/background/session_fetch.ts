// Fetches with the cookies of the user what needs their session, and streams it to the host. The host
// gets heads and bodies, never a cookie.
import type { BodyHost } from "../host/body_stream.ts";
import { sendBody } from "../host/body_stream.ts";
import { TagtrailError } from "../host/errors.ts";
import type { JobId } from "../host/protocol/limits.ts";
import type { FetchAnswer, FetchHead, FetchLoad } from "../host/protocol/tabs.ts";
import { withReferer } from "../compat/referer.ts";
import type { FetchTrace, FetchWatch } from "./fetch_watch.ts";

/** What browsers say that they take when a user opens a link. */
const ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
/** Header values longer than this are of no use. */
const MAX_VALUE = 8 * 1024;

type Ending = "timeout" | "cancelled";

/** Ends a load: when the host cancels it, or when nothing has come for `timeoutMs`. */
class Watchdog {
  ending: Ending | undefined;
  private readonly controller = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly timeoutMs: number) {
    this.touch();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  touch(): void {
    clearTimeout(this.timer);
    if (this.ending === undefined) this.timer = setTimeout(() => this.end("timeout"), this.timeoutMs);
  }

  end(ending: Ending): void {
    this.ending ??= ending;
    this.controller.abort();
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}

export class SessionFetches {
  private readonly loads = new Map<string, Watchdog>();

  constructor(private readonly watch: FetchWatch) {}

  /** Errors: busy (the job has such a load already). What goes wrong with the request is in the answer. */
  async load(call: FetchLoad, host: BodyHost): Promise<FetchAnswer> {
    const key = keyOf(call.job, call.load);
    if (this.loads.has(key)) throw new TagtrailError("busy", "this load is under way");
    this.watch.attach();
    const watchdog = new Watchdog(call.timeoutMs);
    this.loads.set(key, watchdog);
    const trace = this.watch.expect(call.url);
    const answer = emptyAnswer(call.url);
    try {
      await this.transfer(call, host, watchdog, answer);
    } catch (thrown) {
      answer.error = watchdog.ending === "timeout" ? "timeout" : (trace.error ?? "network");
      if (watchdog.ending === undefined) console.warn("a fetch did not end well:", thrown);
    } finally {
      watchdog.stop();
      this.loads.delete(key);
      this.watch.forget(trace);
    }
    answer.hops = hopsOf(trace, call.url, answer.finalUrl);
    return answer;
  }

  /** Ends a load; one that has ended already is no error. */
  cancel(job: JobId, load: number): void {
    this.loads.get(keyOf(job, load))?.end("cancelled");
  }

  /** The host has gone. */
  cancelAll(): void {
    for (const watchdog of this.loads.values()) watchdog.end("cancelled");
  }

  private async transfer(
    call: FetchLoad,
    host: BodyHost,
    watchdog: Watchdog,
    answer: FetchAnswer,
  ): Promise<void> {
    const response = await withReferer(call.url, call.referer, () => fetch(call.url, {
      method: call.method,
      credentials: "include",
      redirect: "follow",
      // An answer from before a login must not stand for the one after it.
      cache: "no-store",
      headers: { accept: ACCEPT },
      signal: watchdog.signal,
    }));
    watchdog.touch();
    const head = headOf(response, call.url);
    answer.status = head.status;
    answer.contentType = head.contentType;
    answer.disposition = head.disposition;
    answer.finalUrl = head.url;
    const { take } = await host.call("fetch.head", { job: call.job, load: call.load, ...head });
    watchdog.touch();
    if (!take || response.body === null) {
      await response.body?.cancel();
      return;
    }
    answer.bodyBytes = await sendBody(host, call.job, call.load, response.body, () => watchdog.touch());
  }
}

function keyOf(job: JobId, load: number): string {
  return `${load} ${job}`;
}

function emptyAnswer(url: string): FetchAnswer {
  return {
    status: 0,
    contentType: "",
    disposition: "",
    finalUrl: url,
    hops: [],
    bodyBytes: 0,
    loginForm: false,
  };
}

function headOf(response: Response, asked: string): FetchHead {
  const value = (name: string) => (response.headers.get(name) ?? "").slice(0, MAX_VALUE);
  // The length is of the bytes that travel; the body that is read is decoded.
  const length = value("content-encoding") === "" ? Number(value("content-length")) : 0;
  return {
    status: response.status,
    contentType: value("content-type"),
    disposition: value("content-disposition"),
    retryAfter: value("retry-after"),
    length: Number.isSafeInteger(length) && length > 0 ? length : 0,
    url: response.url === "" ? asked : response.url,
  };
}

/** Where webRequest told nothing of a redirect that did happen, its status is unknown. */
function hopsOf(trace: FetchTrace, asked: string, answered: string): FetchAnswer["hops"] {
  const moved = new URL(asked).href.replace(/#.*/, "") !== answered.replace(/#.*/, "");
  return trace.hops.length === 0 && moved ? [{ url: asked, status: 0 }] : trace.hops;
}
