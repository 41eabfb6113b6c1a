// Large files whose download breaks off: the rest is asked for where the server allows it, and what is stored is
// always one version of the file, whole.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { manifestOf, notBuilt, run, start, until } from "../e2e/support/program.mjs";

const LENGTH = 24_000_000;
const CUT = 13_000_000;

function contents(version) {
  const line = Buffer.from(`${version},1,2,3,4,5,6,7,8,9\n`);
  return Buffer.alloc(LENGTH, line);
}

/**
 * A page with a link to one large CSV file. `cuts`: what becomes of the first requests for it at byte CUT: "close"
 * or "hang". With `ranges` the server answers If-Range and Range.
 */
async function serve({ cuts, ranges = true, versions = ["one"] }) {
  const asked = [];
  let sent = 0;
  const server = createServer((request, response) => {
    if (request.url === "/robots.txt") return void response.writeHead(404).end();
    if (request.url !== "/big.csv") {
      return void response.writeHead(200, { "content-type": "text/html" }).end('<a href="/big.csv">the table</a>');
    }
    const number = asked.length;
    asked.push(request.headers.range ?? "");
    const version = versions[Math.min(number, versions.length - 1)];
    const body = contents(version);
    const etag = `"${version}"`;
    const from = ranges && request.headers["if-range"] === etag
      ? Number(/^bytes=(\d+)-$/.exec(request.headers.range)[1]) : 0;
    // A server need not say again what a client that asks for the rest knows.
    const fields = from > 0 ? { "content-range": `bytes ${from}-${LENGTH - 1}/${LENGTH}`, etag }
      : { "content-type": "application/octet-stream", "content-disposition": 'attachment; filename="table.csv"', etag };
    response.writeHead(from > 0 ? 206 : 200, { ...fields, "content-length": LENGTH - from });
    const cut = cuts[number];
    const piece = body.subarray(from, cut ? CUT : LENGTH);
    response.write(piece, () => {
      sent += piece.length;
      if (cut === "close") response.destroy();
      if (!cut) response.end();
    });
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${server.address().port}/`, asked, sent: () => sent,
    stop: () => new Promise((stopped) => {
      server.closeAllConnections();
      server.close(stopped);
    }),
  };
}

describe("a large file that breaks off", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  after(() => folder.remove());
  const harvest = (site, name) => ["harvest", site.url, "--out", join(folder.path, name), "--browser", "never", "--delay",
    "0", "--allow-private", "--targets", "csv,application/octet-stream"];

  function assertWhole(name, version) {
    const job = join(folder.path, name);
    const { resources } = manifestOf(job);
    assert.equal(resources.length, 1);
    const [file] = resources;
    const expected = createHash("sha256").update(contents(version)).digest("hex");
    assert.equal(file.hash, `sha256:${expected}`);
    assert.equal(file.bytes, LENGTH);
    assert.equal(file.tagtrail.status, 200);
    assert.equal(file.path, "files/table.csv");
    assert.equal(createHash("sha256").update(readFileSync(join(job, file.path))).digest("hex"), expected);
    assert.deepEqual(readdirSync(join(job, ".partial")), []);
  }

  /** Starts a harvest, waits until the first part of the file is on disk, and ends it. */
  async function interrupted(site, name, signal) {
    const harvesting = start(harvest(site, name));
    const partial = join(folder.path, name, ".partial");
    const size = () => (existsSync(partial) ? readdirSync(partial) : []).filter((file) => file.endsWith(".part"))
      .reduce((bytes, file) => bytes + statSync(join(partial, file)).size, 0);
    await until(() => size() >= CUT - 300_000, harvesting.ended);
    process.kill(harvesting.child.pid, signal);
    return harvesting.ended;
  }

  async function goesOn(site, name) {
    const { code, stderr } = await run(harvest(site, name));
    assert.equal(code, 0, stderr);
  }

  it("by a cut connection goes on in the same run", async () => {
    const site = await serve({ cuts: ["close"] });
    await goesOn(site, "cut");
    assert.equal(site.asked.length, 2);
    assert.equal(site.asked[0], "");
    assert.match(site.asked[1], /^bytes=1[0-3]\d{6}-$/);
    assertWhole("cut", "one");
    await site.stop();
  });

  it("by kill -9 goes on with the same command", async () => {
    const site = await serve({ cuts: ["hang"] });
    await interrupted(site, "killed", "SIGKILL");
    await goesOn(site, "killed");
    assert.match(site.asked[1], /^bytes=12\d{6}-$|^bytes=13000000-$/);
    assertWhole("killed", "one");
    await site.stop();
  });

  it("by Ctrl-C goes on with the same command", async () => {
    const site = await serve({ cuts: ["hang"] });
    const stopped = await interrupted(site, "stopped", "SIGINT");
    assert.equal(stopped.code, 5, stopped.stderr);
    await goesOn(site, "stopped");
    assert.equal(site.asked[1], `bytes=${CUT}-`);
    assertWhole("stopped", "one");
    await site.stop();
  });

  it("begins again where the server knows no ranges", async () => {
    const site = await serve({ cuts: ["hang"], ranges: false });
    await interrupted(site, "rangeless", "SIGKILL");
    await goesOn(site, "rangeless");
    assert.equal(site.asked.length, 2);
    assertWhole("rangeless", "one");
    await site.stop();
  });

  it("begins again when it changed meanwhile", async () => {
    const site = await serve({ cuts: ["hang"], versions: ["one", "two"] });
    await interrupted(site, "changed", "SIGKILL");
    await goesOn(site, "changed");
    assertWhole("changed", "two");
    await site.stop();
  });
});
