// A site behind a login, harvested in a profile that is logged in; without; and when the session ends
// on the way. No cookie ever leaves the browser.
// lane: browser
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import { startServer } from "../sites/starting.mjs";
import { filesOf, kNotes, kPassword, kUser } from "../sites/login/server.mjs";
import { lacking, makeProfile, temporaryFolder } from "./support/browsers.mjs";
import { addressesOf, longOnly, manifestOf, program, requestsIn, resultOf, run } from "./support/program.mjs";
import { archiveOf, faultsOfRecords, recordsOf } from "./support/warcs.mjs";

const AT_ONCE = ["--delay", "0", "--allow-private", "--json", "--quiet"];
const ALL = [...filesOf().open, ...filesOf().members].sort();
const SECRETS = /^(cookie|set-cookie|authorization|proxy-authorization)\s*:/im;

/** Fills the form in a browser with this profile, as a user of `tagtrail login` does, and closes it. */
async function logIn(kind, profile, site) {
  await makeProfile(kind, profile, async (browser) => {
    const page = await browser.newPage();
    await page.goto(`${site.url}account/enter`);
    await page.type("[name=user]", kUser);
    await page.type("[name=password]", kPassword);
    await Promise.all([page.waitForNavigation(), page.click("button")]);
    assert.equal(await page.title(), "Members");
  });
}

