// Answers of every kind in the archive, as they were sent, and archives of another program as input.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { temporaryFolder } from "./support/browsers.mjs";
import { manifestOf, notBuilt, run, runToEnd, startDemoSite } from "./support/program.mjs";
import { body, redirect, Site } from "./support/site.mjs";
import { archiveOf, faultsOfRecords, recordsOf, rowsOf } from "./support/warcs.mjs";

const SECRET = "s3cr3t";
const CSV = "a,b\n1,2\n".repeat(500);
const PAGE = `<title>Coded</title><p>${"words ".repeat(500)}<a href="/packed.csv">packed</a>`;
const LINKS = ["/coded", "/chunked.csv", "/plain.csv", "/busy.csv", "/moved", "/gone", "/broken", "/short.csv", "/long.bin", "/typeless"]
  .map((path) => `<li><a href="${path}">${path}</a></li>`).join("");

let busy = 0;
let short = 0;
const ROUTES = {
  "/": body("text/html", `<title>Start</title><ul>${LINKS}</ul>`, { "set-cookie": `sid=${SECRET}`, "x-kept": "yes" }),
  "/coded": body("text/html", gzipSync(PAGE), { "content-encoding": "gzip" }),
  "/packed.csv": body("text/csv", brotliCompressSync(CSV), { "content-encoding": "br" }),
  "/plain.csv": body("text/csv", "plain\n", { "content-length": "6", etag: '"v1"' }),
  "/chunked.csv": (_request, response) => {
    response.writeHead(200, { "content-type": "text/csv" });
    response.write("chunk one\n");
    response.end("chunk two\n");
  },
  "/busy.csv": (_request, response) => {
    const again = busy++ === 0;
    response.writeHead(again ? 503 : 200, { "content-type": again ? "text/html" : "text/csv", "retry-after": "0" });
    response.end(again ? "<p>busy" : "not busy\n");
  },
  "/moved": redirect(301, "/plain.csv"),
  "/gone": (_request, response) => {
    response.writeHead(410, { "content-type": "text/html" });
    response.end("<p>gone for good");
  },
  "/broken": (request) => request.socket.destroy(),
  "/short.csv": (_request, response) => {
    const cut = short++ === 0;
    response.writeHead(200, { "content-type": "text/csv", "content-length": "12" });
    if (cut) response.write("half,", () => response.destroy());
    else response.end("half,whole,\n");
  },
  "/long.bin": (request, response) => {
    response.writeHead(200, { "content-type": "video/mp4", "content-length": 10_000_000 });
    const timer = setInterval(() => response.write(Buffer.alloc(100_000)), 5);
    request.socket.on("close", () => clearInterval(timer));
  },
};

