// The page of a job, as both browsers show it from its folder: of the demo site, and of a site whose names and
// texts want to be more than text.
// lane: browser
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, describe, it } from "node:test";
import { dist, programs, starters, temporaryFolder } from "./support/browsers.mjs";
import { manifestOf, notBuilt, program, resultOf, root, run, runToEnd, startDemoSite } from "./support/program.mjs";
import { body, Site } from "./support/site.mjs";
import { rowsOf } from "./support/warcs.mjs";

const pictures = join(root, "build/test-output");
const missing = notBuilt || (!existsSync(join(dist, "job.html")) && "no page of jobs: ./tagtrail setup");
const NASTY = "</script><img src=x onerror=\"document.title='hit'\">";
const quoted = NASTY.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const HARVEST = ["--browser", "never", "--delay", "0s", "--allow-private", "--json", "--quiet"];

const nastySite = {
  "/": `<title>${quoted}</title><p><a href="/a.csv">${quoted}</a> <a href="/b.csv">\u202Egpj.exe\u2028</a>
    <a href="/%3Cb%3E/">next</a>`,
  "/a.csv": body("text/csv", "a,b\n1,2\n", { "content-disposition": "attachment; filename*=UTF-8''%3Cimg%20src=x%20onerror=%22alert(1)%22%3E.csv" }),
  "/b.csv": body("text/csv", "c,d\n1,2\n"),
  "/%3Cb%3E/": `<a href="/c.csv">javascript:alert(1)</a>`,
  "/c.csv": body("text/csv", "e,f\n1,2\n"),
};

/** What a look says of a file, by the end of its URL: the program's own looks may be there or not. */
function look(job, ending, json) {
  const [{ sha256 }] = rowsOf(job, `SELECT sha256 FROM target WHERE url LIKE '%${ending}' LIMIT 1`);
  const text = JSON.stringify(json).replaceAll("'", "''");
  execFileSync("sqlite3", [join(job, "job.db"), `INSERT OR REPLACE INTO look VALUES('${sha256}', 99, '', '${text}')`]);
}

const TABLE = {
  format: "csv", statistics: true,
  tables: [{ name: NASTY, headerRow: 1, rows: 2, fields: [{ name: NASTY, type: "string" }], preview: [["a", NASTY], ["1", "\u202E2"], ["3", "4"]] }],
};

