import "./support/fake_document.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileNameOf, formatBytes, formatDuration, formatType, formatWorth, hostOf } from "../../../extension/src/panel/format.ts";
import { curveColumns } from "../../../extension/src/panel/job_curve.ts";
import { fetchElsewhere } from "../../../extension/src/panel/job_elsewhere.ts";
import { leftOutRows } from "../../../extension/src/panel/job_left_out.ts";
import { stoppedWords } from "../../../extension/src/panel/job_left_out.ts";
import { leftOutWords } from "../../../extension/src/panel/left_out_words.ts";
import { skipWords } from "../../../extension/src/panel/job_skips.ts";
import { doneShare, endingWords, estimateWords, inShownOrder, isActive, progressWords, stateWords, waitWords } from "../../../extension/src/panel/job_status.ts";
import { enoughWords } from "../../../extension/src/panel/job_enough.ts";
import { nextStep } from "../../../extension/src/panel/job_next.ts";
import { counted, filled } from "../../../extension/src/panel/words.ts";
import { broughtWords, worthWords } from "../../../extension/src/panel/worth_part.ts";

test("numbers as people read them", () => {
  assert.deepEqual([0, 912, 1500, 84_551_200].map(formatBytes), ["0\u00a0B", "912\u00a0B", "1.5 kB", "85 MB"]);
  assert.deepEqual([-1, 12, 59.6, 3600, 7380, 200_000].map(formatDuration),
    ["0 sec", "12 sec", "60 sec", "1 hr", "2 hr 3 min", "2 days"]);
  assert.deepEqual([0.01, 0.4, 8.16].map(formatWorth), ["0.01", "0.4", "8.2"]);
});

test("files have a name and a short type", () => {
  assert.equal(fileNameOf("https://h/data/a%20b.csv?x=1"), "a b.csv");
  assert.equal(fileNameOf("https://h/"), "h");
  assert.equal(fileNameOf("https://h/%E0%A4%A"), "%E0%A4%A");
  assert.equal(fileNameOf("no url"), "no url");
  assert.equal(hostOf("https://h:8080/x"), "h:8080");
  assert.equal(formatType("text/csv", "x.CSV"), "CSV");
  assert.equal(formatType("application/pdf; x=1", "download"), "PDF");
  assert.equal(formatType("", "download"), "unknown");
});

test("texts are filled in and counted", () => {
  assert.equal(filled("$2 of $1, $3", ["a", "b"]), "b of a, ");
  assert.equal(counted("links", 1), "1 link");
  assert.equal(counted("links", 1200), "1,200 links");
});

test("worth in words", () => {
  const group = { expected: 3.21, requests: 12, files: 98 };
  assert.equal(worthWords(group), "about 3.2 files per page");
  assert.equal(worthWords({ ...group, expected: null }), "worth not known yet");
  assert.equal(broughtWords(group), "so far 98 files from 12 requests: 8.2 each");
  assert.equal(broughtWords({ ...group, requests: 0 }), "");
});

test("skip reasons: known ones in words, others as they are", () => {
  assert.equal(skipWords("robots"), "The site asks robots to stay away");
  assert.equal(skipWords("status_404"), "Not found (404)");
  assert.equal(skipWords("status_418"), "The server answered 418");
  assert.equal(skipWords("status_503"), "The server failed (503)");
  assert.equal(skipWords("something_new"), "something_new");
});

test("what scripts may not send", () => {
  const said = (stopped) => stoppedWords({ progress: { stopped: stopped && { sent: null, ownNetwork: null, ...stopped } } });
  assert.equal(stoppedWords({ progress: null }), "");
  assert.equal(said(null), "");
  assert.equal(said({ count: 1, methods: ["PUT"], example: "https://h/kept" }),
    "1 request of a page’s script that might change something was stopped (PUT): https://h/kept. The page may show less.");
  assert.match(said({ count: 1200, methods: ["POST", "PUT"], example: "https://h/kept" }), /^1,200 requests .*\(POST, PUT\), such as .* by POST\.$/);
  const none = { count: 0, methods: [], example: "" };
  assert.equal(said({ ...none, sent: { count: 1, example: "https://h/seen" }, ownNetwork: { count: 4, example: "http://192.168.1.1/" } }),
    "1 request of a page’s script that may have changed something was sent (POST): https://h/seen."
    + " 4 requests of pages for your own network were refused, such as http://192.168.1.1/.");
});

