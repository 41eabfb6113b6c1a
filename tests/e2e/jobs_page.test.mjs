// The page of a folder with jobs: batch writes it, `tagtrail open` too; it lists the jobs, searches their tables, and is
// hurt by nothing that a site or a folder holds.
// lane: browser
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { dist, programs, starters, temporaryFolder } from "./support/browsers.mjs";
import { notBuilt, run, runToEnd } from "./support/program.mjs";
import { body, Site } from "./support/site.mjs";
import { threePortals } from "./support/three_portals.mjs";

const missing = notBuilt || (!existsSync(join(dist, "jobs.html")) && "no page of folders: ./tagtrail setup");
const NASTY = "</script><img src=x onerror=\"document.title='hit'\">";
const quoted = NASTY.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const FAST = ["--browser", "never", "--delay", "0s", "--allow-private", "--quiet"];

describe("the page of a folder with jobs", { skip: missing }, () => {
  const folder = temporaryFolder();
  const portals = join(folder.path, "portals");
  const page = join(portals, "index.html");
  const sites = threePortals();
  const hostile = new Site({
    "/": `<title>${quoted}</title><h2>${quoted}</h2><p><a href="/a.csv">${quoted} of rents</a>`,
    "/a.csv": body("text/csv", `rents,"${NASTY.replaceAll('"', '""')}"\n"${NASTY.replaceAll('"', '""')}",2\nx,3\n`),
  });
  let batch;
  const dataOf = (file) => JSON.parse(/id="data"[^>]*>([^<]*)</.exec(readFileSync(file, "utf8"))[1]);
  const jobNamed = (data, name) => data.jobs.find((job) => job.name === name);

  before(async () => {
    for (const [at, site] of Object.values(sites).entries()) await site.start(`127.0.0.${at + 2}`);
    await hostile.start("127.0.0.9");
    const list = join(folder.path, "sites.txt");
    writeFileSync(list, Object.values(sites).map(({ base }) => `${base}/\n`).join(""));
    batch = await run(["batch", list, "--out", portals, ...FAST]);
    assert.equal(batch.code, 0, batch.stderr);
  });
  after(() => {
    for (const site of [...Object.values(sites), hostile]) site.stop();
    folder.remove();
  });

  it("is written by batch, private, and named at its end", () => {
    assert.match(batch.stdout, /look: .*portals\/index\.html\n/);
    assert.equal(statSync(page).mode & 0o777, 0o600);
    const data = dataOf(page);
    assert.deepEqual(data.jobs.map(({ name, files, tables, page: own }) => [name, files, tables.of, tables.kept, own]),
      ["127.0.0.2", "127.0.0.3", "127.0.0.4"].map((name) => [name, 2, 2, 2, true]));
    assert.equal(data.jobs[0].facts.ending.words, dataOf(join(portals, "127.0.0.2/index.html")).job.ending.words);
  });

  it("is written anew by open, with jobs in folders below, and those that can't be read", async () => {
    assert.equal((await run(["harvest", `${hostile.base}/`, "--out", join(portals, "more/<b>"), ...FAST])).code, 0);
    mkdirSync(join(portals, "damaged"));
    writeFileSync(join(portals, "damaged/job.db"), "no database".repeat(1000));
    const indexless = join(portals, "indexless");
    cpSync(join(portals, "127.0.0.4"), indexless, { recursive: true });
    rmSync(join(indexless, "search.sqlite"));
    rmSync(join(indexless, "index.html"));
    assert.equal(runToEnd(["open", portals, "--print"]).trim(), page);
    const told = JSON.parse(runToEnd(["open", portals, "--print", "--json"]));
    assert.deepEqual(told, { folder: portals, page, running: false, current: true, opened: false, jobs: 6 });
    const data = dataOf(page);
    assert.match(jobNamed(data, "damaged").trouble, /job\.db/);
    assert.equal(jobNamed(data, "more/<b>").base, "more/%3Cb%3E/");
    assert.deepEqual([jobNamed(data, "indexless").tables, jobNamed(data, "indexless").page], [null, false]);
    assert.ok(!readFileSync(page, "utf8").includes(NASTY));
  });

  it("never replaces somebody else's file, and says what to do", async () => {
    const own = join(folder.path, "own");
    mkdirSync(own);
    cpSync(join(portals, "127.0.0.2"), join(own, "job"), { recursive: true });
    writeFileSync(join(own, "index.html"), "<p>mine");
    const refused = await run(["open", own, "--print"]);
    assert.match(refused.stderr, /own\/index\.html is not Tagtrail's and was left as it is: give it another name/);
    assert.equal(refused.code, 2);
    assert.equal(readFileSync(join(own, "index.html"), "utf8"), "<p>mine");
    const list = join(folder.path, "one.txt");
    writeFileSync(list, `${sites.city.base}/\n`);
    const again = await run(["batch", list, "--out", own, ...FAST]);
    assert.equal(again.code, 0);
    assert.match(again.stderr, /no page of the jobs: .*not Tagtrail's/);
    assert.doesNotMatch(again.stdout, /look:/);
    assert.equal(readFileSync(join(own, "index.html"), "utf8"), "<p>mine");
  });

  it("is not there where there is no job", async () => {
    const empty = join(folder.path, "empty");
    mkdirSync(empty);
    const told = await run(["open", empty, "--print"]);
    assert.match(told.stderr, /not a job folder/);
    assert.equal(told.code, 3);
    assert.ok(!existsSync(join(empty, "index.html")));
  });

  describe("in chromium", { skip: !programs.chromium && "chromium is not installed" }, () => {
    const troubles = [];
    let browser;
    let tab;
    const search = async (typed) => {
      await tab.$eval("input[type=search]", (field) => { field.value = ""; });
      await tab.type("input[type=search]", typed);
      // The sentence names the last word once it has been looked for.
      await tab.waitForFunction((word) => document.querySelector(".said").textContent.includes(word), {}, typed.split(" ").at(-1));
    };
    const texts = (selector) => tab.$$eval(selector, (all) => all.map((one) => one.textContent));

    before(async () => {
      const own = join(folder.path, "profile");
      mkdirSync(own);
      browser = await starters.chromium(own);
      tab = await browser.newPage();
      tab.on("console", (message) => ["error", "warning"].includes(message.type()) && troubles.push(message.text()));
      tab.on("pageerror", (error) => troubles.push(String(error)));
      tab.on("request", (request) => !request.url().startsWith(pathToFileURL(portals).href) && !request.url().startsWith("data:") && troubles.push(request.url()));
      await tab.goto(pathToFileURL(page).href);
      await tab.waitForSelector(".jobs tbody tr");
    });
    after(() => browser?.close());

    it("lists the jobs, and sorts them", async () => {
      const rows = await texts(".jobs tbody tr");
      assert.equal(rows.length, 6);
      assert.match(rows.find((row) => row.includes("127.0.0.2")), /complete: everything this site shows was followed \(no links left to follow\)2/);
      assert.match(rows.find((row) => row.includes("damaged")), /can't be read: .*job\.db/);
      await tab.click(".jobs thead th:nth-child(4) button");
      const files = await texts(".jobs tbody tr td:nth-child(4)");
      assert.deepEqual(files, ["", "1", "2", "2", "2", "2"]);
    });

    it("finds what is in the tables before what is only called so, and shows where it is", async () => {
      await search("unemployment region");
      assert.deepEqual(await texts(".hit h3"), ["Registered unemployment by region", "Unemployed persons by region", "Unemployment by region"]);
      assert.ok((await texts(".hit:first-child mark")).length >= 4);
      const hrefs = await tab.$$eval(".hit:first-child .links a", (links) => links.map((link) => link.getAttribute("href")));
      assert.equal(readFileSync(join(portals, hrefs[0]), "utf8").split(",")[0], "region");
      assert.equal(hrefs[1], `${sites.statistics.base}/labour`);
      assert.deepEqual(hrefs.slice(2), ["127.0.0.2/index.html#look=lf-0412.csv", "127.0.0.2/index.html"]);
      const notes = (await texts(".answers .note")).join("\n");
      assert.match(notes, /2 jobs are not searched here: no index/);
      assert.match(notes, /tagtrail search 'unemployment region' portals/);
    });

    it("leads to the preview in the page of the job", async () => {
      await tab.goto(pathToFileURL(join(portals, "127.0.0.2/index.html")).href + "#look=lf-0412.csv");
      await tab.waitForSelector("dialog[open] .look td");
      assert.equal(await tab.$eval("#preview-title", (title) => title.textContent), "lf-0412.csv");
      await tab.goto(pathToFileURL(page).href);
      await tab.waitForSelector(".jobs tbody tr");
    });

    it("shows what a site wrote as text", async () => {
      await search("rents");
      assert.equal((await tab.$$("#report :is(img, script, style)")).length, 0);
      assert.ok((await texts(".hit")).join().includes(NASTY));
      const [file] = await tab.$$eval(".hit .links a", (links) => links.map((link) => link.getAttribute("href")));
      assert.ok(existsSync(join(portals, decodeURIComponent(file))));
      assert.equal(await tab.title(), "Jobs in portals");
    });

    it("works in a copy, and loads nothing", async () => {
      const moved = join(folder.path, "moved");
      renameSync(portals, moved);
      await tab.goto(pathToFileURL(join(moved, "index.html")).href).finally(() => renameSync(moved, portals));
      assert.equal((await texts(".jobs tbody tr")).length, 6);
      assert.deepEqual(troubles.filter((url) => !url.startsWith(pathToFileURL(moved).href)), []);
    });
  });
});