describe(`the page of a job of ${program.split("/").at(-1)}`, { skip: missing }, () => {
  const folder = temporaryFolder();
  const demo = join(folder.path, "demo");
  const nasty = join(folder.path, "nasty");
  const page = join(demo, "index.html");
  let summary;
  let verdict;

  before(async () => {
    mkdirSync(pictures, { recursive: true });
    const site = await startDemoSite(join(folder.path, "log"));
    const hostile = new Site(nastySite);
    await hostile.start();
    summary = await run(["harvest", site.url, "--out", demo, ...HARVEST]);
    await run(["harvest", hostile.base, "--out", nasty, ...HARVEST]);
    await site.stop?.();
    hostile.stop();
    verdict = runToEnd(["verify", demo]);
    look(nasty, "a.csv", TABLE);
    look(nasty, "b.csv", { format: "zip", members: [{ path: NASTY, bytes: 12 }], membersMore: 2, note: NASTY });
    look(demo, "2024-11.csv", { ...TABLE, tables: [{ ...TABLE.tables[0], name: "Figures" }] });
    for (const job of [demo, nasty]) runToEnd(["open", job, "--print"]);
  });
  after(() => folder.remove());

  it("is written at the end, private, named in the summary, and whole", () => {
    const result = resultOf(summary);
    assert.equal(result.page, page);
    assert.equal(statSync(page).mode & 0o777, 0o600);
    assert.match(verdict, /whole/);
    assert.equal(runToEnd(["open", demo, "--print"]).trim(), page);
    const { running, current, opened } = JSON.parse(runToEnd(["open", demo, "--print", "--json"]));
    assert.deepEqual([running, current, opened], [false, true, false]);
  });

  it("has numbers that add up, and those of the summary", () => {
    const data = JSON.parse(/id="data"[^>]*>([^<]*)</.exec(readFileSync(page, "utf8"))[1]);
    const result = resultOf(summary);
    const sum = (list) => list.reduce((total, one) => total + one, 0);
    const [{ answers }] = rowsOf(demo, "SELECT count(*) AS answers FROM response");
    assert.equal(data.total.requests, result.requests.total);
    assert.equal(data.total.answers, answers);
    assert.equal(sum(Object.values(data.answers)), answers);
    assert.equal(sum(data.sections.map((section) => section.answers)), answers);
    assert.equal(sum(data.sections.map((section) => section.files)), data.total.files);
    assert.equal(data.total.files, data.files.name.length);
    assert.deepEqual(data.job.ending, result.ending);
    assert.deepEqual(data.leftOut.map(({ words, remedy, ...rest }) => rest), result.left_out);
    const listed = manifestOf(demo).resources.flatMap(({ path, tagtrail }) => [path, ...(tagtrail.alsoAt ?? []).map((also) => also.path)]);
    assert.deepEqual(data.files.name.map((name) => `files/${name}`).sort(), listed.sort());
  });

  it("leaves a page alone that is not its own, and says so once", async () => {
    const copy = join(folder.path, "copy");
    cpSync(nasty, copy, { recursive: true });
    writeFileSync(join(copy, "index.html"), "<p>mine");
    const again = await run(["harvest", rowsOf(copy, "SELECT url FROM response WHERE n = 1")[0].url, "--out", copy, ...HARVEST]);
    assert.equal(readFileSync(join(copy, "index.html"), "utf8"), "<p>mine");
    assert.equal(again.code, 0);
    assert.equal(resultOf(again).page, null);
    assert.equal(again.stderr.match(/not Tagtrail's/g)?.length, 1);
    const opened = await run(["open", copy, "--print"]);
    assert.match(opened.stderr, /not Tagtrail's/);
    assert.notEqual(opened.code, 0);
  });

  it("is missed by nobody where it was not built", async () => {
    const copy = join(folder.path, "unbuilt");
    cpSync(nasty, copy, { recursive: true });
    rmSync(join(copy, "index.html"));
    const url = rowsOf(copy, "SELECT url FROM response WHERE n = 1")[0].url;
    const again = await run(["harvest", url, "--out", copy, ...HARVEST], { env: { TAGTRAIL_DIST: folder.path } });
    assert.equal(again.code, 0);
    assert.equal(resultOf(again).page, null);
    assert.match(again.stderr, /job\.html is missing/);
  });

  it("is not named where nothing came of a job and its folder is gone", async () => {
    const out = join(folder.path, "nothing");
    const ended = await run(["harvest", "http://127.0.0.1:9/", "--out", out, ...HARVEST, "--max-wait", "0s"]);
    assert.notEqual(ended.code, 0);
    assert.equal(resultOf(ended).page, null);
    assert.ok(!existsSync(out));
  });

  it("says helpfully what it can't open", async () => {
    const empty = join(folder.path, "empty");
    mkdirSync(empty);
    const nothing = await run(["open", empty]);
    assert.match(nothing.stderr, /not a job folder/);
    assert.equal(nothing.code, 3);
    const desktopless = await run(["open", demo], { env: { PATH: "/nowhere" } });
    assert.match(desktopless.stderr, /xdg-open is not installed.*; the page is .*index\.html/);
    assert.equal(desktopless.code, 3);
  });

  it("is what report makes of a job, with links from there", () => {
    const out = join(folder.path, "reports here");
    mkdirSync(out);
    runToEnd(["report", demo, "-o", join(out, "r.html")]);
    const data = JSON.parse(/id="data"[^>]*>([^<]*)</.exec(readFileSync(join(out, "r.html"), "utf8"))[1]);
    assert.equal(data.job.base, "../demo/");
    assert.ok(existsSync(join(out, data.job.base, "files", data.files.name[0])));
  });

  for (const [name, start] of Object.entries(starters)) {
    describe(`in ${name}`, { skip: !programs[name] && `${name} is not installed` }, () => {
      const troubles = [];
      let browser;

      async function open(job, viewport = { width: 1280, height: 900 }) {
        const tab = await browser.newPage();
        tab.on("console", (message) => ["error", "warning"].includes(message.type()) && troubles.push(message.text()));
        tab.on("pageerror", (error) => troubles.push(String(error)));
        tab.on("dialog", (dialog) => troubles.push(dialog.message()));
        const own = pathToFileURL(join(job, "index.html")).href;
        tab.on("request", (request) => request.url() !== own && !request.url().startsWith("data:") && troubles.push(request.url()));
        await tab.setViewport(viewport);
        await tab.goto(own);
        await tab.waitForSelector("tbody .c-name a");
        return tab;
      }
      const names = (tab) => tab.$$eval("tbody:not(.gap) .c-name", (cells) => cells.map((cell) => cell.textContent));
      const text = (tab, selector) => tab.$eval(selector, (element) => element.textContent);

      before(async () => {
        const own = join(folder.path, name);
        mkdirSync(own);
        browser = await start(own);
      });
      after(() => browser?.close());

      it("lists the files, searches, filters and sorts", async () => {
        const tab = await open(demo);
        const rows = Number(await tab.$eval("table.files", (table) => table.getAttribute("aria-rowcount"))) - 1;
        assert.equal(rows, rowsOf(demo, "SELECT count(*) AS files FROM target")[0].files);
        assert.ok((await names(tab)).length < 60);
        await tab.type("input[type=search]", "dwellings csv");
        const found = await names(tab);
        assert.ok(found.length > 0 && found.length < 20);
        await tab.click(".tools button");
        await tab.select(".tools select", "PDF");
        assert.ok((await names(tab)).every((file) => file.endsWith(".pdf")));
        await tab.click(".tools button");
        await tab.click("thead .c-name button");
        const sorted = await names(tab);
        assert.deepEqual(sorted, [...sorted].sort(new Intl.Collator("en", { numeric: true, sensitivity: "base" }).compare));
        assert.equal(await tab.$eval("thead .c-name", (head) => head.getAttribute("aria-sort")), "ascending");
        // The last row is there once it is scrolled to, under its own number.
        await tab.$eval(".rows", (box) => { box.scrollTop = box.scrollHeight; });
        await tab.waitForSelector(`tr[aria-rowindex="${rows + 1}"]`);
        await tab.screenshot({ path: join(pictures, `job-page-${name}.png`) });
        await tab.close();
      });

      it("finds tables by what is in them, marks the words, and says what it does not search", async () => {
        const tab = await open(demo);
        // Names of columns; no file or link is called so.
        await tab.type("input[type=search]", "regions value");
        await tab.waitForFunction(() => document.querySelector(".said").textContent.includes("value"));
        await tab.waitForSelector(".hit mark");
        const paths = await tab.$$eval(".hit > .note:nth-child(2) bdi", (all) => all.map((one) => one.textContent));
        const csv = paths.filter((path) => path.endsWith(".csv"));
        assert.ok(csv.length > 0, paths.join());
        for (const path of csv) assert.match(readFileSync(join(demo, path), "utf8").split("\n")[0], /region.*value/);
        assert.deepEqual([...new Set(await tab.$$eval(".hit mark", (all) => all.map((one) => one.textContent)))].sort(), ["region", "value"]);
        const listed = await names(tab);
        assert.ok(listed.some((name) => paths.includes(`files/${name}`)), listed.join());
        assert.match(await text(tab, ".answers"), /tagtrail search 'regions value' demo/);
        await tab.click(".hit .links button");
        await tab.waitForSelector("dialog[open] dl");
        await tab.keyboard.press("Escape");
        await tab.waitForSelector("dialog:not([open])");
        // Filters hold for tables, too.
        await tab.select(".tools select", "PDF");
        await tab.waitForFunction(() => document.querySelector(".said").textContent.startsWith("None of"));
        await tab.click(".tools button");
        assert.equal(await tab.$eval(".answers", (part) => part.hidden), true);
        await tab.close();
      });

      it("is worked by the keyboard", async () => {
        const tab = await open(demo);
        await tab.focus("tbody:not(.gap) tr .c-inside button");
        for (let row = 0; row < 40; row++) await tab.keyboard.press("ArrowDown");
        const at = () => tab.evaluate(() => document.activeElement.closest("tr")?.getAttribute("aria-rowindex"));
        assert.equal(await at(), "42");
        await tab.keyboard.press("Enter");
        await tab.waitForSelector("dialog[open] dl");
        await tab.keyboard.press("Escape");
        await tab.waitForSelector("dialog:not([open])");
        assert.equal(await at(), "42");
        await tab.close();
      });

      it("shows what is inside a file, and opens it", async () => {
        const tab = await open(demo);
        await tab.select(".tools select[aria-label='What is inside']", "statistics");
        await tab.waitForSelector("tbody:not(.gap) .c-inside button");
        await tab.click("tbody:not(.gap) .c-inside button");
        await tab.waitForSelector("dialog .look td");
        assert.match(await text(tab, "dialog figcaption"), /Figures · 2 rows/);
        const hrefs = await tab.$$eval("dialog .tools a", (links) => links.map((link) => link.getAttribute("href")));
        assert.ok(existsSync(join(demo, decodeURIComponent(hrefs[0]))));
        assert.equal(hrefs[1], "files/");
        await tab.close();
      });

      it("copies a selection as CSV", async () => {
        const tab = await open(demo);
        await tab.click("tbody:not(.gap) tr:nth-child(2) .c-pick input");
        await tab.$$eval(".tools button", (buttons) => buttons.at(-1).click());
        await tab.waitForFunction(() => /copied as|did not let/.test(document.querySelector(".found").textContent));
        assert.match(await text(tab, ".found"), /^1 row copied/);
        await tab.click("input[type=search]");
        await tab.keyboard.down("Control");
        await tab.keyboard.press("v");
        await tab.keyboard.up("Control");
        const pasted = await tab.$eval("input[type=search]", (input) => input.value);
        assert.ok(pasted.startsWith("name,link text,url,page,section,mediatype,bytes,fetched,tables,rows"), pasted);
        await tab.close();
      });

      it("shows what a site wrote as text", async () => {
        const tab = await open(nasty);
        assert.deepEqual(await tab.$$eval("#report :is(img, script, iframe, b:not(.summary b), style)", (all) => all.map(String)), []);
        const shown = await text(tab, "#report");
        assert.ok(shown.includes(NASTY));
        assert.ok(shown.includes("\\u202Egpj.exe"));
        for (const kind of ["a.csv", "b.csv"]) {
          await tab.evaluate((wanted) => [...document.querySelectorAll("tbody:not(.gap) tr")]
            .find((row) => row.querySelector(".c-page + td + td + td") && row.textContent.includes(wanted)).querySelector(".c-inside button").click(),
          kind === "a.csv" ? "1 table" : "zip");
          await tab.waitForSelector("dialog[open] dl");
          await tab.waitForFunction((nothing) => document.querySelector("dialog").textContent.includes(nothing), {}, NASTY);
          assert.equal((await tab.$$("dialog :is(img, script)")).length, 0);
          await tab.keyboard.press("Escape");
        }
        const schemes = await tab.$$eval("a", (links) => [...new Set(links.map((link) => new URL(link.href).protocol))].sort());
        assert.deepEqual(schemes, ["file:", "http:"]);
        assert.ok((await tab.$$eval("a", (links) => links.map((link) => link.rel))).every((rel) => rel === "noopener noreferrer"));
        assert.ok((await tab.title()).startsWith("What came in from 127.0.0.1"));
        await tab.close();
      });

      it("lets nothing run but its own script, whatever gets into it", async () => {
        const tab = await browser.newPage();
        await tab.goto(pathToFileURL(join(nasty, "index.html")).href);
        await tab.waitForSelector("tbody .c-name a");
        const title = await tab.title();
        // Both are told of when they are stopped.
        const stopped = await tab.evaluate(() => {
          const two = new Promise((done) => {
            const scripts = [];
            addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
              if (effectiveDirective.startsWith("script-src") && scripts.push(effectiveDirective) === 2) done(scripts.sort());
            });
          });
          const script = document.createElement("script");
          script.textContent = "document.title = 'ran'";
          const image = document.createElement("div");
          image.innerHTML = "<img src=x onerror=\"document.title = 'ran'\">";
          document.body.append(script, image);
          return two;
        });
        assert.deepEqual(stopped, ["script-src-attr", "script-src-elem"]);
        assert.equal(await tab.title(), title);
        await tab.close();
      });

      it("fits a narrow window", async () => {
        const tab = await open(demo, { width: 360, height: 700 });
        assert.ok(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        const width = await tab.$eval("tbody:not(.gap) .c-name", (cell) => cell.clientWidth);
        assert.ok(width > 100, `${width} px for names`);
        await tab.close();
      });

      it("loads nothing and complains about nothing", () => assert.deepEqual(troubles, []));
    });
  }
});
