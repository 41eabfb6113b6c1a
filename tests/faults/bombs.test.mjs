// Bodies that are small on the wire and huge when decoded: pages, files, maps of the site, robots.txt. None
// costs memory or disk, and the good file beside them is found.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { addressesOf, manifestOf, notBuilt, resultOf, start } from "../e2e/support/program.mjs";
import { body, Site } from "../e2e/support/site.mjs";

const MIB = 1 << 20;
const DECODED = 256 * MIB;
const MOST_MEMORY_KB = 256 * 1024;

/** `{ coding: bytes }`, each of DECODED zeros; a coding that can't be made here is missing. */
function makeBombs() {
  const zeros = Buffer.alloc(DECODED);
  const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
  const gzip = gzipSync(zeros, { level: 9 });
  const bombs = { gzip, br: brotliCompressSync(zeros, quick), "gzip, gzip": gzipSync(gzip) };
  const zstd = spawnSync("zstd", ["-q", "-c", "-1"], { input: zeros, maxBuffer: 64 * MIB });
  if (zstd.status === 0) bombs.zstd = zstd.stdout;
  return bombs;
}

describe("decompression bombs", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  let bombs;
  before(() => {
    bombs = makeBombs();
    for (const [coding, bytes] of Object.entries(bombs)) assert.ok(bytes.length < DECODED / 500, coding);
  });
  after(() => folder.remove());

  /** Harvests a site of these routes; gives `{ code, stderr, result, peak }`. */
  async function harvest(routes, name) {
    const site = new Site(routes);
    await site.start();
    const job = join(folder.path, name);
    const { child, ended } = start(["harvest", `${site.base}/`, "--out", job, "--browser", "never", "--delay", "0",
      "--allow-private", "--json", "--quiet"]);
    let peak = 0;
    const watch = setInterval(() => {
      try {
        peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1] ?? 0));
      } catch {
        // It has ended.
      }
    }, 20);
    const end = await ended;
    clearInterval(watch);
    site.stop();
    assert.equal(end.signal, null, end.stderr);
    assert.ok(peak < MOST_MEMORY_KB, `${peak} kB`);
    return { ...end, job, peak, hits: site.hits };
  }
  const good = { "/good.csv": body("text/csv", "a\n1\n") };
  const link = (path) => `<p><a href="${path}">data</a>`;

  it("as pages and as files, by each coding", async (t) => {
    const routes = { ...good };
    const paths = ["/good.csv"];
    for (const [index, [coding, bytes]] of Object.entries(bombs).entries()) {
      for (const [type, path] of [["text/html", `/page${index}.html`], ["text/csv", `/file${index}.csv`]]) {
        routes[path] = body(type, bytes, { "content-encoding": coding, "content-length": bytes.length });
        paths.unshift(path);
      }
    }
    routes["/"] = paths.map(link).join("");
    const end = await harvest(routes, "codings");
    assert.equal(end.code, 0, end.stderr);
    const { resources } = manifestOf(end.job);
    assert.deepEqual(resources.map(({ sources }) => new URL(sources[0].path).pathname), ["/good.csv"]);
    for (const path of paths) assert.ok(end.hits.includes(path), `${path} was not asked for`);
    // Much less than the bombs hold was decoded.
    assert.ok(resultOf(end).bytes < 32 * MIB * paths.length, `${resultOf(end).bytes} bytes`);
    t.diagnostic(`codings ${Object.keys(bombs).join(" / ")}; peak ${end.peak} kB, ${resultOf(end).bytes} bytes decoded`);
    rmSync(end.job, { recursive: true });
  });

  it("as a map of the site, compressed as a file and on the way", async (t) => {
    const end = await harvest({
      ...good, "/": link("/good.csv"),
      "/robots.txt": body("text/plain", "Sitemap: /map.xml.gz\nSitemap: /map.xml\n"),
      "/map.xml.gz": body("application/gzip", bombs.gzip),
      "/map.xml": body("application/xml", bombs.gzip, { "content-encoding": "gzip" }),
      "/sitemap.xml": body("application/xml", bombs.br, { "content-encoding": "br" }),
    }, "maps");
    assert.equal(end.code, 0, end.stderr);
    const found = addressesOf(manifestOf(end.job)).map(({ sources }) => new URL(sources[0].path).pathname);
    assert.ok(found.includes("/good.csv"));
    t.diagnostic(`peak ${end.peak} kB, files ${found.join(" ")}`);
  });

  it("as robots.txt: nothing worse happens than that the site is left", async (t) => {
    const end = await harvest({
      ...good, "/": link("/good.csv"),
      "/robots.txt": body("text/plain", bombs.gzip, { "content-encoding": "gzip" }),
    }, "robots");
    assert.ok([0, 3, 6].includes(end.code), `exit ${end.code}: ${end.stderr}`);
    t.diagnostic(`exit ${end.code}, peak ${end.peak} kB`);
  });
});
