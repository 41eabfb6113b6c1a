// Sends a body to the host in chunks, a few at a time: a port has no back-pressure, so the host's
// answers are what slows the sender down.
import type { HostClient } from "./client.ts";
import type { JobId } from "./protocol/limits.ts";

export const CHUNK_BYTES = 256 * 1024;
const CHUNK_WINDOW = 8;

export type BodyHost = Pick<HostClient, "call">;

/**
 * Sends all of `body` by fetch.data and resolves with its bytes once the host has taken the last one.
 * `progress` is called whenever a chunk was read or taken. Errors: those of the stream, and the first
 * refusal of the host, after which nothing more is read.
 */
export async function sendBody(
  host: BodyHost,
  job: JobId,
  load: number,
  body: ReadableStream<Uint8Array>,
  progress: () => void = () => undefined,
): Promise<number> {
  const sender = new ChunkSender(host, job, load, progress);
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      progress();
      await sender.add(value);
    }
    return await sender.finish();
  } catch (thrown) {
    await reader.cancel().catch(() => undefined);
    throw thrown;
  }
}

class ChunkSender {
  private readonly chunk = new Uint8Array(CHUNK_BYTES);
  private filled = 0;
  private sent = 0;
  private readonly open = new Set<Promise<void>>();
  private refusal: unknown;

  constructor(
    private readonly host: BodyHost,
    private readonly job: JobId,
    private readonly load: number,
    private readonly progress: () => void,
  ) {}

  async add(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const slice = bytes.subarray(at, at + CHUNK_BYTES - this.filled);
      this.chunk.set(slice, this.filled);
      this.filled += slice.length;
      at += slice.length;
      if (this.filled === CHUNK_BYTES) await this.flush();
    }
  }

  /** Sends what is left, and waits for all answers. */
  async finish(): Promise<number> {
    if (this.filled > 0) await this.flush();
    await Promise.all(this.open);
    this.check();
    return this.sent;
  }

  private async flush(): Promise<void> {
    while (this.open.size >= CHUNK_WINDOW) await Promise.race(this.open);
    this.check();
    const data = this.chunk.subarray(0, this.filled).toBase64();
    this.sent += this.filled;
    this.filled = 0;
    const answered: Promise<void> = this.host
      .call("fetch.data", { job: this.job, load: this.load, data })
      .then(this.progress, (thrown: unknown) => {
        this.refusal ??= thrown;
      })
      .finally(() => this.open.delete(answered));
    this.open.add(answered);
  }

  private check(): void {
    if (this.refusal !== undefined) throw this.refusal;
  }
}
