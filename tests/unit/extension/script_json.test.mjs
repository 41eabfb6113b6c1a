import assert from "node:assert/strict";
import { test } from "node:test";
import { jsonAddress, MAX_JSON_ADDRESSES, ScriptJson } from "../../../extension/src/background/script_json.ts";

const URL_OF_API = "https://h.example/api?page=1";
const answer = (changes = {}) => ({
  tabId: 1, url: URL_OF_API, method: "GET", statusCode: 200,
  responseHeaders: [{ name: "Content-Type", value: "application/json; charset=utf-8" }], ...changes,
});
const typed = (value) => answer({ responseHeaders: [{ name: "content-type", value }] });

test("JSON that a GET gave is noted, and nothing else", () => {
  assert.equal(jsonAddress(answer()), URL_OF_API);
  for (const type of ["text/json", "application/ld+json", "Application/JSON"]) assert.equal(jsonAddress(typed(type)), URL_OF_API, type);
  for (const type of ["text/html", "text/csv", "application/javascript", "application/x+json/y", ""]) {
    assert.equal(jsonAddress(typed(type)), undefined, type);
  }
  for (const method of ["POST", "PUT", "DELETE", "HEAD", "OPTIONS"]) assert.equal(jsonAddress(answer({ method })), undefined, method);
  for (const statusCode of [0, 204, 301, 304, 401, 404, 500]) assert.equal(jsonAddress(answer({ statusCode })), undefined, String(statusCode));
  assert.equal(jsonAddress(answer({ responseHeaders: undefined })), undefined);
});

test("addresses that hold a login, are no web addresses or are very long are left", () => {
  for (const url of ["https://user:word@h.example/api", "https://user@h.example/api", "blob:https://h.example/1", "data:application/json,{}",
    "no address", `https://h.example/${"a".repeat(2000)}`]) {
    assert.equal(jsonAddress(answer({ url })), undefined, url.slice(0, 40));
  }
});

test("a page's addresses are noted once each, in their order, and no more than the limit", () => {
  const json = new ScriptJson();
  json.answered(answer());
  json.watch(1);
  for (const page of [2, 1, 2]) json.answered(answer({ url: `https://h.example/api?page=${page}` }));
  json.answered(answer({ tabId: 2, url: "https://h.example/other" }));
  assert.deepEqual(json.take(1), ["https://h.example/api?page=2", "https://h.example/api?page=1"]);
  json.answered(answer());
  assert.deepEqual(json.take(1), [], "watched no more");
  json.watch(1);
  for (let page = 0; page < 5000; page++) json.answered(answer({ url: `https://h.example/api?page=${page}` }));
  assert.equal(json.take(1).length, MAX_JSON_ADDRESSES);
});

test("what was sent before it was redirected to the answer is not noted", () => {
  const listeners = {};
  const event = (name) => ({ addListener: (listener) => (listeners[name] = listener) });
  globalThis.browser = { webRequest: {
    onBeforeRedirect: event("redirect"), onErrorOccurred: event("error"), onCompleted: event("completed"),
  } };
  try {
    const json = new ScriptJson();
    json.attach();
    json.watch(1);
    listeners.redirect({ tabId: 1, requestId: "5", method: "POST" });
    listeners.completed({ ...answer(), requestId: "5" });
    listeners.redirect({ tabId: 1, requestId: "6", method: "GET" });
    listeners.completed({ ...answer({ url: "https://h.example/read" }), requestId: "6" });
    assert.deepEqual(json.take(1), ["https://h.example/read"]);
  } finally {
    delete globalThis.browser;
  }
});
