// Plays the owner of a job: listens for pumps, and speaks docs/protocol.md with the extension.
import { once } from "node:events";
import { createServer } from "node:net";

function withResolvers() {
  const handles = {};
  handles.promise = new Promise((resolve, reject) => Object.assign(handles, { resolve, reject }));
  return handles;
}

/** What the extension does not answer for so long, it never will: an alarm alone may take a minute to wake its worker. */
const ANSWER_MS = 240_000;

/** The promise, or a failure that names what was waited for. */
async function within(promise, what) {
  let timer;
  const late = new Promise((_done, failed) => {
    timer = setTimeout(() => failed(new Error(`${what} did not come in ${ANSWER_MS / 1000} s`)), ANSWER_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Splits a stream of bytes into native messaging frames. */
class Frames {
  #bytes = Buffer.alloc(0);

  *take(chunk) {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    while (this.#bytes.length >= 4) {
      const end = 4 + this.#bytes.readUInt32LE(0);
      if (this.#bytes.length < end) return;
      yield JSON.parse(this.#bytes.subarray(4, end).toString());
      this.#bytes = this.#bytes.subarray(end);
    }
  }
}

/** One connection of the extension. */
export class Conversation {
  hello = null;
  /** Answers calls of the extension: (message) -> reply fields; what it throws becomes an error. */
  serve = null;
  /** Errors and notices that arrived, and parts that were received. */
  notices = [];
  partsReceived = 0;
  #socket;
  #nextId = 1;
  #waiting = new Map();
  #assemblies = new Map();
  #attachments = new Map();
  #greeted = withResolvers();

  constructor(socket) {
    this.#socket = socket;
    const frames = new Frames();
    socket.on("data", (chunk) => {
      for (const frame of frames.take(chunk)) this.#receive(frame);
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("the extension has gone"));
    });
  }

  /** Resolves when the extension has said hello and was answered. */
  greeted() {
    return this.#greeted.promise;
  }

  sendRaw(message) {
    const body = Buffer.from(JSON.stringify(message));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(body.length);
    this.#socket.write(Buffer.concat([length, body]));
  }

  /** The reply, whole: a refusal has an `error` field. */
  call(name, fields) {
    const id = this.#nextId++;
    const { promise, resolve, reject } = withResolvers();
    this.#waiting.set(id, { resolve, reject });
    this.sendRaw({ ...fields, id, call: name });
    return within(promise, `the reply to ${name}`);
  }

  close() {
    this.#socket.destroy();
  }

  #receive(frame) {
    for (const [key, value] of Object.entries(frame)) {
      if (typeof value?.attached !== "number") continue;
      frame[key] = this.#attachments.get(value.attached).toString("base64");
      this.#attachments.delete(value.attached);
    }
    if ("part" in frame) this.#receivePart(frame);
    else if (frame.call === "hello") this.#answerHello(frame);
    else if (frame.reply === true) {
      this.#waiting.get(frame.id)?.resolve(frame);
      this.#waiting.delete(frame.id);
    } else if ("call" in frame && this.serve !== null) void this.#answer(frame);
    else this.notices.push(frame);
  }

  async #answer(frame) {
    try {
      this.sendRaw({ ...(await this.serve(frame)), id: frame.id, reply: true });
    } catch (thrown) {
      this.sendRaw({ id: frame.id, reply: true, error: { code: "refused", message: thrown.message } });
    }
  }

  #receivePart(frame) {
    this.partsReceived++;
    const slices = this.#assemblies.get(frame.of) ?? [];
    slices.push(Buffer.from(frame.data, "base64"));
    this.#assemblies.set(frame.of, slices);
    this.sendRaw({ ack: frame.part, of: frame.of });
    if (slices.length < frame.parts) return;
    this.#assemblies.delete(frame.of);
    if (frame.attachment) this.#attachments.set(frame.of, Buffer.concat(slices));
    else this.#receive(JSON.parse(Buffer.concat(slices).toString()));
  }

  #answerHello(frame) {
    this.hello = frame;
    this.sendRaw({ id: frame.id, reply: true, protocol: 3, version: "0.0.0", job: null });
    this.#greeted.resolve();
  }
}

export class FakeOwner {
  #server = createServer((socket) => this.#accept(socket));
  #accepted = [];
  #wanted = [];

  async listen(path) {
    this.#server.listen(path);
    await once(this.#server, "listening");
  }

  /** The next connection, once it has said hello. */
  async conversation() {
    const next = this.#accepted.shift()
      ?? (await within(new Promise((take) => this.#wanted.push(take)), "the extension's connection"));
    await within(next.greeted(), "the extension's hello");
    return next;
  }

  close() {
    this.#server.close();
  }

  #accept(socket) {
    const conversation = new Conversation(socket);
    const wanted = this.#wanted.shift();
    if (wanted) wanted(conversation);
    else this.#accepted.push(conversation);
  }
}
