// Messages over a native messaging port: long ones travel in parts, a few at a time, because a port
// has no back-pressure and a frame over a million bytes ends it. Long bytes in a message travel beside
// it, as attachments.
import { errorBody, TagtrailError } from "./errors.ts";
import { ATTACHED_BYTES, ATTACHED_FROM, MESSAGE_BYTES, PART_WINDOW, WHOLE_BYTES } from "./protocol/limits.ts";
import type { JsonObject } from "./shape.ts";
import * as shape from "./shape.ts";

/** What is needed of browser.runtime.Port. */
export interface RawPort {
  postMessage(message: object): void;
  disconnect(): void;
}

/** A frame on its way out; made when it is sent, so that a waiting message is held once, as bytes. */
interface Waiting {
  frame: () => object;
  isPart: boolean;
}

interface Assembly {
  parts: number;
  next: number;
  isAttachment: boolean;
  whole: Uint8Array<ArrayBuffer>;
  bytes: number;
}

/** Assemblies open at once; a well-behaved sender needs one or two. */
const MAX_ASSEMBLIES = 8;

export class FramedPort {
  private nextOf = 1;
  private unacknowledged = 0;
  private readonly queue: Waiting[] = [];
  private readonly assemblies = new Map<number, Assembly>();
  /** Whole ones that no message has claimed yet. */
  private readonly attachments = new Map<number, Uint8Array>();

  /** `deliver` gets each whole message; it must not throw. */
  constructor(
    private readonly raw: RawPort,
    private readonly deliver: (message: unknown) => void,
  ) {}

  /**
   * A field, or an item of a list that is a field, may be a Uint8Array. Errors: too_large; whatever the
   * port throws when it is closed.
   */
  send(message: object): void {
    const long: Uint8Array[] = [];
    const plain = replaceBytes(message, (bytes) => {
      if (bytes.length <= ATTACHED_FROM) return bytes.toBase64();
      long.push(bytes);
      return { attached: this.nextOf + long.length - 1 };
    });
    const json = JSON.stringify(plain);
    const text = encodeLong(json);
    const attached = long.reduce((sum, bytes) => sum + bytes.length, 0);
    if ((text?.length ?? 0) > MESSAGE_BYTES || attached > ATTACHED_BYTES) {
      throw new TagtrailError("too_large", `a message of ${attached + json.length} bytes is over the limit`);
    }
    for (const bytes of long) this.enqueue(bytes, { attachment: true });
    if (text !== undefined) this.enqueue(text, {});
    // It must not overtake what it names.
    else if (long.length > 0) this.queue.push({ frame: () => plain, isPart: false });
    else return this.raw.postMessage(plain);
    this.flush();
  }

  /** Takes what the port received. */
  receive(frame: unknown): void {
    if (!shape.isObject(frame)) return this.deliver(frame);
    if ("ack" in frame && "of" in frame) return this.acknowledged();
    try {
      if ("part" in frame) this.takePart(frame);
      else this.deliver(this.attachTo(frame));
    } catch (thrown) {
      this.raw.postMessage({ notice: "protocol.error", error: errorBody(thrown) });
    }
  }

  close(): void {
    this.raw.disconnect();
  }

  private enqueue(bytes: Uint8Array, marks: object): void {
    const of = this.nextOf++;
    const parts = Math.ceil(bytes.length / WHOLE_BYTES);
    for (let part = 0; part < parts; part++) {
      const frame = () => {
        const slice = bytes.subarray(part * WHOLE_BYTES, (part + 1) * WHOLE_BYTES);
        return { of, part, parts, ...marks, data: slice.toBase64() };
      };
      this.queue.push({ frame, isPart: true });
    }
  }

  private flush(): void {
    for (;;) {
      const next = this.queue[0];
      if (next === undefined || (next.isPart && this.unacknowledged >= PART_WINDOW)) return;
      this.queue.shift();
      if (next.isPart) this.unacknowledged++;
      this.raw.postMessage(next.frame());
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
    const assembly = this.assemblyFor(of, part, parts, frame.attachment === true);
    if (assembly.bytes + slice.length > assembly.whole.length) {
      this.assemblies.delete(of);
      throw new TagtrailError("too_large", "a message in parts is over the limit");
    }
    assembly.whole.set(slice, assembly.bytes);
    assembly.bytes += slice.length;
    assembly.next++;
    this.raw.postMessage({ ack: part, of });
    if (assembly.next < parts) return;
    this.assemblies.delete(of);
    const whole = assembly.whole.subarray(0, assembly.bytes);
    if (assembly.isAttachment) this.attachments.set(of, whole);
    else this.deliver(this.attachTo(parseWhole(whole)));
  }

  private assemblyFor(of: number, part: number, parts: number, isAttachment: boolean): Assembly {
    if (part === 0) {
      this.assemblies.delete(of);
      const size = parts * WHOLE_BYTES;
      if (parts < 1) throw new TagtrailError("invalid_data", "a message of no parts");
      if (size > (isAttachment ? ATTACHED_BYTES - this.attachedBytes() : MESSAGE_BYTES)) {
        throw new TagtrailError("too_large", "a message in parts is over the limit");
      }
      if (this.assemblies.size >= MAX_ASSEMBLIES) {
        throw new TagtrailError("too_large", "too many messages in parts at once");
      }
      const whole = new Uint8Array(size);
      this.assemblies.set(of, { parts, next: 0, isAttachment, whole, bytes: 0 });
    }
    const assembly = this.assemblies.get(of);
    if (assembly === undefined || assembly.parts !== parts || assembly.next !== part) {
      this.assemblies.delete(of);
      throw new TagtrailError("invalid_data", "a part out of order");
    }
    return assembly;
  }

  private attachedBytes(): number {
    let sum = 0;
    for (const whole of this.attachments.values()) sum += whole.length;
    for (const { isAttachment, whole } of this.assemblies.values()) {
      if (isAttachment) sum += whole.length;
    }
    return sum;
  }

  /** Puts the attachments that a message names in their places. Errors: invalid_data. */
  private attachTo(message: unknown): unknown {
    if (!shape.isObject(message)) return message;
    const claim = (value: unknown): unknown => {
      if (!shape.isObject(value) || typeof value.attached !== "number") return value;
      const found = this.attachments.get(value.attached);
      if (found === undefined) {
        throw new TagtrailError("invalid_data", "an attachment that did not come");
      }
      this.attachments.delete(value.attached);
      return found;
    };
    for (const [key, value] of Object.entries(message)) {
      const field = Array.isArray(value) ? value.map(claim) : claim(value);
      (message as Record<string, unknown>)[key] = field;
    }
    return message;
  }
}

/** The UTF-8 of a text that does not fit one frame. */
function encodeLong(json: string): Uint8Array | undefined {
  // A UTF-16 unit is at most three bytes, so short texts need no encoding to be measured.
  if (json.length * 3 <= WHOLE_BYTES) return undefined;
  const bytes = new TextEncoder().encode(json);
  return bytes.length <= WHOLE_BYTES ? undefined : bytes;
}

/** The message with `replace` applied to bytes in its fields and in lists that are fields. */
function replaceBytes(message: object, replace: (bytes: Uint8Array) => unknown): object {
  const one = (value: unknown) => (value instanceof Uint8Array ? replace(value) : value);
  const entries = Object.entries(message).map(([key, value]: [string, unknown]) => [
    key,
    Array.isArray(value) ? value.map(one) : one(value),
  ]);
  return Object.fromEntries(entries) as object;
}

function parseWhole(whole: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(whole));
  } catch {
    throw new TagtrailError("invalid_data", "the parts do not make up JSON");
  }
}
