import assert from "node:assert/strict";
import { test } from "node:test";
import { TagtrailError } from "../../../extension/src/host/errors.ts";
import { DEFAULT_OPTIONS } from "../../../extension/src/background/user_options.ts";
import { experienceOf, SiteMemory } from "../../../extension/src/background/site_memory.ts";

/** An engine that remembers what it was told, as its snapshot. */
class FakeEngine {
  constructor(told = []) {
    this.told = told;
  }
  look() {
    return { links: [], groups: [], told: [...this.told] };
  }
  observe({ url }) {
    const word = `saw ${url}`;
    if (!this.told.includes(word)) this.told.push(word);
    return { pages: this.told.filter((one) => one.startsWith("saw ")).length };
  }
  teach({ word, tagPath, files, requests }) {
    this.told.push([word, tagPath, files, requests].filter((part) => part !== undefined).join(" "));
  }
  groups() {
    return [
      { id: 0, tagPath: "/a", readable: "a", word: "good", anchors: ["A"], open: 1, withheld: 0, acting: 0, requests: 4, files: 8, expected: 2 },
      { id: 1, tagPath: "/b", readable: "b", word: "neutral", anchors: [], open: 1, withheld: 0, acting: 0, requests: 0, files: 0, expected: 0 },
    ];
  }
  snapshot() {
    return new TextEncoder().encode(JSON.stringify(this.told));
  }
}

class FakeStore {
  sites = new Map();
  snapshots = new Map();
  async get(host) {
    return structuredClone(this.sites.get(host) ?? null);
  }
  async snapshot(host) {
    return this.snapshots.get(host) ?? null;
  }
  async put(site, snapshot) {
    this.sites.set(site.host, structuredClone(site));
    this.snapshots.set(site.host, snapshot);
  }
  async list() {
    return [...this.sites.values()];
  }
  async remove(host) {
    this.sites.delete(host);
    this.snapshots.delete(host);
  }
}

function memory(store = new FakeStore(), options = { ...DEFAULT_OPTIONS }) {
  const made = { created: [], restored: 0, broken: false };
  const engines = {
    create: async (config) => (made.created.push(config), new FakeEngine()),
    restore: async (bytes) => {
      if (made.broken) throw new TagtrailError("wrong_version", "older");
      made.restored++;
      return new FakeEngine(JSON.parse(new TextDecoder().decode(bytes)));
    },
  };
  return { store, options, made, sites: new SiteMemory(store, engines, () => options) };
}

const page = (url) => ({ url, status: 200, mime: "text/html", page: {} });
const told = async (sites, url) => (await sites.look(page(url))).look.told;

test("what was learned is there again after the script was killed", async () => {
  const { store, sites } = memory();
  await sites.observe(page("https://a.example/1"));
  await sites.teach("https://a.example/1", { word: "good", tagPath: "/a" }, null);
  const again = memory(store);
  assert.deepEqual(await told(again.sites, "https://a.example/2"), ["saw https://a.example/1", "good /a"]);
  assert.deepEqual(await again.sites.sites(), [{ host: "a.example", pages: 1 }]);
});

test("a word is told together with the page that it was said at, which counts once", async () => {
  const { sites } = memory();
  for (const word of ["good", "useless"]) {
    await sites.teach("https://a.example/1", { word, tagPath: "/a" }, page("https://a.example/1"));
  }
  assert.deepEqual(await told(sites, "https://a.example/1"), ["saw https://a.example/1", "good /a", "useless /a"]);
  assert.deepEqual((await sites.sites()).map(({ pages }) => pages), [1]);
});

test("looking teaches nothing and stores nothing", async () => {
  const { store, sites } = memory();
  await sites.look(page("https://a.example/1"));
  assert.equal(store.sites.size, 0);
});

test("sites are kept apart, the port included; few engines stay in memory", async () => {
  const { made, sites } = memory();
  const urls = ["https://a.example/", "https://a.example:8443/", "https://b.example/", "https://c.example/", "https://d.example/"];
  for (const url of urls) await sites.observe(page(url));
  assert.equal(made.created.length, 5);
  assert.deepEqual(await told(sites, "https://d.example/"), ["saw https://d.example/"]);
  assert.equal(made.restored, 0, "still in memory");
  assert.deepEqual(await told(sites, "https://a.example/"), ["saw https://a.example/"]);
  assert.equal(made.restored, 1);
});

test("other settings make a new engine, which is told what the recipe says", async () => {
  const { options, made, sites } = memory();
  await sites.take({ tagtrail: "recipe", version: 1, site: "a.example", settings: {}, groups: [
    { tagPath: "/x", word: "useless", requests: 3, files: 0, anchors: [] },
  ] });
  await sites.observe(page("https://a.example/1"));
  options.targets = "csv";
  assert.deepEqual(await told(sites, "https://a.example/2"), ["paid /x 0 3", "useless /x"]);
  assert.equal(made.created.at(-1).targets, "csv");
});

test("a snapshot that can't be read is learned anew", async () => {
  const { store, sites } = memory();
  await sites.observe(page("https://a.example/1"));
  const again = memory(store);
  again.made.broken = true;
  assert.deepEqual(await told(again.sites, "https://a.example/2"), []);
});

test("a recipe holds groups and settings, and no address", async () => {
  const { sites } = memory();
  assert.equal(await sites.recipe("a.example"), null);
  await sites.observe(page("https://a.example/secret"));
  const recipe = await sites.recipe("a.example");
  assert.deepEqual(recipe.groups, [{ tagPath: "/a", word: "good", requests: 4, files: 8, anchors: ["A"] }]);
  assert.equal(recipe.site, "a.example");
  assert.doesNotMatch(JSON.stringify(recipe), /https?:|secret/);
});

test("what a job says again at its next end is not told twice", async () => {
  const { sites } = memory();
  const recipe = { tagtrail: "recipe", version: 1, site: "a.example", settings: {}, groups: [
    { tagPath: "/x", word: "neutral", requests: 2, files: 4, anchors: [] },
  ] };
  await sites.take(recipe, "https://a.example/start");
  await sites.take(recipe, "https://a.example/start");
  assert.deepEqual(await told(sites, "https://a.example/"), ["paid /x 4 2"]);
});

test("one site is forgotten, or all", async () => {
  const { store, sites } = memory();
  for (const url of ["https://a.example/", "https://b.example/"]) await sites.observe(page(url));
  await sites.forget("a.example");
  assert.deepEqual((await sites.sites()).map(({ host }) => host), ["b.example"]);
  assert.deepEqual(await told(sites, "https://a.example/"), []);
  await sites.forget(null);
  assert.deepEqual([store.sites.size, store.snapshots.size], [0, 0]);
});

test("what goes wrong with one page does not hold up the next", async () => {
  const { sites } = memory();
  await assert.rejects(sites.observe(page("no address")));
  await sites.observe(page("https://a.example/"));
  assert.deepEqual((await sites.sites()).map(({ pages }) => pages), [1]);
});

test("what a job for one group found is kept, not what it was told to leave out", () => {
  const group = { tagPath: "/html/a", word: "only", requests: 3, files: 9, anchors: ["x"] };
  const recipe = { tagtrail: "recipe", version: 1, site: "h", settings: { scope: "page" }, groups: [group] };
  assert.deepEqual(experienceOf(recipe), { ...recipe, settings: {}, groups: [{ ...group, word: "neutral" }] });
});
