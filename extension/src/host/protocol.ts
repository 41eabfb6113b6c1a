// The messages of docs/protocol.md as types, and the readers that check what arrives.
export * from "./protocol/calls.ts";
export * from "./protocol/engine.ts";
export * from "./protocol/envelope.ts";
export * from "./protocol/jobs.ts";
export * from "./protocol/limits.ts";
export * from "./protocol/tabs.ts";
export * from "./protocol/teaching.ts";
