// Lets node:test run the extension's TypeScript, and gives Node the base64 methods that the browsers
// have. Used as `node --import`.
import { register } from "node:module";

register("./hooks.mjs", import.meta.url);

Uint8Array.prototype.toBase64 ??= function toBase64() {
  return Buffer.from(this.buffer, this.byteOffset, this.byteLength).toString("base64");
};
Uint8Array.fromBase64 ??= function fromBase64(text) {
  const bytes = new Uint8Array(Buffer.from(text, "base64"));
  if (bytes.toBase64() !== text) throw new SyntaxError("not base64");
  return bytes;
};
