// What a run says of how many files there are, and of what going on would cost: the line, the summary, the
// statistics and the JSON give the same numbers.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { temporaryFolder } from "./support/browsers.mjs";
import { notBuilt, resultOf, run } from "./support/program.mjs";
import { body, Site } from "./support/site.mjs";

const FILES = 60;
const PAGES = 400;

describe("how many files there are", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  let site;
  let jobs = 0;
  let job;

  before(async () => {
    const numbers = (count) => Array.from({ length: count }, (_, at) => at + 1);
    const list = (name, count, url) => `<ul class="${name}">${numbers(count).map((n) => `<li><a href="${url(n)}">${name} ${n}</a></li>`).join("")}</ul>`;
    site = new Site({
      "/": list("data", FILES, (n) => `/${n}.csv`) + list("news", PAGES, (n) => `/news/${n}.html`),
      ...Object.fromEntries(numbers(FILES).map((n) => [`/${n}.csv`, body("text/csv", `a\n${n}\n`)])),
      ...Object.fromEntries(numbers(PAGES).map((n) => [`/news/${n}.html`, `<p>News of day ${n}</p>`])),
    });
    await site.start();
  });
  beforeEach(() => (job = join(folder.path, `job${++jobs}`)));
  after(() => {
    site.stop();
    folder.remove();
  });
  const harvest = (...more) => ["harvest", `${site.base}/`, "--out", job, "--browser", "never", "--delay", "0", "--allow-private",
    "--sitemaps", "off", "--leave-traps", "off", ...more];

  it("is told with the price of going on and how to end it, and alike everywhere", async () => {
    const stats = join(folder.path, "stats.json");
    const ended = await run(harvest("--max-requests", "200", "--stats", stats));
    assert.equal(ended.code, 4, ended.stderr);
    const { estimate, advice } = JSON.parse(readFileSync(stats, "utf8"));
    assert.ok(estimate.files === FILES && estimate.low === FILES && estimate.high < 1.5 * FILES, JSON.stringify(estimate));
    assert.ok(estimate.price >= 100, JSON.stringify(estimate));
    assert.ok(!("told" in advice));
    const numbers = `60 files of about 60 \\(60 to ${estimate.high}\\) so far; next file: about ${estimate.price} more requests`;
    assert.match(ended.stdout, new RegExp(`^${numbers}.*\nabout complete: `, "m"));
    const said = /^about all files found: 60 files \(.*\) of about 60 \(60 to \d+\); next file: about \d+ more requests?.*; Ctrl-C ends it here, and --stop-at 95% ends such a job by itself$/gm;
    assert.equal([...ended.stderr.matchAll(said)].length, 1, ended.stderr);
  });

  it("is null in the JSON while too little is known", async () => {
    const ended = await run(harvest("--max-requests", "90", "--json"));
    assert.equal(resultOf(ended).estimate, null);
    assert.doesNotMatch(ended.stderr, /about/);
  });

  it("needs no hint where --stop-at ends it, and nothing once all has been asked", async () => {
    const stopped = await run(harvest("--stop-at", "95%"));
    assert.equal(stopped.code, 0, stopped.stderr);
    assert.match(stopped.stdout, /stopped, because the share of --stop-at has probably been found\n60 files of about 60 .*\nabout complete: /);
    assert.doesNotMatch(stopped.stderr, /--stop-at/);
    job = join(folder.path, "whole");
    const whole = await run(harvest("--json", "--quiet"));
    assert.deepEqual(resultOf(whole).estimate, { files: FILES, low: FILES, high: FILES, price: 0 });
    assert.equal(whole.stderr, "");
  });
});
