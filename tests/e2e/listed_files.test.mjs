// Files that only other files name: lists, digests, tables, scripts that download, XML, JSON Lines, HTML within JSON. All come, what
// names them stays a file where it is wanted, and what is named in vain is told.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "./support/browsers.mjs";
import { addressesOf, manifestOf, notBuilt, resultOf, run } from "./support/program.mjs";
import { body, Site } from "./support/site.mjs";

const OCTETS = "application/octet-stream";
const whole = (type, text) => (request, response) => body(type, text(`http://${request.headers.host}`))(request, response);
const digest = (digit, length) => digit.repeat(length);

/** What names files, and which; each is linked, what it names is not. */
const LISTS = {
  "/a/SHA256SUMS": [body("text/plain", `${digest("a", 64)}  1.csv\n${digest("b", 64)} *sub/2.csv\n`), ["/a/1.csv", "/a/sub/2.csv"]],
  "/b/files.txt": [body("text/plain", "# all files\nx/1.csv\r\nx/2.csv\r\n"), ["/b/x/1.csv", "/b/x/2.csv"]],
  "/c/urls.txt": [whole("text/plain", (base) => `${base}/c/1.csv\n${base}/c/2.csv`), ["/c/1.csv", "/c/2.csv"]],
  "/d/README.txt": [whole("text/plain", (base) => `The tables are at ${base}/d/1.csv.\n`), ["/d/1.csv"]],
  "/e/index.csv": [whole("text/csv", (base) => `name,where\none,${base}/e/1.csv\ntwo,/e/2.csv\n`), ["/e/1.csv", "/e/2.csv"]],
  "/f/get.sh": [whole("application/x-sh", (base) => `#!/bin/sh\nwget ${base}/f/1.csv\n`), ["/f/1.csv"]],
  "/g/list.xml": [body("application/xml", '<all><one href="1.csv"/><two><url>/g/2.csv</url></two></all>'), ["/g/1.csv", "/g/2.csv"]],
  "/h/all.ndjson": [body(OCTETS, '{"url": "/h/1.csv"}\n{"url": "/h/2.csv"}\n'), ["/h/1.csv", "/h/2.csv"]],
  "/i/posts.json": [body("application/json", JSON.stringify([{ text: '<p>See <a href="/i/1.csv">this</a>' }])), ["/i/1.csv"]],
};
const KEPT = ["/b/files.txt", "/c/urls.txt", "/d/README.txt", "/e/index.csv", "/g/list.xml", "/h/all.ndjson", "/i/posts.json"];
const NAMED = Object.values(LISTS).flatMap(([, names]) => names);

describe("files that files name", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  const site = new Site({
    "/": Object.keys(LISTS).map((path) => `<p><a href="${path}">${path}</a>`).join(""),
    ...Object.fromEntries(Object.entries(LISTS).map(([path, [route]]) => [path, route])),
    ...Object.fromEntries(NAMED.map((path, at) => [path, body("text/csv", `a,b\n${at},1\n`)])),
    "/gone": '<a href="/gone/MD5SUMS">digests</a>',
    "/gone/MD5SUMS": body("text/plain", `${digest("c", 32)}  never.csv\n`),
  });
  before(() => site.start());
  after(() => {
    site.stop();
    folder.remove();
  });
  const harvest = (path, job, ...more) => run(["harvest", site.base + path, "--out", join(folder.path, job), "--delay", "0",
    "--allow-private", "--browser", "never", "--json", ...more]);
  const found = (job) => addressesOf(manifestOf(join(folder.path, job))).map(({ sources }) => new URL(sources[0].path).pathname).sort();

  it("all come, and what names them is kept where it is wanted", async () => {
    const ended = await harvest("/", "all");
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(resultOf(ended).complete, true);
    assert.deepEqual(found("all"), [...NAMED, ...KEPT].sort());
  });

  it("come in the same way after a stop", async () => {
    assert.equal((await harvest("/", "parts", "--max-requests", "8")).code, 4);
    const ended = await harvest("/", "parts", "--max-requests", "1000");
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(found("parts"), found("all"));
  });

  it("are dead links where they are not there", async () => {
    const ended = await harvest("/gone", "gone");
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(found("gone"), []);
    assert.ok(site.hits.includes("/gone/never.csv"));
  });

  it("are left alone with --catalogues never, as they are what programs read", async () => {
    await harvest("/", "never", "--catalogues", "never");
    assert.ok(!found("never").includes("/e/1.csv"));
  });
});