test("what was left out: known causes in words, others as they are", () => {
  const of = (cause, links = 0) => leftOutWords({ cause, count: 2, links, example: "" });
  assert.equal(of("partly_read", 2248), "Pages read only in part (about 2,248 links lost)");
  assert.equal(of("robots"), "The site asks robots to stay away");
  assert.equal(of("something_new"), "something_new");
  assert.equal(leftOutWords({ cause: "elsewhere", taken: true, links: 0 }), "Files on hosts that sent pages instead");
});

test("files on other hosts are offered at the end, with their number", () => {
  const offered = (left, fields = {}) => fetchElsewhere({
    key: "a", kind: "harvest", info: null, error: null, connection: "connected", ...fields,
    progress: { state: fields.state ?? "finished", leftOut: [{ cause: "elsewhere", count: 290, taken: false, atLeast: false,
      hostCount: 1, hosts: [{ host: "assets.example.net", files: 290 }], ...left }] },
  });
  assert.deepEqual(offered({}), { text: "Fetch the 290 files on assets.example.net, too", where: "" });
  assert.equal(offered({ count: 1 }).text, "Fetch the file on assets.example.net, too");
  const two = [{ host: "a.net", files: 1290 }, { host: "b.net", files: 22 }];
  assert.deepEqual(offered({ count: 1312, hostCount: 2, hosts: two }),
    { text: "Fetch the 1,312 files on 2 other hosts, too", where: "a.net 1,290, b.net 22" });
  assert.equal(offered({ hostCount: 3, hosts: two }).where, "a.net 1,290, b.net 22, …");
  assert.equal(offered({ count: 100000, atLeast: true }).text, "Fetch the files on assets.example.net, too: at least 100,000");
  for (const nothing of [offered({ taken: true }), offered({ hosts: [] }), offered({}, { state: "running" }),
    offered({}, { key: "owner" }), offered({}, { kind: "collect" })]) assert.equal(nothing, null);
});

const ended = { complete: { complete: true, how: "complete", reason: "" }, about: { complete: false, how: "about", reason: "" },
  partial: { complete: false, how: "partial", reason: "" } };
const forbidden = { cause: "robots", count: 1, links: 0, example: "" };

test("an ended job is complete, about complete or not, as its host says", () => {
  const said = (ending, { state = "finished", leftOut = [], ...fields } = {}) =>
    endingWords({ info: null, kind: "harvest", error: null, connection: "connected", progress: { state, leftOut, ending }, ...fields });
  assert.equal(said(ended.complete), "Complete: everything this site shows was followed.");
  assert.equal(said(ended.about), "About complete: as good as all files are probably there.");
  assert.equal(said(ended.about, { info: { objective: "markup" } }), "About complete: as good as all such pages are probably there.");
  assert.equal(said(ended.partial, { leftOut: [forbidden] }), "Not complete: what is missing is listed below.");
  assert.equal(said(ended.partial, { state: "stopped" }), "Not complete.");
  for (const nothing of [said(null), said(ended.complete, { state: "running" }), said(ended.complete, { state: "paused" }),
    said(ended.complete, { kind: "collect" })]) assert.equal(nothing, "");
});

test("a job without files says why", () => {
  const why = (reason, leftOut = [], info = null) => endingWords({ info, kind: "harvest", error: null, connection: "connected",
    progress: { state: "finished", leftOut, ending: { ...ended.partial, reason } } });
  assert.equal(why("robots", [forbidden]), "Not complete: no file yet, most likely because of this: The site asks robots to stay away.");
  assert.match(why("robots", [forbidden], { objective: "forms" }), /^Not complete: no such page yet/);
  assert.match(why("start_page"), /^Not complete: the start page leads nowhere/);
  assert.match(why("types"), /^Complete, but no file of a wanted type/);
  assert.match(why("nothing"), /^Complete, but no file: everything this site shows was followed/);
  assert.match(why("something_new"), /because of this: something_new\.$/);
});

test("what was left out keeps the host's order, and one remedy of causes in a row stands at the last", () => {
  const list = ["refused", "server_error", "timeout", "listed_part"].map((cause) => ({ ...forbidden, cause }));
  const rows = (fields) => leftOutRows({ key: "a", info: null, kind: "harvest", error: null, connection: "connected",
    progress: { state: "finished", leftOut: list }, ...fields });
  assert.deepEqual(rows({}).map(({ leftOut }) => leftOut.cause), list.map(({ cause }) => cause));
  assert.deepEqual(rows({}).map(({ remedy }) => remedy),
    ["Log in on the site in this browser, then harvest it with your session.", "", "Harvest the site again later.", ""]);
  assert.deepEqual(rows({ key: "owner" }).map(({ remedy }) => remedy), ["", "", "", ""]);
  assert.deepEqual(rows({ progress: { state: "running", leftOut: list } }), []);
});

