// A job that the panel started while somebody is there: when the login is lost it waits and says so,
// and goes on after a login in the same browser. The pictures are in build/test-output/.
// lane: browser
import assert from "node:assert/strict";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { startServer } from "../sites/starting.mjs";
import { filesOf, kPassword, kUser } from "../sites/login/server.mjs";
import { lackingOrTold, openOwnPage, starters, temporaryFolder } from "./support/browsers.mjs";
import { addressesOf, manifestOf, program, requestsIn, root, until } from "./support/program.mjs";

const ALL = [...filesOf().open, ...filesOf().members].sort();
const SESSION_REQUESTS = 12;
/** Each login gets at least one file, or the job would never end. */
const MOST_LOGINS = ALL.length;
const pictures = join(root, "build/test-output");

for (const name of ["chromium", "firefox"]) {
  const skip = lackingOrTold(name);
  describe(`logins of somebody who is there, in ${name}`, { skip }, () => {
    const folder = temporaryFolder();
    const jobs = join(folder.path, "jobs");
    let dir;
    let log;
    let site;
    let browser;
    let panel;

    let count = 0;

    before(async () => {
      mkdirSync(pictures, { recursive: true });
      browser = await starters[name](folder.path, null, { program, jobs });
      panel = await openOwnPage(browser, name, "panel.html");
      await panel.setViewport({ width: 400, height: 900 });
    });
    beforeEach(() => {
      dir = `members-${++count}`;
      log = join(folder.path, `${dir}.log`);
    });
    afterEach(() => site?.stop());
    after(async () => {
      await browser?.close();
      folder.remove();
    });

    async function startSite(...args) {
      site = await startServer(new URL("../sites/login/server.mjs", import.meta.url), ["--log", log, ...args]);
    }

    async function logIn() {
      const page = await browser.newPage();
      await page.goto(`${site.url}account/enter`);
      await page.type("[name=user]", kUser);
      await page.type("[name=password]", kPassword);
      await Promise.all([page.waitForNavigation(), page.click("button")]);
      assert.equal(await page.title(), "Members");
      await page.close();
    }

    const ask = (message) =>
      panel.evaluate((fields) => (globalThis.browser ?? chrome).runtime.sendMessage(fields), message);
    const job = async () => (await ask({ message: "panel.state" })).jobs.at(-1);
    const progress = async () => (await job())?.progress;
    const startJob = async () => {
      const options = { allowPrivate: true, delayMs: 0, dir };
      assert.equal((await ask({ message: "job.start", url: `${site.url}members/`, options })).error, undefined);
    };
    const atRest = (states = ["paused", "finished"]) => until(async () => {
      const state = (await progress())?.state;
      assert.notEqual(state, "failed", JSON.stringify(await job()));
      return states.includes(state);
    }, undefined, 100);
    const found = () =>
      addressesOf(manifestOf(join(jobs, dir))).map(({ sources }) => new URL(sources[0].path).pathname).sort();
    /** Not by mouse: the job's tab may be in front. */
    const press = (text) => panel.evaluate((wanted) => {
      const shown = [...document.querySelectorAll("button")].filter((button) => !button.closest("[hidden]"));
      shown.find((button) => button.textContent.trim().startsWith(wanted)).click();
    }, text);

    /** What the panel says of the waiting job. */
    async function shownAttention() {
      await press("Jobs");
      await panel.bringToFront();
      const alert = await panel.waitForSelector(".attention:not([hidden])");
      return alert.evaluate((element) => element.innerText);
    }

    /** The reply comes when the job runs, so that what is seen at rest after it is new. */
    const goOn = async () => ask({ message: "job.control", key: (await job()).key, action: "resume" });

    function assertComplete() {
      assert.deepEqual(found(), ALL);
      const { resources } = manifestOf(join(jobs, dir));
      const files = readdirSync(join(jobs, dir, "files")).sort();
      assert.deepEqual(files, resources.map(({ path }) => path.replace("files/", "")).sort());
    }

    it("a session that ends on the way: the job waits, tells, and completes after logins, none twice", async () => {
      await startSite("--expire-after", String(SESSION_REQUESTS));
      await logIn();
      await startJob();
      await atRest();
      const { state, attention, progress: { targets } } = await progress();
      assert.equal(state, "paused");
      assert.equal(attention.kind, "login_lost");
      assert.ok(attention.url.startsWith(site.url), attention.url);
      assert.ok(targets > 0 && targets < ALL.length, `${targets} files`);

      assert.match(await shownAttention(), /You have been logged out\s+127\.0\.0\.1:\d+ asks you to log in again/);
      await panel.screenshot({ path: join(pictures, `${name}-login-lost.png`) });
      const asked = () => requestsIn(log).map(({ url }) => url).filter((url) => url !== "/favicon.ico");  // the browser's own
      const before = asked();
      // The host, which would have asked on without a pause, has answered after that.
      await ask({ message: "job.set", key: (await job()).key, maxRequests: 100_000 });
      await until(async () => (await progress()).limits.maxRequests === 100_000);
      assert.deepEqual(asked(), before, "a job that waits asks for nothing");

      await logIn();
      const resumedAt = requestsIn(log).length;
      await press("I have logged in: continue");
      await until(() => requestsIn(log).length > resumedAt + SESSION_REQUESTS / 2);
      await atRest();
      let logins = 1;
      for (; (await progress()).state === "paused" && logins < MOST_LOGINS; logins++) {
        assert.equal((await progress()).attention.kind, "login_lost");
        await logIn();
        await goOn();
        await atRest();
      }
      console.log(`# ${logins} logins, ${requestsIn(log).length} requests for ${ALL.length} files`);
      const ended = await progress();
      assert.deepEqual([ended.state, ended.attention], ["finished", null]);
      assertComplete();
      const byHost = requestsIn(log).filter(({ agent }) => /tagtrail/i.test(agent));
      assert.deepEqual(byHost.filter(({ cookie }) => cookie !== ""), []);
    });

    it("going on without a login waits again, and nothing is lost", async () => {
      await startSite();
      await startJob();
      await atRest();
      assert.equal((await progress()).attention?.kind, "login_needed");
      assert.match(await shownAttention(), /This site needs a login/);
      await panel.screenshot({ path: join(pictures, `${name}-login-needed.png`) });
      await goOn();
      await atRest();
      assert.deepEqual([(await progress()).state, (await progress()).attention?.kind], ["paused", "login_needed"]);
      await logIn();
      await goOn();
      // It has been seen at rest before that, once: only its end counts.
      await atRest(["finished"]);
      assertComplete();
    });
  });
}
