// The messages between the panel and the background script, as one typed table.
import type { ErrorBody } from "../host/errors.ts";
import type { JobAction, JobInfo, JobOptions, JobProgress } from "../host/protocol.ts";
import type { ConnectionState } from "./connection.ts";

/** A point of the curve: requests made, files found. */
export type CurvePoint = [requests: number, files: number];

/** All that the panel shows. */
export interface PanelState {
  connection: ConnectionState;
  error: ErrorBody | null;
  job: JobInfo | null;
  progress: JobProgress | null;
  curve: CurvePoint[];
}

/** Panel to background: what is sent and what comes back. */
export interface PanelMessages {
  "panel.state": { fields: Record<never, never>; reply: PanelState };
  "panel.start": { fields: { url: string; options: JobOptions }; reply: PanelState };
  "panel.control": { fields: { action: JobAction }; reply: PanelState };
}

/** Background to panel, not answered. */
export interface StateNotice {
  notice: "panel.changed";
  state: PanelState;
}

export type PanelRequest = {
  [Name in keyof PanelMessages]: { message: Name } & PanelMessages[Name]["fields"];
}[keyof PanelMessages];

export async function askBackground<Name extends keyof PanelMessages>(
  message: Name,
  fields: PanelMessages[Name]["fields"],
): Promise<PanelMessages[Name]["reply"]> {
  return (await browser.runtime.sendMessage({ ...fields, message })) as PanelMessages[Name]["reply"];
}

/** Tells every open panel; that there is none is no error. */
export function tellPanels(state: PanelState): void {
  const notice: StateNotice = { notice: "panel.changed", state };
  browser.runtime.sendMessage(notice).catch(() => undefined);
}

/** Whether a message comes from a page of this extension, and not from a content script. */
export function isOwnPage(sender: browser.runtime.MessageSender): boolean {
  return (
    sender.id === browser.runtime.id &&
    sender.url !== undefined &&
    sender.url.startsWith(browser.runtime.getURL(""))
  );
}
