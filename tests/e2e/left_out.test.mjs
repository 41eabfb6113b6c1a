// A run that left something out once said "all found" all the same: whatever was cut, skipped or refused is named
// with its number, in words, in --json and in the manifest, also by the command that finds the job finished.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, afterEach, beforeEach, describe, it } from "node:test";
import { temporaryFolder } from "./support/browsers.mjs";
import { manifestOf, notBuilt, run } from "./support/program.mjs";
import { body, Site } from "./support/site.mjs";

describe("what was left out", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  let jobs = 0;
  let job;
  let site;

  const links = (...paths) => body("text/html", paths.map((path) => `<a href="${path}">a link</a>`).join(" "));

  beforeEach(async () => {
    job = join(folder.path, `job${++jobs}`);
    site = new Site({
      "/robots.txt": body("text/plain", "User-agent: *\nDisallow: /private/\n"),
      "/": links("/a.csv", "/private/b.csv", "/private/c.csv", "/members", "/dead"),
      "/whole": links("/a.csv", "/dead"),
      "/members": (_request, response) => response.writeHead(403).end("no"),
      "/a.csv": body("text/csv", "a,b\n"),
    });
    await site.start();
  });
  afterEach(() => site.stop());
  after(() => folder.remove());

  const harvest = (path, ...more) => run(["harvest", `${site.base}${path}`, "--out", job, "--browser", "never",
    "--delay", "0", "--allow-private", "--quiet", ...more]);

  it("is named by cause, and nobody says that all was found", async () => {
    const expected = [
      { cause: "robots", count: 2, example: `${site.base}/private/b.csv` },
      { cause: "refused", count: 1, example: `${site.base}/members` },
    ];
    const sorted = (list) => list.map(({ example, ...one }) => ({ ...one, example: example.replace(/[bc]\.csv$/, "b.csv") }));
    const ended = await harvest("/");
    assert.equal(ended.code, 0, ended.stderr);
    for (const { stdout } of [ended, await harvest("/")]) {
      assert.doesNotMatch(stdout, /all found/);
      assert.match(stdout, /nothing left to request; left out:\n {2}2 addresses that robots\.txt forbids, such as http/);
      assert.match(stdout, /\n {2}1 address that the server refused .*: http:\/\/[^ ]+\/members\n/);
    }
    assert.deepEqual(sorted(manifestOf(job).tagtrail.leftOut), expected);
    const again = await harvest("/", "--json");
    assert.deepEqual(sorted(JSON.parse(again.stdout).left_out), expected);
  });

  it("of a limit are the links not followed", async () => {
    const ended = await harvest("/", "--max-requests", "1");
    assert.equal(ended.code, 4, ended.stderr);
    assert.match(ended.stdout, /\n {2}\d+ links not yet followed when the run ended\n/);
  });

  it("is nothing where dead links are all that failed", async () => {
    const ended = await harvest("/whole");
    assert.equal(ended.code, 0, ended.stderr);
    assert.match(ended.stdout, /of what can be reached: all found\n/);
    assert.equal(manifestOf(job).tagtrail.leftOut, undefined);
  });
});
