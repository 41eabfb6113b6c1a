// The connection to the host: made when wanted, made again with growing pauses when it drops.
import { errorBody, TagtrailError } from "../host/errors.ts";
import type { ErrorBody } from "../host/errors.ts";
import type { HostHandlers } from "../host/client.ts";
import { HostClient } from "../host/client.ts";
import type { JobInfo } from "../host/protocol.ts";

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** Wakes a worker that was killed while it waited to connect again. */
export const CONNECT_ALARM = "connect";
const ALARM_MINUTES = 0.5;

export type ConnectionState = "off" | "connecting" | "connected" | "waiting";

export interface ConnectionEvents {
  /** `job`: the one that the host has for this browser, after its hello. */
  connected(job: JobInfo | null): void;
  lost(error: ErrorBody): void;
}

export class Connection {
  state: ConnectionState = "off";
  private client: HostClient | undefined;
  private opening: Promise<HostClient> | undefined;
  private pauseMs = FIRST_PAUSE_MS;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wanted = false;

  constructor(
    private readonly handlers: HostHandlers,
    private readonly events: ConnectionEvents,
  ) {}

  /** Keeps a connection from now on, also after it drops. */
  keep(): void {
    this.wanted = true;
    void browser.alarms.create(CONNECT_ALARM, { periodInMinutes: ALARM_MINUTES });
    void this.open().catch(() => undefined);
  }

  /** Called by the alarm: connects if a connection is wanted and there is none. */
  wake(): void {
    if (this.wanted) void this.open().catch(() => undefined);
  }

  /** Ends the connection and stops keeping one. */
  close(): void {
    this.wanted = false;
    clearTimeout(this.timer);
    void browser.alarms.clear(CONNECT_ALARM);
    this.client?.close();
    this.client = undefined;
    this.state = "off";
  }

  /** The connected client. Errors: missing_dependency, wrong_version, disconnected. */
  open(): Promise<HostClient> {
    if (this.client !== undefined) return Promise.resolve(this.client);
    this.opening ??= this.connect().finally(() => {
      this.opening = undefined;
    });
    return this.opening;
  }

  private async connect(): Promise<HostClient> {
    clearTimeout(this.timer);
    this.state = "connecting";
    const { client, port } = this.newClient();
    try {
      const { job } = await client.hello(__BROWSER__, __BUILD__, __VERSION__);
      this.client = client;
      this.state = "connected";
      this.pauseMs = FIRST_PAUSE_MS;
      this.events.connected(job);
      return client;
    } catch (thrown) {
      client.end(new TagtrailError("disconnected", "no connection"));
      port?.disconnect();
      this.dropped(errorBody(thrown));
      throw thrown;
    }
  }

  private newClient(): { client: HostClient; port: browser.runtime.Port | undefined } {
    if (browser.runtime.connectNative === undefined) {
      const error = new TagtrailError("refused", "the permission to talk to the host is missing");
      this.dropped(errorBody(error));
      throw error;
    }
    const port = browser.runtime.connectNative(__HOST_NAME__);
    const client = new HostClient(port, this.handlers);
    port.onMessage.addListener((frame: unknown) => client.receive(frame));
    port.onDisconnect.addListener((closed) => {
      // Chromium tells the cause by lastError only, Firefox by the port's error.
      const words = closed.error?.message ?? browser.runtime.lastError?.message ?? "";
      const error = disconnectError(words);
      const wasOpen = this.client === client;
      client.end(error);
      if (!wasOpen) return;
      this.client = undefined;
      this.dropped(errorBody(error));
    });
    return { client, port };
  }

  private dropped(error: ErrorBody): void {
    this.state = this.wanted ? "waiting" : "off";
    this.events.lost(error);
    if (!this.wanted) return;
    this.timer = setTimeout(() => this.wake(), this.pauseMs);
    this.pauseMs = Math.min(this.pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

/** What the browser says when it could not start the host, or when the host ended. */
export function disconnectError(words: string): TagtrailError {
  if (/not found|No such native application|forbidden|not allowed/i.test(words)) {
    return new TagtrailError("missing_dependency", `the host is not installed (${words})`);
  }
  return new TagtrailError("disconnected", words === "" ? "the host has ended" : words);
}
