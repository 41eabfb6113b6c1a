// A crawl of half a million pages with 16 connections, killed on its way: what it takes of memory and disk, how long it needs
// to go on, and that nothing is lost. TAGTRAIL_SOAK_PAGES and TAGTRAIL_SOAK_MINUTES make it shorter.
// lane: quiet
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import { join } from "node:path";
import { it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { manifestOf, notBuilt, run, start } from "../e2e/support/program.mjs";

const PAGES = Number(process.env.TAGTRAIL_SOAK_PAGES ?? 500_000);
const MINUTES = Number(process.env.TAGTRAIL_SOAK_MINUTES ?? 60);
const CHILDREN = 50;
/** One page in so many has a file. */
const FILE_EVERY = 25;
const LOOK_MS = 1000;
const MB = 1 << 20;
/** Of a job with so many pages, with the program itself; measured, with a third more. */
const MOST_BYTES = 200 * MB + PAGES * 4096;

const hasFile = (number) => number % FILE_EVERY === 0;

/** Records of an archive, each with links to its parts; about a kilobyte. */
function pageOf(number) {
  const first = number * CHILDREN + 1;
  const parts = Array.from({ length: Math.max(0, Math.min(CHILDREN, PAGES - first)) }, (_, at) => first + at);
  const file = hasFile(number) ? `<p class="download"><a href="/data/${number}.csv">Values of record ${number}</a></p>` : "";
  return `<!DOCTYPE html><html lang="en"><title>Record ${number}</title><body><nav><a href="/">Archive</a></nav><main><h1>Record ${number}</h1>`
    + `<p>Observed at station ${number % 97}, kept since ${1900 + (number % 120)}.</p>${file}`
    + `<ul class="parts">${parts.map((part) => `<li><a href="/records/${part}">Part ${part}</a></li>`).join("")}</ul></main></body></html>`;
}

async function startArchive() {
  const asked = new Map();
  const server = createServer((request, response) => {
    asked.set(request.url, (asked.get(request.url) ?? 0) + 1);
    const [, kind, digits] = /^\/(records|data)\/(\d+)(?:\.csv)?$/.exec(request.url) ?? [];
    const number = request.url === "/" ? 0 : Number(digits);
    if (kind === "data") return response.setHeader("content-type", "text/csv").end(`record,value\n${number},${number % 7}\n`);
    if (number < PAGES) return response.setHeader("content-type", "text/html; charset=utf-8").end(pageOf(number));
    response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { asked, url: `http://127.0.0.1:${server.address().port}/`, stop: () => (server.closeAllConnections(), server.close()) };
}

const readNumber = (file, name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(file, "utf8"))?.[1] ?? 0);

/** Of a harvest until its end, or until `enough` of what its server has seen. */
async function watch(harvest, enough) {
  const seen = { memory: 0, written: 0 };
  let over = false;
  void harvest.ended.then(() => (over = true));
  while (!over && !enough()) {
    try {
      seen.memory = Math.max(seen.memory, 1024 * readNumber(`/proc/${harvest.child.pid}/status`, "VmHWM"));
      seen.written = Math.max(seen.written, readNumber(`/proc/${harvest.child.pid}/io`, "write_bytes"));
    } catch {
      // It has ended.
    }
    await new Promise((wake) => setTimeout(wake, LOOK_MS));
  }
  return seen;
}

it(`${PAGES.toLocaleString("en")} pages, or ${MINUTES} minutes of them`, { skip: notBuilt, timeout: (2 * MINUTES + 30) * 60_000 }, async (t) => {
  const folder = temporaryFolder();
  t.after(() => folder.remove());
  const archive = await startArchive();
  t.after(() => archive.stop());
  const job = join(folder.path, "job");
  const command = (minutes) => ["harvest", archive.url, "--out", job, "--browser", "never", "--delay", "0", "--connections", "16", "--allow-private",
    "--max-urls", "0", "--max-time", `${minutes}m`, "--json"];
  const limits = { limitMs: 2 * MINUTES * 60_000 };

  const begin = Date.now();
  const first = start(command(MINUTES), limits);
  const before = await watch(first, () => archive.asked.size > PAGES / 2 || Date.now() - begin > MINUTES * 30_000);
  first.child.kill("SIGKILL");
  await first.ended;
  const killedAt = archive.asked.size;
  const listed = readFileSync(join(job, "crawl.log"), "utf8").split("\n").length - 1;

  const resumed = Date.now();
  const second = start(command(MINUTES), limits);
  let wentOn;
  const after = await watch(second, () => {
    if (archive.asked.size > killedAt + 64) wentOn ??= Date.now() - resumed;
    return Date.now() - begin > 2 * MINUTES * 60_000;
  });
  const { code, stderr } = await second.ended;
  const seconds = Math.round((Date.now() - begin) / 1000);
  t.diagnostic(JSON.stringify({ pages: PAGES, code, seconds, asked: archive.asked.size, killedAt, resumedAfterMs: wentOn,
    files: manifestOf(job).resources.length, megabytes: Math.round(Math.max(before.memory, after.memory) / MB), writtenMb: Math.round((before.written + after.written) / MB),
    databaseMb: Math.round(Number(execFileSync("stat", ["-c", "%s", join(job, "job.db")])) / MB) }));

  assert.ok([0, 4].includes(code), stderr);
  assert.ok(Math.max(before.memory, after.memory) < MOST_BYTES);
  // What was listed before the kill is asked for by nobody again; what was under way may be.
  const twice = [...archive.asked].filter(([path, count]) => count > 1 && path !== "/robots.txt");
  assert.ok(twice.length <= 16 * 16, `${twice.length} of ${listed} twice`);
  if (code === 0) {
    assert.equal(archive.asked.size >= PAGES, true);
    assert.equal(manifestOf(job).resources.length, Math.ceil(PAGES / FILE_EVERY));
  }
  const verified = await run(["verify", job], limits);
  assert.equal(verified.code, 0, verified.stdout + verified.stderr);
});
