// Messages over a native messaging port: long ones travel in parts, a few at a time, because a port
// has no back-pressure and a frame over a million bytes ends it.
import { errorBody, TagtrailError } from "./errors.ts";
import { MESSAGE_BYTES, PART_WINDOW, WHOLE_BYTES } from "./protocol.ts";
import type { JsonObject } from "./shape.ts";
import * as shape from "./shape.ts";

/** What is needed of browser.runtime.Port. */
export interface RawPort {
  postMessage(message: object): void;
  disconnect(): void;
}

interface Part {
  of: number;
  part: number;
  parts: number;
  data: string;
}

interface Assembly {
  parts: number;
  bytes: number;
  slices: Uint8Array[];
}

/** Assemblies open at once; a well-behaved sender needs one or two. */
const MAX_ASSEMBLIES = 8;

export class FramedPort {
  private nextOf = 1;
  private unacknowledged = 0;
  private readonly queue: (() => Part)[] = [];
  private readonly assemblies = new Map<number, Assembly>();

  /** `deliver` gets each whole message; it must not throw. */
  constructor(
    private readonly raw: RawPort,
    private readonly deliver: (message: unknown) => void,
  ) {}

  /** Errors: too_large; whatever the port throws when it is closed. */
  send(message: object): void {
    const json = JSON.stringify(message);
    // A UTF-16 unit is at most three bytes, so short texts need no encoding to be measured.
    if (json.length * 3 <= WHOLE_BYTES) return this.raw.postMessage(message);
    const bytes = new TextEncoder().encode(json);
    if (bytes.length <= WHOLE_BYTES) return this.raw.postMessage(message);
    if (bytes.length > MESSAGE_BYTES) {
      throw new TagtrailError("too_large", `a message of ${bytes.length} bytes is over the limit`);
    }
    this.enqueue(bytes);
    this.flush();
  }

  /** Takes what the port received. */
  receive(frame: unknown): void {
    if (!shape.isObject(frame)) return this.deliver(frame);
    if ("ack" in frame && "of" in frame) return this.acknowledged();
    if (!("part" in frame)) return this.deliver(frame);
    try {
      this.takePart(frame);
    } catch (thrown) {
      this.raw.postMessage({ notice: "protocol.error", error: errorBody(thrown) });
    }
  }

  close(): void {
    this.raw.disconnect();
  }

  private enqueue(bytes: Uint8Array): void {
    const of = this.nextOf++;
    const parts = Math.ceil(bytes.length / WHOLE_BYTES);
    for (let part = 0; part < parts; part++) {
      // Encoded when sent, so that a waiting message is held once, as bytes.
      this.queue.push(() => {
        const slice = bytes.subarray(part * WHOLE_BYTES, (part + 1) * WHOLE_BYTES);
        return { of, part, parts, data: slice.toBase64() };
      });
    }
  }

  private flush(): void {
    while (this.unacknowledged < PART_WINDOW) {
      const next = this.queue.shift();
      if (next === undefined) return;
      this.unacknowledged++;
      this.raw.postMessage(next());
    }
  }

  private acknowledged(): void {
    if (this.unacknowledged > 0) this.unacknowledged--;
    this.flush();
  }

  private takePart(frame: JsonObject): void {
    const of = shape.count(frame.of, "of");
    const part = shape.count(frame.part, "part");
    const parts = shape.count(frame.parts, "parts");
    const slice = shape.bytes(frame.data, "data");
    const assembly = this.assemblyFor(of, part, parts);
    assembly.slices.push(slice);
    assembly.bytes += slice.length;
    if (assembly.bytes > MESSAGE_BYTES) {
      this.assemblies.delete(of);
      throw new TagtrailError("too_large", "a message in parts is over the limit");
    }
    this.raw.postMessage({ ack: part, of });
    if (part + 1 < parts) return;
    this.assemblies.delete(of);
    this.deliver(parseWhole(assembly));
  }

  private assemblyFor(of: number, part: number, parts: number): Assembly {
    if (part === 0) {
      if (parts < 1 || parts > MESSAGE_BYTES) {
        throw new TagtrailError("invalid_data", "a message of no or too many parts");
      }
      if (!this.assemblies.has(of) && this.assemblies.size >= MAX_ASSEMBLIES) {
        throw new TagtrailError("too_large", "too many messages in parts at once");
      }
      const assembly = { parts, bytes: 0, slices: [] };
      this.assemblies.set(of, assembly);
      return assembly;
    }
    const assembly = this.assemblies.get(of);
    if (assembly === undefined || assembly.parts !== parts || assembly.slices.length !== part) {
      this.assemblies.delete(of);
      throw new TagtrailError("invalid_data", "a part out of order");
    }
    return assembly;
  }
}

function parseWhole(assembly: Assembly): unknown {
  const whole = new Uint8Array(assembly.bytes);
  let at = 0;
  for (const slice of assembly.slices) {
    whole.set(slice, at);
    at += slice.length;
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(whole));
  } catch {
    throw new TagtrailError("invalid_data", "the parts do not make up JSON");
  }
}
