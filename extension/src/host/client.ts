// A conversation with the host over one connection: handshake, calls, replies, served calls.
import type { ErrorBody } from "./errors.ts";
import { errorBody, TagtrailError } from "./errors.ts";
import type { RawPort } from "./port.ts";
import { FramedPort } from "./port.ts";
import type { HostCalls, ServedCall } from "./protocol/calls.ts";
import { readServedCall, REPLY_READERS } from "./protocol/calls.ts";
import { readIncoming } from "./protocol/envelope.ts";
import { PROTOCOL_VERSION } from "./protocol/limits.ts";
import type { JsonObject } from "./shape.ts";

export interface HostHandlers {
  readonly serving: {
    /** What `host` asks for. The result becomes the reply; what is thrown its error. */
    serve(call: ServedCall, host: HostClient): Promise<object>;
  };
  notice(name: string, message: JsonObject): void;
}

interface Pending {
  resolve(message: JsonObject): void;
  reject(error: TagtrailError): void;
}

export class HostClient {
  private readonly port: FramedPort;
  private readonly pending = new Map<number, Pending>();
  private nextId = 1;
  private ready = false;
  private closed = false;

  constructor(
    raw: RawPort,
    private readonly handlers: HostHandlers,
  ) {
    this.port = new FramedPort(raw, (message) => this.handle(message));
  }

  /** Takes what the port received. */
  receive(frame: unknown): void {
    this.port.receive(frame);
  }

  /** The first call. Errors: wrong_version, disconnected, what the host answers. */
  async hello(who: Omit<HostCalls["hello"]["fields"], "protocol">): Promise<HostCalls["hello"]["reply"]> {
    const reply = await this.call("hello", { protocol: PROTOCOL_VERSION, ...who });
    if (reply.protocol !== PROTOCOL_VERSION) {
      throw new TagtrailError(
        "wrong_version",
        `the host speaks protocol ${reply.protocol}, this extension ${PROTOCOL_VERSION}`,
      );
    }
    return reply;
  }

  /** Errors: disconnected, too_large, the host's error, or invalid_argument for a malformed reply. */
  async call<Name extends keyof HostCalls>(
    name: Name,
    fields: HostCalls[Name]["fields"],
  ): Promise<HostCalls[Name]["reply"]> {
    if (this.closed) throw new TagtrailError("disconnected", "the host is not connected");
    const id = this.nextId++;
    const reply = new Promise<JsonObject>((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
    });
    try {
      this.port.send({ ...fields, id, call: name });
    } catch (thrown) {
      this.pending.delete(id);
      throw thrown;
    }
    return REPLY_READERS[name](await reply);
  }

  /** Ends the conversation; every open call fails with `error`. */
  end(error: TagtrailError): void {
    if (this.closed) return;
    this.closed = true;
    for (const waiting of this.pending.values()) waiting.reject(error);
    this.pending.clear();
  }

  close(): void {
    this.end(new TagtrailError("disconnected", "the connection was closed"));
    this.port.close();
  }

  private handle(message: unknown): void {
    try {
      const incoming = readIncoming(message);
      if (incoming.kind === "notice") this.handlers.notice(incoming.notice, incoming.message);
      else if (incoming.kind === "reply") this.settle(incoming.id, incoming.message, incoming.error);
      else void this.serve(incoming.id, incoming.call, incoming.message);
    } catch (thrown) {
      this.post({ notice: "protocol.error", error: errorBody(thrown) });
    }
  }

  private settle(id: number, message: JsonObject, error: ErrorBody | null): void {
    const waiting = this.pending.get(id);
    if (waiting === undefined) return;
    this.pending.delete(id);
    if (error !== null) return waiting.reject(new TagtrailError(error.code, error.message));
    // Calls may follow the reply to hello at once, before its promise is seen.
    this.ready = true;
    waiting.resolve(message);
  }

  private async serve(id: number, call: string, message: JsonObject): Promise<void> {
    try {
      if (!this.ready) throw new TagtrailError("wrong_version", "the first call must be hello");
      const result = await this.handlers.serving.serve(readServedCall(call, message), this);
      this.post({ ...result, id, reply: true });
    } catch (thrown) {
      this.post({ id, reply: true, error: errorBody(thrown) });
    }
  }

  /** Sends unless the connection has ended; a message over the limit is answered by its error. */
  private post(message: object): void {
    if (this.closed) return;
    try {
      this.port.send(message);
    } catch (thrown) {
      if (!(thrown instanceof TagtrailError)) throw thrown;
      this.port.send({ id: "id" in message ? message.id : 0, reply: true, error: errorBody(thrown) });
    }
  }
}