for (const kind of ["chromium", "firefox"]) {
  const skip = lacking(kind);
  describe(`logins in ${kind}`, { skip }, () => {
    // What a browser has to do with logins is told by the others.
    const once = kind === "firefox" && longOnly;
    let folder;
    let log;
    let job;
    let profile;
    let site;

    const start = async (...args) => {
      site = await startServer(new URL("../sites/login/server.mjs", import.meta.url), ["--log", log, ...args]);
    };
    const harvest = (...args) => run(["harvest", `${site.url}members/`, "--out", job, "--profile", profile,
      "--browser-kind", kind, ...AT_ONCE, ...args]);
    const found = () => addressesOf(manifestOf(job)).map(({ sources }) => new URL(sources[0].path).pathname).sort();
    const byHost = () => requestsIn(log).filter(({ agent }) => /tagtrail/i.test(agent));

    function assertNoCookieByHost() {
      assert.ok(byHost().length > 0);
      assert.deepEqual(byHost().filter(({ cookie }) => cookie !== ""), []);
    }

    /** The session's cookie is in the server's log, and nowhere in the archive. */
    async function assertArchivedWithoutSecrets() {
      const files = archiveOf(job).map((name) => join(job, "archive", name));
      const records = (await Promise.all(files.map(recordsOf))).flat();
      assert.deepEqual(faultsOfRecords(records), []);
      const cookies = requestsIn(log).flatMap(({ cookie }) => cookie.split("; ")).filter(Boolean);
      assert.ok(cookies.length > 0);
      const secrets = new Set(cookies.flatMap((cookie) => [cookie, cookie.replace("sid=", "")]));
      for (const { block, url } of records) {
        for (const secret of secrets) assert.ok(!block.includes(secret), `${url} has ${secret}`);
        assert.doesNotMatch(block.toString("latin1").split("\r\n\r\n")[0], SECRETS, url);
      }
      const about = records.filter(({ type }) => type === "metadata").map(({ block }) => block.toString());
      assert.ok(about.some((text) => /^loadedBy: browser\r\nheads: rebuilt /m.test(text)));
    }

    beforeEach(() => {
      folder = temporaryFolder();
      log = join(folder.path, "log");
      job = join(folder.path, "job");
      profile = join(folder.path, "profile");
    });
    afterEach(async () => {
      await site?.stop();
      folder.remove();
    });

    it("a profile that is logged in gets all files, by the browser", async () => {
      await start();
      await logIn(kind, profile, site);
      const ended = await harvest("--archive", "warc");
      assert.equal(ended.code, 0, ended.stderr);
      assert.deepEqual(found(), ALL);
      await assertArchivedWithoutSecrets();
      for (const { sources, tagtrail } of manifestOf(job).resources) {
        const member = !sources[0].path.includes("/open/");
        assert.equal(tagtrail.via, member ? "browser" : "host", sources[0].path);
      }
      assertNoCookieByHost();
      assert.ok(!requestsIn(log).some(({ url, cookie }) => url === "/account/logout" && cookie !== ""));
    });

    // Such a page was read without the login alone, as it runs no scripts.
    it("a page that anyone may read, and that shows more to who is logged in, is read by the browser, too", { skip: once }, async () => {
      await start();
      await logIn(kind, profile, site);
      const ended = await run(["harvest", `${site.url}notes/`, "--out", job, "--profile", profile, "--browser-kind", kind, ...AT_ONCE,
        "--scope", "regex:/(notes/|members/files/)"]);
      assert.equal(ended.code, 0, ended.stderr);
      assert.deepEqual(found(), ["/members/files/0-0.csv"]);
    });

    const inScope = (path) => ["--scope", `regex:/(${path}|members/files)/`, "--policy", "bfs"];
    const harvestOf = (path, ...args) => run(["harvest", `${site.url}${path}/`, "--out", job, "--profile", profile,
      "--browser-kind", kind, ...AT_ONCE, ...inScope(path), ...args]);
    const notes = (file) => Array.from({ length: kNotes }, (_, n) => `/members/files/${n}-${file}.csv`);

    it("where pages that anyone may read show more, they are read with the login from then on", { skip: once }, async () => {
      await start();
      await logIn(kind, profile, site);
      const ended = await harvestOf("club");
      assert.equal(ended.code, 0, ended.stderr);
      assert.deepEqual(found(), notes(0));
      assert.equal(resultOf(ended).complete, true, ended.stderr);
      // Two pages tell by what a site knows its members; the others cost one request each.
      const pages = byHost().filter(({ url }) => url.startsWith("/club/")).length;
      assert.equal(pages, 2);
      assertNoCookieByHost();
    });

    it("pages that were read without it before it was known to show more are read again", { skip: once }, async () => {
      await start();
      await logIn(kind, profile, site);
      const ended = await harvestOf("annex");
      assert.equal(ended.code, 0, ended.stderr);
      assert.deepEqual(found(), notes(1));
      assert.equal(resultOf(ended).complete, true, ended.stderr);
    });

    it("a session that ends among such pages is noticed; after a login the job completes", { skip: once }, async () => {
      await start("--expire-after", "6");
      await logIn(kind, profile, site);
      const lost = await harvestOf("club");
      assert.equal(lost.code, 6, lost.stderr);
      assert.equal(resultOf(lost).stopped_by, "login_lost");
      const still = await harvestOf("club");
      assert.equal(still.code, 6, "nobody has logged in again");
      for (let round = 0; round < 10; round++) {
        await logIn(kind, profile, site);
        if ((await harvestOf("club")).code === 0) break;
      }
      assert.deepEqual(found(), notes(0));
    });

    it("a login that makes no difference is told", { skip: once }, async () => {
      await start();
      const told = AT_ONCE.filter((word) => word !== "--json");
      const ended = await run(["harvest", `${site.url}club/`, "--out", job, "--profile", profile, "--browser-kind", kind, ...told,
        ...inScope("club")]);
      assert.equal(ended.code, 0, ended.stderr);
      assert.match(ended.stdout, /your login made no difference on the 4 pages read with and without it/);
    });

    it("without a login the run ends with 6 and says what to do; after it, the same command goes on", async () => {
      await start();
      const refused = await harvest();
      assert.equal(refused.code, 6, refused.stderr);
      assert.match(refused.stderr, /tagtrail login .*members\/ --profile/);
      assert.equal(resultOf(refused).stopped_by, "login_needed");
      // Firefox had not kept yet, when so short a run ended, that the extension may read pages: to all
      // later runs in the profile a redirect was a broken connection, and they ended with 0.
      assert.equal((await harvest()).code, 6, "the second run in the profile");
      if (once) return;
      await logIn(kind, profile, site);
      const ended = await harvest();
      assert.equal(ended.code, 0, ended.stderr);
      assert.deepEqual(found(), ALL);
    });

    it("a session that ends on the way ends the run with 6; after a login it completes, none twice", { skip: once }, async () => {
      await start("--expire-after", "20");
      await logIn(kind, profile, site);
      const lost = await harvest();
      assert.equal(lost.code, 6, lost.stderr);
      assert.equal(resultOf(lost).stopped_by, "login_lost");
      const before = found();
      assert.ok(before.length < ALL.length);
      const still = await harvest();
      assert.equal(still.code, 6, `nobody has logged in again\n${still.stderr}\n${readFileSync(join(job, "crawl.log"))}`);
      assert.deepEqual(found(), before);
      for (let round = 0; round < 10; round++) {
        await logIn(kind, profile, site);
        const ended = await harvest();
        if (ended.code === 0) break;
        assert.equal(ended.code, 6, ended.stderr);
      }
      assert.deepEqual(found(), ALL);
      assertNoCookieByHost();
    });

    it("a public site with a login link is no login to be lost", { skip: once }, async () => {
      await start();
      const ended = await run(["harvest", site.url, "--out", job, "--browser-kind", kind, ...AT_ONCE]);
      assert.equal(ended.code, 0, ended.stderr);
      assert.deepEqual(found(), filesOf().open);
    });
  });
}
