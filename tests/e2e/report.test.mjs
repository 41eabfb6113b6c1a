// A small lab and its report, as Chromium shows it from a file.
// lane: browser
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, describe, it } from "node:test";
import { programs, startChromium, temporaryFolder } from "./support/browsers.mjs";
import { notBuilt, program, root, runToEnd } from "./support/program.mjs";

const pictures = join(root, "build/test-output");
const missing = notBuilt || (!programs.chromium && "Chromium is not installed")
  || (!existsSync(join(process.env.TAGTRAIL_DIST ?? join(root, "dist"), "report.html")) && "no report page: ./tagtrail setup");

/** Pages that link to files and to each other; a class name tries to be markup. */
function writeSite(folder) {
  mkdirSync(folder);
  const page = (links) => `<!doctype html><body>${links.map((to) => `<p class="</script><b>"><a href="${to}">x</a></p>`).join("")}`;
  const pages = Array.from({ length: 30 }, (_, at) => `p${at}.html`);
  writeFileSync(join(folder, "index.html"), page(pages));
  pages.forEach((name, at) => {
    writeFileSync(join(folder, name), page([`d${at}.csv`, "index.html", "gone.html"]));
    writeFileSync(join(folder, `d${at}.csv`), "a,b\n1,2\n");
  });
}

describe(`the report of ${program.split("/").at(-1)} lab`, { skip: missing }, () => {
  const folder = temporaryFolder();
  const results = join(folder.path, "r.jsonl");
  const report = join(folder.path, "report.html");
  const errors = [];
  let browser;
  let page;

  before(async () => {
    mkdirSync(pictures, { recursive: true });
    writeSite(join(folder.path, "site"));
    const replica = join(folder.path, "small.replica");
    runToEnd(["import", join(folder.path, "site"), "--base", "https://example.org/", "-o", replica]);
    const study = ["lab", "compare", replica, "--policies", "sb-classifier,bfs", "--runs", "3", "-o", results];
    assert.match(runToEnd(study), /Requests to 90 %/);
    runToEnd(study);
    runToEnd(["report", results, "-o", report]);
    browser = await startChromium(folder.path);
    page = await browser.newPage();
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("request", (request) => !/^(file|data):/.test(request.url()) && errors.push(request.url()));
    await page.setViewport({ width: 1200, height: 900 });
    await page.goto(pathToFileURL(report).href);
    await page.waitForSelector("canvas");
  });
  after(async () => {
    await browser?.close();
    folder.remove();
  });

  it("shows tables that sort", async () => {
    const cells = () => page.$$eval("#table-requests tbody tr, #table-requests thead th", (all) => all.length);
    assert.equal(await cells(), 1 + 3);
    const first = () => page.$eval("#table-groups tbody td", (cell) => cell.textContent);
    await page.$eval("details", (details) => details.setAttribute("open", ""));
    await page.$eval("#table-groups thead th:nth-child(2) button", (button) => button.click());
    const least = Number(await first());
    await page.$eval("#table-groups thead th:nth-child(2) button", (button) => button.click());
    assert.ok(Number(await first()) >= least);
  });

  it("shows what websites wrote as text", async () => {
    const text = await page.$eval("#report", (main) => main.textContent);
    assert.match(text, /<\/script><b>/);
    assert.equal(await page.$("#report b"), null);
  });

  it("draws the curves", async () => {
    const pixels = await page.$$eval("canvas", (all) => all.map((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return data.filter((value, at) => at % 4 === 3 && value > 0).length;
    }));
    assert.equal(pixels.length, 2);
    for (const drawn of pixels) assert.ok(drawn > 1000, `${drawn} pixels`);
    await page.screenshot({ path: join(pictures, "report.png"), fullPage: true });
  });

  it("carries the notice of uPlot", () => {
    const comments = readFileSync(report, "utf8").match(/<!--[^]*?-->/g);
    assert.match(comments[1], /uPlot[^]*Copyright[^]*Permission is hereby granted/);
  });

  it("loads nothing and complains about nothing", () => assert.deepEqual(errors, []));
});
