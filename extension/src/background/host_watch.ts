// What is known of the host, from whatever connection said so last.
import type { ErrorBody } from "../host/errors.ts";
import { Connection } from "./connection.ts";
import type { Hello } from "./connection.ts";
import type { HostState, HostView } from "./shown.ts";

/**
 * How browsers in a sandbox name themselves: old Snaps of Chromium in the user agent; and how the
 * portal through which a Snap or Flatpak of Firefox starts hosts answers when it can't or may not.
 */
const SANDBOX_AGENT = /\b(snap|flatpak)\b/i;
const PORTAL_WORDS = /portal|GDBus|g-dbus|flatpak|\bsnap\b|unexpected error occurred|AbortError/i;

/** The state that an error of a connection means. */
export function hostStateOf(error: ErrorBody, userAgent: string): HostState {
  if (error.code === "wrong_version") return "outdated";
  if (PORTAL_WORDS.test(error.message)) return "sandboxed";
  if (error.code !== "missing_dependency") return "unknown";
  return SANDBOX_AGENT.test(userAgent) ? "sandboxed" : "missing";
}

export class HostWatch {
  view: HostView = { state: "unknown", error: null, version: "", root: null };
  private checking: Promise<void> | undefined;

  /** `changed` is called when the view is another one. */
  constructor(private readonly changed: () => void) {}

  connected(hello: Hello): void {
    const { version, root } = hello;
    this.show({ state: "ready", error: null, version, root: root ?? this.view.root });
  }

  /** That a host which was there has ended says nothing about the next one. */
  lost(error: ErrorBody): void {
    const state = hostStateOf(error, navigator.userAgent);
    if (state !== "unknown") this.show({ ...this.view, state, error });
    else if (this.view.state !== "ready") this.show({ ...this.view, error });
  }

  /** Starts a host, hears its hello, and lets it go. Never fails: the view says what came of it. */
  check(): Promise<void> {
    this.checking ??= this.probe().finally(() => {
      this.checking = undefined;
    });
    return this.checking;
  }

  private async probe(): Promise<void> {
    const probe = new Connection(
      { serving: { serve: () => Promise.reject(new Error("only a look")) }, notice: () => undefined },
      {
        connected: (_client, hello) => this.connected(hello),
        lost: (error) => this.lost(error),
      },
    );
    await probe.open().catch(() => undefined);
    probe.close();
  }

  private show(view: HostView): void {
    const same = JSON.stringify(view) === JSON.stringify(this.view);
    this.view = view;
    if (!same) this.changed();
  }
}
