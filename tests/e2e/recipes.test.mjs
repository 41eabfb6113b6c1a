// What a harvest has learnt of a site, for the next one: recipe.json, and --recipe.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, beforeEach, describe, it } from "node:test";
import { temporaryFolder } from "./support/browsers.mjs";
import { addressesOf, manifestOf, notBuilt, resultOf, run } from "./support/program.mjs";
import { body, Site } from "./support/site.mjs";

const NEWS = Array.from({ length: 60 }, (_, at) => `/n${at}`);
const TABLES = Array.from({ length: 12 }, (_, at) => `/t${at}`);
const list = (name, urls) => `<ul class="${name}">${urls.map((url) => `<li><a href="${url}">${url.slice(1)}</a>`).join("")}</ul>`;
const page = (text) => body("text/html", `<!DOCTYPE html><title>Site</title><h1>Site</h1>${text}`);
const ROUTES = {
  "/": page(list("news", NEWS) + list("tables", TABLES)),
  ...Object.fromEntries(NEWS.map((url) => [url, page(`<p>Words about ${url}`)])),
  ...Object.fromEntries(TABLES.map((url) => [url, page(`<p><a href="/get${url}">Get</a>`)])),
  ...Object.fromEntries(TABLES.map((url) => [`/get${url}`, body("text/csv", `name,value\n${url},1\n`)])),
};

describe("recipes", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  let jobs = 0;
  let site;

  beforeEach(() => {
    site = new Site(ROUTES);
    return site.start();
  });
  afterEach(() => site.stop());
  after(() => folder.remove());

  async function harvest(...more) {
    const job = join(folder.path, `job${++jobs}`);
    site.hits.length = 0;
    const ended = await run(["harvest", `${site.base}/`, "--out", job, "--delay", "0", "--allow-private", "--browser", "never", "--sitemaps", "off",
      "--json", "--quiet", ...more]);
    return { job, ended, tables: site.hits.filter((path) => path.startsWith("/t")), asked: [...site.hits] };
  }
  const filesOf = (job) => addressesOf(manifestOf(job)).length;
  /** How many pages of news were asked for before the last file. */
  const dullBefore = ({ asked }) => {
    const last = asked.findLastIndex((path) => path.startsWith("/get"));
    return asked.slice(0, last).filter((path) => path.startsWith("/n")).length;
  };

  it("are left by a job, without addresses, and the next asks first where files were", async () => {
    const first = await harvest();
    assert.equal(first.ended.code, 0, first.ended.stderr);
    const text = readFileSync(join(first.job, "recipe.json"), "utf8");
    const groups = JSON.parse(text).groups.map(({ tagPath, requests, files }) => [tagPath.match(/news|tables/)?.[0], requests, files]);
    assert.deepEqual(groups.filter(([name]) => name).sort(), [["news", 60, 0], ["tables", 12, 12]]);
    assert.ok(!text.includes(site.base) && !/\/[nt]\d/.test(text), text);

    const seeds = ["1", "2", "3"];
    let [before, then] = [0, 0];
    for (const seed of seeds) {
      before += dullBefore(await harvest("--seed", seed));
      const second = await harvest("--seed", seed, "--recipe", first.job);
      assert.equal(second.ended.code, 0, second.ended.stderr);
      assert.equal(filesOf(second.job), TABLES.length);
      then += dullBefore(second);
    }
    assert.ok(then < before / 2, `${then} pages without files before the last file, ${before} without the recipe`);
  });

  it("carry what was said of a place, of which the end gives account", async () => {
    const { job } = await harvest();
    const recipe = JSON.parse(readFileSync(join(job, "recipe.json"), "utf8"));
    for (const group of recipe.groups) if (group.tagPath.includes("news")) group.word = "useless";
    const file = join(folder.path, "exported.tagtrail.json");
    writeFileSync(file, JSON.stringify(recipe));
    const { ended, asked, job: second } = await harvest("--recipe", file);
    assert.equal(filesOf(second), TABLES.length);
    assert.deepEqual(asked.filter((path) => path.startsWith("/n")), []);
    const { left_out: left, complete, account } = resultOf(ended);
    assert.deepEqual(left.map(({ cause, count }) => [cause, count]), [["withheld", NEWS.length]]);
    assert.equal(account.left, NEWS.length);
    assert.equal(complete, false);
  });

  it("are refused where they are none, with what is wrong", async () => {
    const odd = join(folder.path, "odd.json");
    writeFileSync(odd, "[]");
    for (const [file, what] of [[odd, /--recipe: .*odd\.json: recipe: is not an object/], [join(folder.path, "no.json"), /no file that can be read/],
      [folder.path, /this job has left no recipe/]]) {
      const { ended } = await harvest("--recipe", file);
      assert.equal(ended.code, 2);
      assert.match(ended.stderr + ended.stdout, what);
    }
    assert.deepEqual(site.hits, []);
  });
});
