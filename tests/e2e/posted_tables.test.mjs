// Tables of PxWeb's version 1, which come by POST alone: all of them, by queries that only read, and to nobody else.
// lane: browser
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { Portal } from "../sites/portals/portal.mjs";
import { programs, temporaryFolder } from "./support/browsers.mjs";
import { addressesOf, manifestOf, notBuilt, resultOf, run, runToEnd } from "./support/program.mjs";
import { archiveOf, recordsOf } from "./support/warcs.mjs";

const sha256 = (bytes) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

describe("tables that come by POST", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  let jobs = 0;
  after(() => folder.remove());

  const newJob = () => join(folder.path, `job${++jobs}`);
  const harvest = (url, job, ...more) => run(["harvest", url, "--out", job, "--browser", "never", "--delay", "0", "--allow-private", "--json", "--scope", "host", ...more]);

  async function withPortal(work, options = {}) {
    const portal = new Portal("pxweb", { datasets: 8, faults: false, options: { version: 1, ...options } });
    await portal.start();
    try {
      return await work(portal);
    } finally {
      await portal.stop();
    }
  }

  const posts = ({ log }) => log.filter(({ method }) => method === "POST");
  /** But for the pages in another language, which robots.txt forbids. */
  const left = (job) => (manifestOf(job).tagtrail.leftOut ?? []).filter(({ example }) => !example.endsWith("/pxweb/sv/"));
  const partsOf = (portal) => posts(portal).map(({ status, url }) => `${status} ${url}`);
  const tablesOf = (portal) => portal.truth().map((url) => url.split("#")[0]).sort();
  const missed = (portal) => portal.truth().filter((url) => !portal.log.some(({ file }) => file === url));

  function assertAll(portal, job, ended) {
    assert.equal(ended.code, 0, ended.stderr);
    assert.ok(portal.truth().length > 5);
    assert.deepEqual(addressesOf(manifestOf(job)).map(({ sources }) => sources[0].path).sort(), portal.truth());
    assert.deepEqual(missed(portal), []);
    assert.deepEqual(posts(portal).map(({ url }) => url).sort(), tablesOf(portal), "each table once, and nothing else");
  }

  it("are all had, without a version 2, and that is complete", () => withPortal(async (portal) => {
    const job = newJob();
    const ended = await harvest(portal.url, job);
    assertAll(portal, job, ended);
    assert.deepEqual(left(job), []);
  }));

  it("are named as what they are, and how to ask for them again", () => withPortal(async (portal) => {
    const job = newJob();
    await harvest(portal.url, job);
    for (const { path, hash, sources, title, tagtrail: { query } } of manifestOf(job).resources) {
      assert.equal(`${query.url}#query:place;age%2C%20group;year.csv`, sources[0].path);
      assert.match(path, /^files\/TAB\d+\.csv$|^files\/.*\.csv$/);
      assert.ok(title.length > 3);
      const again = await fetch(query.url, { method: query.method, body: query.body });
      assert.equal(sha256(Buffer.from(await again.arrayBuffer())), hash);
    }
    assert.match(readFileSync(join(job, "crawl.log"), "utf8"), / 200 POST target .*#query:/);
  }));

  it("are counted by a look, and had alone by who keeps to catalogues", () => withPortal(async (portal) => {
    const looked = await run(["catalogue", portal.url, "--json", "--delay", "0", "--allow-private"]);
    assert.equal(looked.code, 0, looked.stderr);
    const { name, sets, files } = JSON.parse(looked.stdout);
    assert.deepEqual([name, sets, files], ["PxWeb", portal.truth().length, portal.truth().length]);
    assert.deepEqual(posts(portal), []);
    const job = newJob();
    assertAll(portal, job, await harvest(portal.url, job, "--catalogues", "only"));
    const other = newJob();
    portal.log.length = 0;
    assertAll(portal, other, await harvest(`${portal.base}/api/v1/en/STATDB/`, other, "--catalogues", "only"));
  }));

  it("are given by halves where they have more cells than are given at once", () => withPortal(async (portal) => {
    const job = newJob();
    const ended = await harvest(portal.url, job);
    assert.equal(ended.code, 0, ended.stderr);
    const { resources } = manifestOf(job);
    assert.deepEqual(left(job), []);
    assert.deepEqual(missed(portal), []);
    const refused = partsOf(portal).filter((one) => one.startsWith("403"));
    assert.ok(refused.length > 0);
    for (const one of refused) {
      const table = one.slice("403 ".length);
      const halves = resources.filter(({ tagtrail: { query } }) => query.url === table);
      const places = halves.flatMap(({ tagtrail: { query } }) => JSON.parse(query.body).query[0].selection.values);
      assert.deepEqual([halves.length, new Set(places).size, places.length], [2, 500, 500]);
    }
  }, { large: true }));

  it("are gone on with, and asked for again by a revisit", () => withPortal(async (portal) => {
    const job = newJob();
    const begun = await harvest(portal.url, job, "--max-requests", "25");
    assert.equal(begun.code, 4, begun.stderr);
    assertAll(portal, job, await harvest(portal.url, job));
    portal.log.length = 0;
    const ended = await harvest(portal.url, job, "--revisit");
    const { new: added, changed, vanished, unchanged } = resultOf(ended).revisit;
    assert.deepEqual([added, changed, vanished, unchanged], [0, 0, 0, portal.truth().length]);
    assert.deepEqual(missed(portal), []);
  }));

  it("are archived with what was sent, and are no answer to GET", () => withPortal(async (portal) => {
    const job = newJob();
    const ended = await harvest(portal.url, job, "--archive", "warc");
    assertAll(portal, job, ended);
    const records = (await Promise.all(archiveOf(job).map((name) => recordsOf(join(job, "archive", name))))).flat();
    const requests = records.filter(({ type, block }) => type === "request" && block.toString().startsWith("POST "));
    assert.deepEqual(requests.map(({ url }) => url).sort(), tablesOf(portal));
    const sent = new Set(posts(portal).map((one) => one.sent));
    for (const { block } of requests) {
      const [head, body] = block.toString().split("\r\n\r\n");
      assert.ok(sent.has(body), body);
      assert.match(head, new RegExp(`\r\nContent-Length: ${Buffer.byteLength(body)}`, "i"));
    }
    assert.equal(runToEnd(["verify", job]).includes("damaged"), false);
    const replica = join(folder.path, "of_warc.replica");
    runToEnd(["import", ...archiveOf(job).map((name) => join(job, "archive", name)), "-o", replica]);
    assert.equal(JSON.parse(runToEnd(["replay", replica, "--policy", "bfs", "--targets", "csv", "--json"])).targets.found, 0);
  }));

  it("are asked for as ever by who records a replica", () => withPortal(async (portal) => {
    const replica = join(folder.path, "tables.replica");
    const job = newJob();
    assertAll(portal, job, await harvest(portal.url, job, "--replica", replica, "--replica-mode", "record"));
  }));

  it("are asked in no tab", { skip: !programs.chromium && "Chromium is not installed" }, () => withPortal(async (portal) => {
    const job = newJob();
    const ended = await run(["harvest", `${portal.base}/api/v1/en`, "--out", job, "--browser", "always", "--delay", "0", "--allow-private", "--json", "--scope", "host"]);
    assertAll(portal, job, ended);
  }));

  describe("of a site that would have others asked", () => {
    const kTable = JSON.stringify({ title: "Rain", variables: [{ code: "year", text: "year", values: ["1"], valueTexts: ["1"] }] });
    const log = [];
    let server;
    let base;
    before(async () => {
      server = createServer((request, response) => {
        log.push(`${request.method} ${request.headers.host.split(":")[0]} ${request.url}${request.headers.cookie ? " with a cookie" : ""}`);
        const answer = (type, body, headers = {}) => response.writeHead(200, { "content-type": type, ...headers }).end(body);
        const victim = base.replace("127.0.0.1", "127.0.0.5");
        if (request.url === "/robots.txt") return answer("text/plain", "User-agent: *\nDisallow: /*.px$\n");
        if (request.url === "/") {
          return answer("text/html", [`${victim}/T#query:year.csv`, "/plain#query:year.csv", "/plain%23query:year.csv", "/pxweb/en/db/", "/shut.px", "/moves", "/deaf"].map((to) => `<a href="${to}">data</a>`).join(""), { "set-cookie": "session=1" });
        }
        if (["/shut.px", "/moves", "/deaf", "/api/v1/en"].includes(request.url) && request.method === "GET") return answer("application/json", kTable);
        if (request.method === "POST" && request.url === "/deaf") return answer("application/json", kTable);
        if (request.method === "POST") return response.writeHead(307, { location: `${victim}/target` }).end();
        return response.writeHead(404).end();
      });
      server.listen(0, "0.0.0.0");
      await once(server, "listening");
      base = `http://127.0.0.1:${server.address().port}`;
    });
    after(() => server.close());

    it("none is, and what is sent is in nobody's name", async () => {
      const job = newJob();
      await harvest(`${base}/`, job, "--files", "linked");
      const sent = log.filter((one) => one.startsWith("POST"));
      assert.deepEqual(sent.sort(), ["POST 127.0.0.1 /api/v1/en", "POST 127.0.0.1 /deaf", "POST 127.0.0.1 /moves"], log.join("\n"));
      assert.ok(log.some((one) => one.endsWith(" with a cookie")));
      assert.ok(!log.some((one) => one.includes("shut.px")));
      const { resources, tagtrail } = manifestOf(job);
      assert.deepEqual(resources, []);
      assert.ok(tagtrail.leftOut.some(({ cause, example }) => cause === "other_type" && example === `${base}/deaf#query:year.csv`));
    });
  });
});
