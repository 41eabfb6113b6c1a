import assert from "node:assert/strict";
import { test } from "node:test";
import { errorName, mimeEssence, Navigation } from "../../../extension/src/background/navigation.ts";
import { disconnectError } from "../../../extension/src/background/connection.ts";
import { extended } from "../../../extension/src/background/curve.ts";

const HTML = { status: 200, contentType: "text/html; charset=utf-8", attachment: false, contentLength: 9, retryAfter: "", links: "" };

function asked(url = "http://h/") {
  const load = new Navigation(url);
  load.asked("r1", url);
  return load;
}

test("a page: asked, answered, committed, loaded", () => {
  const load = asked();
  load.answered("r1", HTML);
  assert.equal(load.stage, "answered");
  load.committed("about:blank");
  assert.equal(load.stage, "answered");
  load.committed("http://h/");
  assert.equal(load.stage, "committed");
  load.loaded("http://h/");
  assert.deepEqual([load.stage, load.status, load.mime, load.bodyBytes], ["loaded", 200, "text/html", 9]);
});

test("each redirect is a hop", () => {
  const load = asked();
  load.redirected("r1", "http://h/", 301, "http://h/b");
  load.redirected("r1", "http://h/b", 302, "http://h/c");
  load.answered("r1", HTML);
  assert.deepEqual(load.hops, [{ url: "http://h/", status: 301 }, { url: "http://h/b", status: 302 }]);
  assert.equal(load.finalUrl, "http://h/c");
});

test("a page that sends the tab on is a hop with its own status", () => {
  const load = asked();
  load.answered("r1", HTML);
  load.committed("http://h/");
  load.asked("r2", "http://h/next");
  assert.deepEqual(load.hops, [{ url: "http://h/", status: 200 }]);
  assert.deepEqual([load.stage, load.status, load.finalUrl], ["asked", 0, "http://h/next"]);
});

test("a page that sends the tab on for ever is given up", () => {
  const load = asked();
  for (let i = 0; i < 30 && load.stage !== "failed"; i++) load.asked(`s${i}`, `http://h/${i}`);
  assert.deepEqual([load.stage, load.error], ["failed", "browser"]);
});

test("a page that came again as it was loads itself in vain, and one that did not may want to show another", () => {
  for (const [lengths, times] of [[[9, 9, 9], 1], [[9, 20, 20], 2], [[0, 0, 0], 2]]) {
    const load = asked();
    let again = 0;
    for (const contentLength of lengths) {
      load.answered(`r${again + 1}`, { ...HTML, contentLength });
      load.committed("http://h/");
      load.loaded("http://h/");
      if (load.isInVain(`r${again + 2}`, "http://h/")) break;
      load.asked(`r${again + 2}`, "http://h/");
      again++;
    }
    assert.equal(again, times, lengths.join(" "));
    assert.ok(!load.isInVain("other", "http://h/elsewhere"));
  }
});

test("how long a server wants to be left alone is of its last answer", () => {
  const load = asked();
  load.answered("r1", { ...HTML, status: 503, retryAfter: "120" });
  assert.deepEqual([load.status, load.retryAfter], [503, "120"]);
  load.asked("r2", "http://h/next");
  assert.equal(load.retryAfter, "");
});

test("events of other requests are not this load's", () => {
  const load = asked();
  load.answered("r0", { ...HTML, status: 500 });
  load.broke("r0", "net::ERR_FAILED");
  load.redirected("r0", "http://h/", 301, "http://x/");
  assert.deepEqual([load.stage, load.status, load.finalUrl], ["asked", 0, "http://h/"]);
});

for (const [name, change] of [
  ["a CSV file", { contentType: "text/csv" }],
  ["an attachment", { attachment: true }],
  ["no content", { status: 204, contentType: "" }],
]) {
  test(`${name} is no page, and stopping it is no failure`, () => {
    const load = asked();
    load.answered("r1", { ...HTML, ...change });
    load.broke("r1", "net::ERR_BLOCKED_BY_CLIENT");
    assert.deepEqual([load.stage, load.error], ["no_page", undefined]);
  });
}

test("an answer without a type may be a page", () => {
  const load = asked();
  load.answered("r1", { ...HTML, contentType: "" });
  assert.equal(load.stage, "answered");
});

test("an error page of the browser is no page after an error status, else a failure", () => {
  for (const [status, stage] of [[404, "no_page"], [200, "failed"]]) {
    const load = asked();
    load.answered("r1", { ...HTML, status });
    load.gaveUp("http://h/", "net::ERR_HTTP_RESPONSE_CODE_FAILURE");
    assert.equal(load.stage, stage);
  }
});

test("what was aborted did not fail", () => {
  const load = asked();
  load.broke("r1", "net::ERR_ABORTED");
  load.gaveUp("http://h/", "Error code 2152398850");
  assert.equal(load.stage, "asked");
});

test("a change of stage wakes who waits for it", async () => {
  const load = asked();
  const changed = load.changed();
  load.answered("r1", HTML);
  await changed;
});

test("browsers' words for failures", () => {
  assert.equal(errorName("net::ERR_CONNECTION_TIMED_OUT"), "timeout");
  assert.equal(errorName("NS_ERROR_NET_TIMEOUT"), "timeout");
  assert.equal(errorName("net::ERR_CERT_DATE_INVALID"), "tls");
  assert.equal(errorName("SEC_ERROR_UNKNOWN_ISSUER"), "tls");
  assert.equal(errorName("net::ERR_NAME_NOT_RESOLVED"), "network");
  assert.equal(disconnectError("Specified native messaging host not found.").code, "missing_dependency");
  assert.equal(disconnectError("No such native application org.tagtrail.host").code, "missing_dependency");
  assert.equal(disconnectError("Native host has exited.").code, "disconnected");
  assert.equal(disconnectError("").code, "disconnected");
});

test("MIME types without parameters, lower-case", () => {
  assert.equal(mimeEssence(" Text/HTML ; charset=x"), "text/html");
  assert.equal(mimeEssence("html"), "");
  assert.equal(mimeEssence("a/b/c"), "");
});

test("a long curve is thinned and keeps its ends", () => {
  let curve = [];
  // A host that was started again told its requests from 0 on, and the curve ran back to the left.
  assert.deepEqual(extended([[10, 4], [20, 9]], [5, 2]), [[10, 4], [20, 9]]);
  for (let i = 1; i <= 5000; i++) curve = extended(curve, [i, Math.floor(i / 3)]);
  assert.ok(curve.length <= 201);
  assert.deepEqual(curve[0], [1, 0]);
  assert.deepEqual(curve.at(-1), [5000, 1666]);
});