const limits = { delayMs: 0, maxRequests: null, maxBytes: null, maxTimeMs: null };
const job = (progress, state = "running") => ({
  info: null, kind: "harvest", chosen: 0,
  progress: progress && { state, reason: "", message: "", skips: {}, limits, seconds: 0, ...progress,
    progress: { requests: 0, targetBytes: 0, otherBytes: 0, targets: 0, estimate: null, ...progress.progress } },
});

test("how much is done: of the nearest limit, else of the files", () => {
  assert.equal(doneShare(job(null)), null);
  assert.equal(doneShare(job({})), null);
  assert.equal(doneShare(job({ progress: { requests: 50 }, limits: { ...limits, maxRequests: 200 } })), 0.25);
  assert.equal(doneShare(job({ seconds: 90, progress: { targets: 20, estimate: { files: 100, low: 90, high: 120, price: 5 } }, limits: { ...limits, maxTimeMs: 100_000 } })), 0.9);
  assert.equal(doneShare(job({ progress: { targetBytes: 9, otherBytes: 9 }, limits: { ...limits, maxBytes: 2 } })), 1);
});

test("the state in words", () => {
  assert.equal(stateWords(job(null)), "Starting");
  assert.equal(stateWords(job({ reason: "max_requests" }, "stopped")), "Stopped: the request limit was reached");
  assert.equal(stateWords(job({ reason: "unheard_of" }, "failed")), "Failed: unheard_of");
  // The sentence stands below it.
  assert.equal(stateWords(job({ reason: "network", message: "http://h/: no answer" }, "failed")), "Failed");
  assert.equal(isActive(job({}, "paused")), true);
  assert.equal(isActive(job({}, "failed")), false);
});

test("how many files there are, and what one more costs", () => {
  const estimate = { files: 1230, low: 1200, high: 1400, price: 50 };
  const running = job({});
  assert.equal(estimateWords(running, null, 3), "Too early to tell how many files there are");
  assert.equal(estimateWords(running, estimate, 1000), "About 1,230 files in all (1,200 to 1,400).");
  assert.equal(estimateWords(running, estimate, 1200), "About all files found: about 1,230 in all (1,200 to 1,400).");
  const whole = { files: 7, low: 7, high: 7, price: 0 };
  assert.equal(estimateWords(job({ leftOut: [], ending: ended.complete }, "finished"), whole, 7), "", "the ending says it");
  assert.equal(estimateWords(job({ leftOut: [forbidden], ending: ended.partial }, "finished"), whole, 7), "Nothing left to request");
  assert.equal(estimateWords(job({ leftOut: [], ending: ended.complete }, "finished"), null, 1), "");
  const said = (seconds, requests, price = 50) =>
    progressWords(job({ seconds, leftOut: [], progress: { requests, targets: 1200, estimate: { ...estimate, price } } }, "stopped"));
  assert.equal(said(600, 500), "About all files found: about 1,230 in all (1,200 to 1,400). Next file: about 50 requests (1 min).");
  assert.equal(said(1, 500, 1), "About all files found: about 1,230 in all (1,200 to 1,400). Next file: about 1 request.");
  const complete = job({ progress: { targets: 7, estimate: whole }, leftOut: [], ending: ended.complete }, "finished");
  assert.deepEqual([endingWords(complete), progressWords(complete)], ["Complete: everything this site shows was followed.", ""]);
  // The bar goes by the same number.
  assert.equal(doneShare(job({ progress: { targets: 615, estimate } })), 0.5);
});

test("a job that looks for pages says pages", () => {
  const estimate = { files: 1230, low: 1200, high: 1400, price: 50 };
  const ofPages = (fields, state) => {
    const made = job(fields, state);
    return { ...made, info: { ...made.info, objective: "markup" } };
  };
  assert.equal(estimateWords(ofPages({}), null, 3), "Too early to tell how many such pages there are");
  assert.equal(estimateWords(ofPages({}), estimate, 1000), "About 1,230 such pages in all (1,200 to 1,400).");
  const told = { seconds: 600, progress: { requests: 500, targets: 1200, estimate } };
  assert.equal(progressWords(ofPages({ ...told, leftOut: [] }, "stopped")),
    "About all such pages found: about 1,230 in all (1,200 to 1,400). Next page: about 50 requests (1 min).");
  assert.equal(enoughWords(ofPages(told)), "Continuing costs about 50 requests (1 min) per page.");
  assert.equal(stateWords(ofPages({ reason: "early_stopping" }, "stopped")), "Stopped: hardly any new pages are left");
  assert.equal(stateWords(ofPages({ reason: "max_requests" }, "stopped")), "Stopped: the request limit was reached");
});