describe("answers in an archive", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  const job = join(folder.path, "job");
  const site = new Site(ROUTES);
  let records;

  before(async () => {
    await site.start();
    const ended = await run(["harvest", `${site.base}/`, "--out", job, "--browser", "never", "--delay", "0", "--allow-private",
      "--blocklist", "none", "--archive", "warc"]);
    assert.equal(ended.code, 0, ended.stderr);
    records = (await Promise.all(archiveOf(job).map((name) => recordsOf(join(job, "archive", name))))).flat();
  });
  after(() => {
    site.stop();
    folder.remove();
  });

  const answersOf = (path, type = "response") => records.filter((record) => record.type === type && record.url === site.base + path);
  const answerOf = (path, type = "response") => {
    const found = answersOf(path, type);
    assert.equal(found.length, 1, `${type} of ${path}`);
    return found[0];
  };
  const headOf = (record) => record.block.toString("latin1").split("\r\n\r\n")[0].split("\r\n");

  it("has digests that hold", () => assert.deepEqual(faultsOfRecords(records), []));

  it("has a request for each answer", () => {
    const answered = site.hits.filter((path) => path !== "/broken").sort();
    assert.deepEqual(records.filter(({ type }) => type === "request").map(({ url }) => new URL(url).pathname).sort(), answered);
    const [request] = answersOf("/", "request");
    assert.equal(headOf(request)[0], "GET / HTTP/1.1");
    assert.ok(headOf(request).some((line) => /^User-Agent: Tagtrail/.test(line)));
  });

  it("has no cookie, and every other field", () => {
    const head = headOf(answerOf("/"));
    assert.ok(head.includes("x-kept: yes"));
    for (const { block } of records) assert.ok(!block.includes(SECRET));
  });

  it("has bodies decoded, and says how they came", () => {
    const coded = answerOf("/coded");
    assert.equal(coded.payload.toString(), PAGE);
    assert.ok(headOf(coded).includes("x-orig-content-encoding: gzip"));
    assert.ok(headOf(coded).includes(`Content-Length: ${PAGE.length}`));
    const packed = answerOf("/packed.csv");
    assert.equal(packed.payload.toString(), CSV);
    assert.ok(headOf(packed).includes("x-orig-content-encoding: br"));
    const chunked = answerOf("/chunked.csv");
    assert.equal(chunked.payload.toString(), "chunk one\nchunk two\n");
    assert.ok(headOf(chunked).includes("x-orig-Transfer-Encoding: chunked"));
  });

  it("has redirects, errors and tries that were repeated, with their bodies", () => {
    assert.match(headOf(answerOf("/moved")).join("\n"), /^HTTP\/1.1 301 [^]*^location: \/plain.csv$/m);
    assert.equal(answerOf("/gone").payload.toString(), "<p>gone for good");
    const tries = answersOf("/busy.csv");
    assert.deepEqual(tries.map(({ payload }) => payload.toString()), ["<p>busy", "not busy\n"]);
    const about = records.filter(({ type, url }) => type === "metadata" && url === `${site.base}/busy.csv`);
    assert.equal(about.length, 2);
    const rows = rowsOf(job, "SELECT count(DISTINCT n) AS responses, count(n) AS claimed, count(*) AS all_of_them"
      + " FROM archive WHERE url LIKE '%/busy.csv'");
    assert.deepEqual(rows, [{ responses: 1, claimed: 6, all_of_them: 6 }]);
  });

  it("says what is not whole", () => {
    const [cut, whole] = answersOf("/short.csv");
    assert.equal(cut.header("WARC-Truncated"), "disconnect");
    assert.equal(whole.header("WARC-Truncated") ?? null, null);
    assert.equal(whole.payload.toString(), "half,whole,\n");
    const long = answerOf("/long.bin");
    assert.equal(long.header("WARC-Truncated"), "length");
    assert.equal(long.payload.length, 0);
    assert.ok(headOf(long).includes("x-orig-content-length: 10000000"));
  });

  it("says which address answered, and by which protocol", () => {
    for (const record of records.filter(({ type }) => type === "response")) {
      assert.equal(record.header("WARC-IP-Address"), "127.0.0.1");
      assert.equal(record.header("WARC-Protocol"), "http/1.1");
    }
  });

  it("is replayed with the same files", () => {
    const replica = join(folder.path, "job.replica");
    runToEnd(["import", ...archiveOf(job).map((name) => join(job, "archive", name)), "-o", replica]);
    const { targets } = JSON.parse(runToEnd(["replay", replica, "--policy", "bfs", "--targets", "data", "--json"]));
    const count = manifestOf(job).resources.length;
    assert.ok(count >= 5);
    assert.deepEqual(targets, { reachable: count, found: count });
  });

  it("another harvest of the job adds nothing but its own requests", async () => {
    const before = site.hits.length;
    assert.equal((await run(["harvest", `${site.base}/`, "--out", job, "--browser", "never", "--delay", "0", "--allow-private",
      "--blocklist", "none"])).code, 0);
    assert.equal(site.hits.length, before);
    const again = (await Promise.all(archiveOf(job).map((name) => recordsOf(join(job, "archive", name))))).flat();
    assert.equal(again.length, records.length);
  });
});

const noWget = spawnSync("wget", ["--version"]).error && "wget is not installed";

describe("an archive that wget wrote", { skip: notBuilt || noWget }, () => {
  const folder = temporaryFolder();
  let site;
  before(async () => (site = await startDemoSite(join(folder.path, "site.log"))));
  after(async () => {
    await site.stop();
    folder.remove();
  });

  it("is imported and replayed", () => {
    const name = join(folder.path, "wget");
    spawnSync("wget", ["--quiet", "--recursive", "--level", "2", "--no-parent", "--no-proxy", "--delete-after",
      "--execute", "robots=off", "--warc-file", name, "--warc-cdx", "--directory-prefix", join(folder.path, "out"), site.url],
    { cwd: folder.path });
    const replica = join(folder.path, "wget.replica");
    runToEnd(["import", `${name}.warc.gz`, "-o", replica]);
    const { targets } = JSON.parse(runToEnd(["replay", replica, "--policy", "bfs", "--targets", "data", "--json"]));
    const lines = execFileSync("sh", ["-c", "wc -l < \"$0\"", `${name}.cdx`], { encoding: "utf8" });
    assert.ok(Number(lines) > 30, `wget recorded ${lines} answers`);
    assert.ok(targets.found > 10, JSON.stringify(targets));
    assert.equal(targets.found, targets.reachable);
  });
});
