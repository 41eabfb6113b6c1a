// Harvests of portals that scripts build from an API in JSON, in both browsers: the API is asked itself, and tabs become few. And of
// one whose scripts draw data files that nothing links to.
// lane: browser
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { compare } from "../sites/demo/check.mjs";
import { expectedFiles } from "../sites/api_portal/list.mjs";
import { startServer } from "../sites/starting.mjs";
import { lackingOrTold, temporaryFolder } from "./support/browsers.mjs";
import { addressesOf, manifestOf, requestsIn, run } from "./support/program.mjs";
import { body, Site } from "./support/site.mjs";

const DATASETS = 32;
const isPage = ({ url }) => /^\/(about|datasets(\/\d+)?)?(\?|$)/.test(url);
const isOurs = ({ agent }) => agent.includes("Tagtrail");

/** A page that draws what a script reads; the addresses can't be read out of the script. */
const drawn = (html, script) => `<!DOCTYPE html><title>Charts</title>${html}<pre id="t"></pre><script>
  const draw = async (...parts) => { t.textContent = await (await fetch(["", ...parts].join("/"))).text(); };${script}</script>`;
const table = (name, type, headers) => body(type, `name,value\n${name},1\n`, headers);
const PLACES = ["north", "east", "south", "west", "middle"];
const DRAWN = {
  "/": ["series", "places", "worker", "others"].map((name) => `<a href="/${name}">${name}</a>`).join(" "),
  "/robots.txt": body("text/plain", "User-agent: *\nDisallow: /closed/\n"),
  "/series": drawn("", 'draw("rows", 7);'),
  "/rows/7": table("series", "text/csv"),
  "/places": drawn(`<select id="s">${PLACES.map((place) => `<option value="${place}">${place}`).join("")}</select>`,
    's.onchange = () => draw("of", s.value); draw("of", s.value);'),
  ...Object.fromEntries(PLACES.map((place) => [`/of/${place}`,
    table(place, "application/octet-stream", { "content-disposition": `inline; filename="${place}.csv"` })])),
  "/worker": drawn("", 'new Worker(["", "reader.js"].join("/")).onmessage = (event) => { t.textContent = event.data; };'),
  "/reader.js": body("text/javascript", 'fetch(["", "kept", "plain.tsv"].join("/")).then((a) => a.text()).then((text) => postMessage(text));'),
  "/kept/plain.tsv": table("plain", "text/tab-separated-values"),
  // What robots.txt forbids, what is sent, what a program is made of, and a page in place of a file.
  "/others": drawn("", `draw("closed", "a.csv"); draw("locales", "en.json"); draw("lost", "b.csv");
    fetch(["", "asked"].join("/"), { method: "POST" });`),
  "/closed/a.csv": table("closed", "text/csv"),
  "/locales/en.json": body("application/json", '{"title":"Charts"}'),
  "/asked": table("asked", "text/csv"),
};

for (const kind of ["chromium", "firefox"]) {
  const skip = lackingOrTold(kind);
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
      const never = await harvest(["--api", "files"], "--catalogues", "never");
      assert.deepEqual(never.faults, []);
      assert.ok(asked.tabs * 2 < never.tabs, `${asked.tabs} tabs with, ${never.tabs} without`);
      assert.deepEqual(never.requests.filter((one) => isOurs(one) && one.url.startsWith("/api/")), []);
    });

    // Of 24 pages 18 were shown, "all found" was said, and a quarter of the files was missing.
    it("hides no page whose address gives JSON to scripts that accept it", async () => {
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

for (const kind of ["chromium", "firefox"]) {
  describe(`files that scripts draw, in ${kind}`, { skip: lackingOrTold(kind) }, () => {
    const folder = temporaryFolder();
    const site = new Site(DRAWN);
    before(() => site.start());
    after(() => {
      site.stop();
      folder.remove();
    });

    // 14 of 22 such files were missing, and "complete" was said.
    it("are taken like others", async () => {
      const job = join(folder.path, "job");
      const ended = await run(["harvest", `${site.base}/`, "--out", job, "--browser", "auto", "--browser-kind", kind,
        "--delay", "0", "--allow-private", "--json"], { limitMs: 300_000 });
      assert.equal(ended.code, 0, ended.stderr);
      const found = addressesOf(manifestOf(job)).map(({ sources }) => new URL(sources[0].path).pathname);
      assert.deepEqual(found.sort(), ["/kept/plain.tsv", ...PLACES.map((place) => `/of/${place}`), "/rows/7"].sort());
      const asked = (path) => site.hits.filter((hit) => hit === path).length;
      assert.deepEqual(["/closed/a.csv", "/locales/en.json", "/asked"].map(asked), [1, 1, 1], "by the page alone");
    });
  });
}
