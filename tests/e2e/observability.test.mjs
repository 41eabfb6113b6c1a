// How a run tells others how it goes: a line on the terminal, a statistics file, metrics for Prometheus.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { temporaryFolder } from "./support/browsers.mjs";
import { notBuilt, program, resultOf, run, start, until } from "./support/program.mjs";
import { body, Site } from "./support/site.mjs";

const noScript = spawnSync("script", ["--version"]).status !== 0 && "script is not installed";

/** What a server answers to these bytes, or "" when it closes without a word. */
function speak(port, bytes, host = "127.0.0.1") {
  return new Promise((done, failed) => {
    const socket = connect(port, host, () => socket.write(bytes));
    let text = "";
    socket.setEncoding("latin1").on("data", (part) => (text += part));
    socket.on("close", () => done(text)).on("error", (error) => (error.code === "ECONNRESET" ? done(text) : failed(error)));
  });
}

describe("what a run says", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  let site;
  let release;
  let held;
  let jobs = 0;
  let job;

  before(async () => {
    const file = (n) => body("text/csv", `a\n${n}\n`);
    site = new Site({
      "/": '<a href="/1.csv">data</a> <a href="/gone.html">gone</a> <a href="/last.html">more</a>',
      "/1.csv": file(1),
      "/last.html": (_request, response) => void held.then(() => response.end('<a href="/2.csv">data</a>')),
      "/2.csv": file(2),
    });
    await site.start();
  });
  beforeEach(() => {
    job = join(folder.path, `job${++jobs}`);
    held = new Promise((done) => (release = done));
    site.hits.length = 0;
  });
  after(() => {
    site.stop();
    folder.remove();
  });
  const harvest = (...more) => ["harvest", `${site.base}/`, "--out", job, "--browser", "never", "--delay", "0", "--allow-private",
    "--sitemaps", "off", "--policy", "bfs", ...more];

  // It was told in passing, by a line that did not say who speaks, and the run had no statistics.
  it("statistics that can't be written are refused before anything is requested", async () => {
    const taken = join(folder.path, "taken");
    writeFileSync(taken, "");
    for (const [file, message] of [
      [join(folder.path, "nowhere", "stats.json"), /^tagtrail: --stats: there is no folder .*nowhere: create it first$/m],
      [folder.path, /^tagtrail: --stats: .* is a folder: name a file in it$/m],
      [`${job}/`, /^tagtrail: --stats: .* is a folder: name a file in it$/m],
      [join(taken, "stats.json"), /^tagtrail: --stats: .*Not a directory: name a file in a folder/m],
    ]) {
      const ended = await run(harvest("--stats", file));
      assert.equal(ended.code, 3, `${file}: ${ended.stderr}`);
      assert.match(ended.stderr, message);
      assert.ok(!existsSync(job));
    }
    assert.deepEqual(site.hits, []);
  });

  it("statistics may be in the folder that the job makes", async () => {
    release();
    const file = join(job, "stats.json");
    const ended = await run(harvest("--stats", file));
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(JSON.parse(readFileSync(file, "utf8")).exit, 0);
  });

  it("statistics: whole at any time, and at the end what --json prints, and more", async () => {
    const file = join(folder.path, "stats.json");
    const { ended } = start(harvest("--stats", file, "--json"));
    await until(() => existsSync(file) && site.hits.includes("/last.html"), ended);
    const during = JSON.parse(readFileSync(file, "utf8"));
    assert.equal(during.exit, null);
    assert.equal(during.state, "running");
    release();
    const end = await ended;
    assert.equal(end.code, 0, end.stderr);
    const stats = JSON.parse(readFileSync(file, "utf8"));
    const printed = resultOf(end);
    for (const [name, value] of Object.entries(printed)) assert.deepEqual(stats[name], value, name);
    assert.equal(stats.state, "finished");
    assert.equal(stats.targets, 2);
    assert.deepEqual(stats.skips, { status_404: 1 });
    assert.equal(stats.frontier, 0);
    assert.ok(stats.rates.requests_per_second > 0);
    assert.deepEqual(readdirSync(folder.path).filter((name) => name.includes("stats.json") && name !== "stats.json"), []);
  });

  it("metrics: on this machine only, for whoever names it, and bounded", async () => {
    const { child, ended } = start(harvest("--metrics", "0"));
    let stderr = "";
    child.stderr.on("data", (text) => (stderr += text));
    await until(() => /metrics: /.test(stderr) && site.hits.includes("/last.html"), ended);
    const port = Number(/metrics: http:\/\/127\.0\.0\.1:(\d+)\/metrics/.exec(stderr)[1]);
    const get = (path, host = `127.0.0.1:${port}`) => speak(port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    await until(async () => /tagtrail_files_total 1\n/.test(await get("/metrics")), ended);
    const text = await get("/metrics", "localhost");
    assert.match(text, /^HTTP\/1\.1 200 /);
    assert.match(text, /tagtrail_skips_total\{reason="status_404"\} 1\n/);
    assert.match(text, /tagtrail_job_state\{state="running"\} 1\n/);
    for (const line of text.split("\r\n\r\n")[1].trim().split("\n")) {
      assert.match(line, /^(# (HELP|TYPE) tagtrail_[a-z_]+ .+|tagtrail_[a-z_]+(\{[a-z]+="[^"]*"\})? [0-9.e+-]+)$/);
    }
    assert.match(await get("/"), /^HTTP\/1\.1 404 /);
    assert.match(await get("/metrics", "rebound.example"), /^HTTP\/1\.1 403 /);
    assert.match(await speak(port, "GET /metrics HTTP/1.1\r\n\r\n"), /^HTTP\/1\.1 403 /);
    assert.match(await speak(port, `POST /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n`), /^HTTP\/1\.1 405 /);
    assert.match(await speak(port, `GET /metrics HTTP/1.1\r\nX: ${"x".repeat(9000)}`), /^HTTP\/1\.1 431 /);
    const outside = Object.values(networkInterfaces()).flat().find(({ family, internal }) => family === "IPv4" && !internal);
    if (outside) await assert.rejects(speak(port, "GET /metrics HTTP/1.1\r\n\r\n", outside.address));
    // One that says nothing keeps nobody waiting for ever.
    const silent = connect(port, "127.0.0.1");
    assert.match(await get("/metrics"), /^HTTP\/1\.1 200 /);
    silent.destroy();
    release();
    assert.equal((await ended).code, 0);
  });

  it("a batch has both, of all its sites", async () => {
    const list = join(folder.path, "sites.txt");
    const file = join(folder.path, "batch.json");
    writeFileSync(list, `${site.base}/ --sitemaps off\n`);
    release();
    const ended = await run(["batch", list, "--out", job, "--browser", "never", "--delay", "0", "--allow-private", "--stats", file,
      "--metrics", "0"]);
    assert.equal(ended.code, 0, ended.stderr);
    assert.match(ended.stderr, /metrics: http/);
    const stats = JSON.parse(readFileSync(file, "utf8"));
    assert.equal(stats.exit, 0);
    assert.deepEqual(stats.sites, { total: 1, done: 1, failed: 0, waiting: 0, complete: 1 });
    assert.equal(stats.files, 2);
  });

  it("plain lines where there is no terminal, and none with --quiet", async () => {
    release();
    const ended = await run(harvest());
    assert.equal(ended.code, 0, ended.stderr);
    assert.match(ended.stderr, /^\d+ files \(.*\), .*requests/m);
    assert.doesNotMatch(ended.stderr, /[\r\x1b]/);
    job += "-quiet";
    assert.equal((await run(harvest("--quiet"))).stderr, "");
  });

  it("one line that redraws itself on a terminal", { skip: noScript }, async () => {
    release();
    const words = [program, ...harvest()].map((word) => `'${word}'`).join(" ");
    const child = spawn("script", ["-qec", words, "/dev/null"], { stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (part) => (text += part));
    const code = await new Promise((done) => child.once("close", done));
    assert.equal(code, 0, text);
    assert.match(text, /\r\x1b\[K[-|\/\\] \x1b\[1;32m\d+ files? /);
    assert.match(text, /\r\x1b\[K2 files .*: no links left to follow/);
  });
});
