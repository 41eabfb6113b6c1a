// The connection to one host process: made when wanted, made again with growing pauses when it drops.
// There is one port at most: a second host on one job's folder would find it locked.
import { IDENTITY } from "../compat/identity.ts";
import { errorBody, TagtrailError } from "../host/errors.ts";
import type { ErrorBody } from "../host/errors.ts";
import type { HostHandlers } from "../host/client.ts";
import { HostClient } from "../host/client.ts";
import type { HostCalls } from "../host/protocol/calls.ts";

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

export type ConnectionState = "off" | "connecting" | "connected" | "waiting";

export type Hello = HostCalls["hello"]["reply"];

interface ConnectionEvents {
  /** After the host's hello, and before `open` resolves. */
  connected(client: HostClient, hello: Hello): void;
  /** Also when a connection could not be made. */
  lost(error: ErrorBody): void;
}

interface Link {
  client: HostClient;
  greeted: boolean;
}

export class Connection {
  state: ConnectionState = "off";
  private link: Link | undefined;
  private opening: Promise<HostClient> | undefined;
  private pauseMs: number;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wanted = false;

  constructor(
    private readonly handlers: HostHandlers,
    private readonly events: ConnectionEvents,
    private readonly firstPauseMs = FIRST_PAUSE_MS,
  ) {
    this.pauseMs = firstPauseMs;
  }

  /** Keeps a connection from now on, also after it drops. */
  keep(): void {
    this.wanted = true;
    this.wake();
  }

  /** Connects if a connection is wanted and there is none. */
  wake(): void {
    if (this.wanted) void this.open().catch(() => undefined);
  }

  /** The connection has proved useful: the next pause is a short one again. */
  steady(): void {
    this.pauseMs = this.firstPauseMs;
  }

  /** Ends the connection and stops keeping one. */
  close(): void {
    this.wanted = false;
    clearTimeout(this.timer);
    this.cut();
    this.state = "off";
  }

  /** Ends the connection and makes another one after the pause, because of `error`. */
  again(error: ErrorBody): void {
    this.cut();
    this.dropped(error);
  }

  /** The client, when the host has said hello. */
  get client(): HostClient | undefined {
    return this.link?.greeted === true ? this.link.client : undefined;
  }

  /** The connected client. Errors: missing_dependency, wrong_version, disconnected. */
  open(): Promise<HostClient> {
    if (this.client !== undefined) return Promise.resolve(this.client);
    if (this.opening !== undefined) return this.opening;
    const opening = this.connect();
    this.opening = opening;
    const over = () => {
      if (this.opening === opening) this.opening = undefined;
    };
    opening.then(over, over);
    return opening;
  }

  private cut(): void {
    const { link } = this;
    this.link = undefined;
    this.opening = undefined;
    link?.client.close();
  }

  private async connect(): Promise<HostClient> {
    clearTimeout(this.timer);
    this.state = "connecting";
    let link: Link | undefined;
    try {
      link = this.makeLink();
      const hello = await link.client.hello(IDENTITY);
      if (this.link !== link) throw new TagtrailError("disconnected", "the connection was closed");
      link.greeted = true;
      this.state = "connected";
      this.events.connected(link.client, hello);
      return link.client;
    } catch (thrown) {
      // Who cut the link meanwhile has said what comes next.
      if (this.link === link) this.again(errorBody(thrown));
      throw thrown;
    }
  }

  private makeLink(): Link {
    this.link = undefined;
    const port = browser.runtime.connectNative(__HOST_NAME__);
    const link: Link = { client: new HostClient(port, this.handlers), greeted: false };
    this.link = link;
    port.onMessage.addListener((frame: unknown) => link.client.receive(frame));
    port.onDisconnect.addListener((closed) => {
      // Chromium tells the cause by lastError only, Firefox by the port's error.
      const words = closed.error?.message ?? browser.runtime.lastError?.message ?? "";
      const error = disconnectError(words);
      link.client.end(error);
      // Before the hello, the call of hello fails by this and goes on from there.
      if (this.link !== link || !link.greeted) return;
      this.link = undefined;
      this.dropped(errorBody(error));
    });
    return link;
  }

  private dropped(error: ErrorBody): void {
    this.state = this.wanted ? "waiting" : "off";
    this.events.lost(error);
    if (!this.wanted) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.wake(), this.pauseMs);
    this.pauseMs = Math.min(this.pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

/** What the browser says when it could not start the host, or when the host ended. */
export function disconnectError(words: string): TagtrailError {
  if (/not found|No such native application|forbidden|not allowed|Failed to start/i.test(words)) {
    return new TagtrailError("missing_dependency", `the host is not installed (${words})`);
  }
  return new TagtrailError("disconnected", words === "" ? "the host has ended" : words);
}