test("when about all is found, what going on costs stands beside the button that ends the job", () => {
  const found = (estimate, state = "running", fields = {}) => ({
    ...job({ seconds: 600, progress: { requests: 500, targets: 95, estimate: { files: 99, low: 96, high: 110, price: 50, ...estimate } } }, state),
    ...fields });
  assert.equal(enoughWords(found({})), "Continuing costs about 50 requests (1 min) per file.");
  assert.doesNotMatch(progressWords(found({})), /costs/, "the price is said once");
  assert.equal(enoughWords(found({}, "paused")), enoughWords(found({})));
  assert.equal(enoughWords(found({ files: 110 })), "");
  assert.match(progressWords(found({ files: 110 })), /Next file: about 50 requests/);
  assert.equal(enoughWords(found({ price: 0 })), "", "a job with nothing left to ask ends by itself");
  assert.equal(enoughWords(found({}, "finished")), "");
  assert.equal(enoughWords(found({}, "running", { kind: "collect" })), "");
  assert.equal(enoughWords(job({ progress: { estimate: null } })), "");
});

test("a job that waits says for what, and how long", () => {
  const waiting = (by, seconds, state = "running") => waitWords(job({ wait: { by, host: "h", seconds } }, state));
  assert.equal(waiting("other_job", 3.6), "Waiting for another job on h. Next request in 4 sec.");
  assert.equal(waiting("other_job", null), "Waiting for another job on h.");
  assert.equal(waiting("back_off", 90), "h asked us to slow down. Next request in 2 min.");
  assert.equal(waiting("crawl_delay", 0.2), "h asks for pauses between requests.");
  assert.equal(waiting("other_job", 4, "paused"), "");
  assert.equal(waitWords(job({ wait: null })), "");
  assert.equal(waitWords(job(null)), "");
});

test("an ended job offers what comes next, a running one nothing", () => {
  const next = (state, fields = {}, kind = "harvest") => nextStep({ ...job(fields, state), key: "k", kind });
  assert.equal(next("running"), null);
  assert.deepEqual(next("failed"), { how: "continue", text: "Try again" });
  assert.deepEqual(next("finished"), { how: "revisit", text: "Check for changes" });
  assert.equal(next("finished", {}, "collect"), null);
  assert.deepEqual(next("stopped", { reason: "user" }), { how: "continue", text: "Continue" });
  assert.deepEqual(next("stopped", { reason: "max_requests", limits: { ...limits, maxRequests: 400 } }),
    { how: "raise", text: "Continue, up to 800 requests" });
  assert.equal(nextStep({ ...job({}, "failed"), key: "owner" }), null);
});

test("chosen files are counted, and what became of the others is said", () => {
  const words = (targets, skips, chosen = 21) =>
    progressWords({ ...job({ progress: { targets }, skips }, "finished"), kind: "collect", chosen });
  assert.equal(words(21, {}), "21 of 21 files saved");
  assert.equal(words(20, { status_404: 1 }), "20 of 21 files saved, 1 failed: Not found (404)");
  assert.equal(words(18, { status_404: 2, timeout: 1 }), "18 of 21 files saved, 3 failed: Not found (404); No answer in time");
  assert.equal(stateWords({ ...job({ reason: "frontier_empty" }, "finished"), kind: "collect" }), "Finished");
  assert.equal(doneShare({ ...job({ progress: { targets: 7 } }), kind: "collect", chosen: 21 }), 1 / 3);
});

test("a curve begins at nothing found for nothing asked", () => {
  assert.deepEqual(curveColumns([]), [[0], [0]]);
  assert.deepEqual(curveColumns([[3, 1], [9, 4]]), [[0, 3, 9], [0, 1, 4]]);
  assert.deepEqual(curveColumns([[0, 0], [9, 4]]), [[0, 9], [0, 4]]);
});

test("jobs that run are listed first, then the newest", () => {
  const job = (key, state) => ({ key, progress: { state }, info: null, connection: "off", error: null });
  const jobs = [job("a", "finished"), job("b", "running"), job("c", "stopped"), job("d", "paused")];
  assert.deepEqual(inShownOrder(jobs).map(({ key }) => key), ["d", "b", "c", "a"]);
});
