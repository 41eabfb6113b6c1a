// A run that left something out once said that all was found all the same: whatever was cut, skipped or refused is
// named with its number and what gets it, in words, in --json and in the manifest, also by the command that finds the
// job finished; and only a run that left nothing out is complete.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, afterEach, beforeEach, describe, it } from "node:test";
import { temporaryFolder } from "./support/browsers.mjs";
import { manifestOf, notBuilt, resultOf, run } from "./support/program.mjs";
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
      "/forbidden": links("/private/b.csv"),
      "/other": links("/download"),
      "/download": body("audio/mpeg", "x"),
      "/empty": links("/team"),
      "/team": links("/empty"),
      "/app": '<div id="app"></div><script>document.body.innerHTML = "<a href=/a.csv>data</a>"</script>',
      "/members": (_request, response) => response.writeHead(403).end("no"),
      "/a.csv": body("text/csv", "a,b\n"),
    });
    await site.start();
  });
  afterEach(() => site.stop());
  after(() => folder.remove());

  /** What --json and the manifest say, which is the same. */
  async function endOf(path, ...more) {
    const { complete, ending, account } = resultOf(await harvest(path, "--json", ...more));
    const { tagtrail } = manifestOf(job);
    assert.deepEqual([tagtrail.complete, tagtrail.ending, tagtrail.account], [complete, ending, account]);
    assert.equal(ending.complete, complete);
    assert.equal((await run(["verify", job])).code, 0);
    return { ...ending, account };
  }

  const harvest = (path, ...more) => run(["harvest", `${site.base}${path}`, "--out", job, "--browser", "never",
    "--delay", "0", "--allow-private", "--quiet", ...more]);

  it("is named by cause, and nobody says that the job is complete", async () => {
    const expected = [
      { cause: "robots", count: 2, example: `${site.base}/private/b.csv` },
      { cause: "refused", count: 1, example: `${site.base}/members` },
    ];
    const sorted = (list) => list.map(({ example, ...one }) => ({ ...one, example: example.replace(/[bc]\.csv$/, "b.csv") }));
    const ended = await harvest("/");
    assert.equal(ended.code, 0, ended.stderr);
    for (const { stdout } of [ended, await harvest("/")]) {
      assert.doesNotMatch(stdout, /^(about )?complete/m);
      assert.match(stdout, /^not complete:\n {2}2 addresses that robots\.txt forbids, such as http\S+\n {4}to get them: ask/m);
      assert.match(stdout, /\n {2}1 address that the server refused .*: http:\/\/[^ ]+\/members\n {4}to get it: 'tagtrail login/);
    }
    assert.deepEqual(sorted(manifestOf(job).tagtrail.leftOut), expected);
    const again = await harvest("/", "--json");
    assert.deepEqual(sorted(JSON.parse(again.stdout).left_out), expected);
    assert.equal((await endOf("/")).how, "partial");
  });

  it("of a limit are the links not followed", async () => {
    const ended = await harvest("/", "--max-requests", "1");
    assert.equal(ended.code, 4, ended.stderr);
    assert.match(ended.stdout, /^not complete: .*because of \d+ links not yet followed when the run ended\n {2}to get them: the same command/m);
  });

  it("is nothing where dead links are all that failed", async () => {
    const ended = await harvest("/whole");
    assert.equal(ended.code, 0, ended.stderr);
    assert.match(ended.stdout, /^complete: everything this site shows was followed\n/m);
    assert.equal(manifestOf(job).tagtrail.leftOut, undefined);
    const { account, ...ending } = await endOf("/whole");
    assert.deepEqual(ending, { complete: true, how: "complete", words: "complete: everything this site shows was followed" });
    const { met, saved, unaccounted, otherTypes: _types, listings: _listings, ...others } = account;
    assert.deepEqual([saved, unaccounted], [1, 0]);
    assert.equal(Object.values(others).reduce((sum, one) => sum + one, saved + unaccounted), met);
  });

  describe("of a run without files is", () => {
    for (const [path, how, reason, words, remedy] of [
      ["/forbidden", "partial", "robots", /^not complete: no file yet, most likely because of 1 address that robots\.txt forbids: http/, /operators/],
      ["/other", "complete", "types", /^complete, but no file of a wanted type: .* audio\/mpeg \(1\)$/, /^--targets audio\/mpeg /],
      ["/empty", "complete", "nothing", /^complete, but no file: everything this site shows was followed/, undefined],
      ["/app", "partial", "scripts", /^not complete: no file yet, most likely because of 1 page whose scripts may show more/, /^--browser auto/],
    ]) {
      it(`told with the reason: ${reason}`, async () => {
        const ended = await harvest(path, "--sitemaps", "off");
        assert.equal(ended.code, 0, ended.stderr);
        assert.match(ended.stdout, how === "complete" ? /^complete, but no file/m : /^not complete/m);
        if (remedy !== undefined) assert.match(ended.stdout, /^ {2}to get them: /m);
        // Also by the command that finds the job finished.
        const ending = await endOf(path, "--sitemaps", "off");
        assert.deepEqual([ending.how, ending.reason], [how, reason]);
        assert.match(ending.words, words);
        if (remedy === undefined) assert.equal(ending.remedy, undefined);
        else assert.match(ending.remedy, remedy);
      });
    }
  });
});
