// Questions to the background whose failures are thrown, in whichever of its forms they come.
import type { PanelMessages } from "../background/messages.ts";
import { readErrorCode, TagtrailError } from "../host/errors.ts";
import { isObject } from "../host/shape.ts";

/** An answer that is nothing but an error; one among other fields is for the asker to show. */
function failureIn(reply: unknown): TagtrailError | null {
  if (!isObject(reply)) return new TagtrailError("disconnected", "the background did not answer");
  const { error } = reply;
  if (Object.keys(reply).length !== 1 || !isObject(error)) return null;
  const code = readErrorCode(error.code);
  return new TagtrailError(code, typeof error.message === "string" ? error.message : code);
}

export async function ask<Name extends keyof PanelMessages>(
  message: Name,
  fields: PanelMessages[Name]["fields"],
): Promise<PanelMessages[Name]["reply"]> {
  const reply: unknown = await browser.runtime.sendMessage({ ...fields, message });
  const failure = failureIn(reply);
  if (failure !== null) throw failure;
  return reply as PanelMessages[Name]["reply"];
}
