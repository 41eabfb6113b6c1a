// One crawl in WebAssembly, behind types. Everything is synchronous: the engine does no I/O.
import type { ErrorBody } from "../host/errors.ts";
import { readErrorCode, TagtrailError } from "../host/errors.ts";
import type { CatalogueSite } from "../host/protocol/catalogue.ts";
import type { Progress, StepAnswer } from "../host/protocol/engine.ts";
import type { TabPage } from "../host/protocol/tabs.ts";
import type { Feedback, LinkGroup } from "../host/protocol/teaching.ts";
import type { JsonObject } from "../host/shape.ts";
import type { CoreExports } from "./loader.ts";

/** A page that the user has loaded, `page` as a tab reads it. */
export interface SeenPage {
  url: string;
  status: number;
  mime: string;
  /** With signs of the software of its site where somebody looks at it. */
  page: TabPage & { signs?: string[] };
}

/** What the engine thinks of one link of a page. */
interface ThoughtOfLink {
  url: string;
  kind: "file" | "page" | "out";
  /** By its extension; empty when unknown. */
  mime: string;
  /** The id of its group, -1 for `out`. */
  group: number;
  probability: number | null;
  expected: number | null;
  /** Why a harvest with the user's logins would not open it; empty: it would, or it is `out`. */
  acts: string;
}

/** A group of links of one page; `links` are positions among the page's links. */
export interface GroupLook extends LinkGroup {
  /** The heading before most of its links; may be empty. */
  heading: string;
  links: number[];
}

/** `links`: one for each link of the page, in its order. */
export interface CoreLook {
  links: ThoughtOfLink[];
  groups: GroupLook[];
  /** Catalogues of data that the page shows signs of, the best guess first. */
  catalogues: CatalogueSite[];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

/** The bytes of the last call's result, copied: the next call reuses the memory. */
function result(core: CoreExports): Uint8Array {
  const at = core.tagtrail_result_data();
  return new Uint8Array(core.memory.buffer).slice(at, at + core.tagtrail_result_size());
}

function json<T>(bytes: Uint8Array): T {
  return JSON.parse(decoder.decode(bytes)) as T;
}

function check(core: CoreExports, status: number): Uint8Array {
  const bytes = result(core);
  if (status === 0) return bytes;
  const error = json<ErrorBody>(bytes);
  throw new TagtrailError(readErrorCode(error.code), error.message);
}

/** Hands `bytes` to `use` in the module's memory, and frees them again. */
function lend(core: CoreExports, bytes: Uint8Array, use: (at: number, size: number) => number): number {
  const at = core.tagtrail_alloc(bytes.length);
  if (at === 0) throw new TagtrailError("too_large", "the engine has no memory left");
  try {
    new Uint8Array(core.memory.buffer).set(bytes, at);
    return use(at, bytes.length);
  } finally {
    core.tagtrail_free(at);
  }
}

export class Core {
  private constructor(
    private readonly core: CoreExports,
    private readonly handle: number,
  ) {}

  /** `config` as config.hpp writes it. Errors: invalid_argument, invalid_url. */
  static create(core: CoreExports, config: JsonObject): Core {
    const bytes = encoder.encode(JSON.stringify(config));
    const status = lend(core, bytes, (at, size) => core.tagtrail_create(at, size));
    return new Core(core, json<{ handle: number }>(check(core, status)).handle);
  }

  /** Errors: invalid_data, wrong_version. */
  static restore(core: CoreExports, snapshot: Uint8Array): { core: Core; progress: Progress } {
    const status = lend(core, snapshot, (at, size) => core.tagtrail_restore(at, size));
    const answer = json<{ handle: number; progress: Progress }>(check(core, status));
    return { core: new Core(core, answer.handle), progress: answer.progress };
  }

  /**
   * Delivers encoded responses in order, then decides if asked to; `whole`: the progress has the account of all URLs. A record that the engine refuses
   * ends the step with its error; those before it stay delivered. Errors: as Engine::deliver.
   */
  step(records: Uint8Array[], decide: boolean, whole = false): StepAnswer {
    const judgements = records.map((record) => this.deliver(record));
    if (!decide) return { judgements, progress: this.progress(whole) };
    const answer = check(this.core, this.core.tagtrail_next(this.handle));
    return { judgements, ...json<{ decision: JsonObject; progress: Progress }>(answer) };
  }

  progress(whole = false): Progress {
    return json<Progress>(check(this.core, this.core.tagtrail_progress(this.handle, Number(whole))));
  }

  /** The user's word: the decisions after it follow it. Errors: invalid_argument, invalid_url. */
  teach(feedback: Feedback | JsonObject): Progress {
    return this.tell<Progress>((at, size) => this.core.tagtrail_teach(this.handle, at, size), feedback);
  }

  /** The groups of links, the best first, at most `limit`. */
  groups(limit: number): LinkGroup[] {
    const answer = check(this.core, this.core.tagtrail_groups(this.handle, limit));
    return json<{ groups: LinkGroup[] }>(answer).groups;
  }

  /** Links left out because they act, from the one at `from` on, at most `limit`. */
  acting(from: number, limit: number): JsonObject[] {
    const answer = check(this.core, this.core.tagtrail_acting(this.handle, from, limit));
    return json<{ links: JsonObject[] }>(answer).links;
  }

  /** `budget`: `requests`, `bytes`, `timeMs`; absent: without limit. Errors: invalid_argument. */
  setBudget(budget: JsonObject): Progress {
    return this.tell<Progress>((at, size) => this.core.tagtrail_set_budget(this.handle, at, size), budget);
  }

  /** Begins a round of revisiting. Errors: invalid_argument. */
  revisit(budget: JsonObject): Progress {
    return this.tell<Progress>((at, size) => this.core.tagtrail_revisit(this.handle, at, size), budget);
  }

  /** Learns from a page that the user loaded himself. Errors: invalid_argument, invalid_url. */
  observe(page: SeenPage): Progress {
    return this.tell<Progress>((at, size) => this.core.tagtrail_observe(this.handle, at, size), page);
  }

  /** What is known of such a page's links, learning nothing. Errors: as observe. */
  look(page: SeenPage): CoreLook {
    return this.tell<CoreLook>((at, size) => this.core.tagtrail_look(this.handle, at, size), page);
  }

  snapshot(): Uint8Array {
    return check(this.core, this.core.tagtrail_snapshot(this.handle));
  }

  close(): void {
    check(this.core, this.core.tagtrail_close(this.handle));
  }

  private tell<T>(use: (at: number, size: number) => number, value: object): T {
    const status = lend(this.core, encoder.encode(JSON.stringify(value)), use);
    return json<T>(check(this.core, status));
  }

  private deliver(record: Uint8Array): JsonObject {
    const status = lend(this.core, record, (at, size) =>
      this.core.tagtrail_deliver(this.handle, at, size),
    );
    return json<JsonObject>(check(this.core, status));
  }
}
