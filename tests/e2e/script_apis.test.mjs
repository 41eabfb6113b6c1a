// Harvests of portals that scripts build from an API in JSON, in both browsers: the API is asked itself, and tabs become few.
// lane: browser
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { compare } from "../sites/demo/check.mjs";
import { expectedFiles } from "../sites/api_portal/list.mjs";
import { startServer } from "../sites/starting.mjs";
import { programs, temporaryFolder } from "./support/browsers.mjs";
import { longOnly, manifestOf, notBuilt, requestsIn, run } from "./support/program.mjs";

const DATASETS = 32;
const isPage = ({ url }) => /^\/(about|datasets(\/\d+)?)?(\?|$)/.test(url);
const isOurs = ({ agent }) => agent.includes("Tagtrail");

for (const kind of ["chromium", "firefox"]) {
  const skip = notBuilt || (!programs[kind] && `${kind} is not installed`);
  describe(`what scripts ask for in ${kind}`, { skip }, () => {
    const folder = temporaryFolder();
    let jobs = 0;
    after(() => folder.remove());

    /** Of one harvest: what is wrong with its files, and the requests that the site got. */
    async function harvest(siteOptions, ...more) {
      const job = join(folder.path, `job${++jobs}`);
      const log = `${job}.log`;
      let said;
      const site = await startServer(new URL("../sites/api_portal/server.mjs", import.meta.url),
        ["--datasets", String(DATASETS), "--log", log, ...siteOptions]);
      try {
        const ended = await run(["harvest", site.url, "--out", job, "--browser", "auto", "--browser-kind", kind,
          "--delay", "0", "--allow-private", "--json", ...more], { limitMs: 300_000 });
        assert.equal(ended.code, 0, ended.stderr);
        said = ended.stderr + ended.stdout;
      } finally {
        await site.stop();
      }
      const { missing, unexpected, wrong } = compare(job, manifestOf(job), { files: expectedFiles(DATASETS) }, "all");
      const requests = requestsIn(log);
      const tabs = requests.filter((request) => isPage(request) && !isOurs(request)).length;
      if (missing.length > 0) tellOf(missing[0], requests, said);
      return { faults: [...missing, ...unexpected, ...wrong], requests, tabs };
    }

    /** What happened around the page of a file that is missing, for whoever has to find out. */
    function tellOf(file, requests, said) {
      const page = requests.findIndex(({ url }) => url === `/datasets/${/\d+/.exec(file)}`);
      for (const { ms, method, url, agent } of requests.slice(Math.max(0, page - 10), page + 20)) console.log(ms, method, url, agent);
      console.log(said);
    }

    it("gives all files with few tabs where the API names the files", async () => {
      const asked = await harvest(["--api", "files"]);
      assert.deepEqual(asked.faults, []);
      if (kind === "firefox" && longOnly) return;
      const never = await harvest(["--api", "files"], "--catalogues", "never");
      assert.deepEqual(never.faults, []);
      assert.ok(asked.tabs * 2 < never.tabs, `${asked.tabs} tabs with, ${never.tabs} without`);
      assert.deepEqual(never.requests.filter((one) => isOurs(one) && one.url.startsWith("/api/")), []);
    });

    // Of 24 pages 18 were shown, "all found" was said, and a quarter of the files was missing.
    it("hides no page whose address gives JSON to scripts that accept it", { skip: kind === "firefox" && longOnly }, async () => {
      const asked = await harvest(["--api", "accept"]);
      assert.deepEqual(asked.faults, []);
    });

    // What follows the program decides, whatever the browser.
    if (kind === "firefox") return;

    it("gives all files, and asks little more, where the API names pages only", async () => {
      const asked = await harvest(["--api", "pages"]);
      assert.deepEqual(asked.faults, []);
      const ofItems = asked.requests.filter((one) => isOurs(one) && /^\/api\/datasets\/\d/.test(one.url));
      assert.ok(ofItems.length <= DATASETS / 2, `${ofItems.length} answers that only repeat what pages show`);
    });

    it("repeats no POST, leaves other hosts alone, and asks little of what polls and floods", async () => {
      const asked = await harvest(["--api", "files", "--noise"]);
      assert.deepEqual(asked.faults, []);
      const ours = asked.requests.filter(isOurs);
      assert.deepEqual(ours.filter(({ method }) => !["GET", "HEAD"].includes(method)), []);
      assert.deepEqual(ours.filter(({ host }) => host.startsWith("localhost")), []);
      assert.ok(asked.requests.some(({ host }) => host.startsWith("localhost")), "the scripts did ask another host");
      assert.equal(ours.filter(({ url }) => url.startsWith("/api/track")).length, 0);
      const idle = ours.filter(({ url }) => /^\/api\/(status|cells)/.test(url));
      assert.ok(idle.length <= 20, `${idle.length} answers that say nothing`);
    });
  });
}
