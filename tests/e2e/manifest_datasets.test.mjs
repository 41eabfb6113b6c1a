// What a page says of its data sets for machines stands beside its files in the manifest; read with the
// browser and without.
// lane: browser
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { programs, temporaryFolder } from "./support/browsers.mjs";
import { manifestOf, notBuilt, run } from "./support/program.mjs";
import { body, Site } from "./support/site.mjs";

const page = (content) => `<!doctype html><html><head><title>Data</title></head><body>${content}</body></html>`;
const link = (href) => `<p><a href="${href}">${href}</a></p>`;
const ld = (facts) =>
  `<script type="application/ld+json">${JSON.stringify({ "@context": "https://schema.org/", "@type": "Dataset", ...facts })}</script>`;

const BIRDS = {
  name: "Bird counts", description: "All birds, by month", license: "https://example.org/by",
  publisher: { "@type": "Organization", name: "Bird Society" }, datePublished: "2020-01-02",
  distribution: [{ "@type": "DataDownload", contentUrl: "/birds.csv" }],
};

/** A record of OAI-PMH (openarchives.org) names the page of an item. */
const record = (at, site) => `<record><header><identifier>oai:h:${at}</identifier></header><metadata>
  <oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <dc:title>Item ${at}</dc:title><dc:publisher>Library</dc:publisher><dc:rights>CC0</dc:rights>
  <dc:identifier>${site}/item/${at}</dc:identifier></oai_dc:dc></metadata></record>`;
const records = (request, response) => response.writeHead(200, { "content-type": "text/xml" }).end(
  `<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords>${[1, 2].map((at) => record(at, `http://${request.headers.host}`)).join("")}</ListRecords></OAI-PMH>`);

const routes = {
  "/": page(["/birds", "/fish", "/late", "/plain"].map(link).join("")),
  "/repository": page(link("/item/2") + link("/oai?verb=Identify")),
  "/oai": records,
  ...Object.fromEntries([1, 2].flatMap((at) => [[`/item/${at}`, page(link(`/bitstream/${at}/data.csv`))], [`/bitstream/${at}/data.csv`, body("text/csv", `item${at},1\n`)]])),
  "/birds": page(ld(BIRDS) + ld({ name: "Bees" }) + link("/birds.csv") + link("/notes.csv")),
  "/fish": page(`<div itemscope itemtype="https://schema.org/Dataset"><h1 itemprop="name">Fish</h1>
    <p itemprop="license">Open, as <b>said</b></p></div>${link("/fish.csv")}`),
  "/late": page(`<p id="here"></p>${link("/late.csv")}<script>
    document.getElementById("here").innerHTML = ${JSON.stringify('<div itemscope itemtype="https://schema.org/Dataset"><b itemprop="name">Late</b></div>')};</script>`),
  "/plain": page(`<p>No Dataset here</p>${link("/plain.csv")}`),
  ...Object.fromEntries(["birds", "notes", "fish", "late", "plain"].map((name) => [`/${name}.csv`, body("text/csv", `${name},1\n`)])),
};

describe("data sets in the manifest", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  let jobs = 0;
  let job;
  let site;

  before(() => {
    site = new Site(routes);
    return site.start();
  });
  beforeEach(() => {
    job = join(folder.path, `job${++jobs}`);
  });
  after(() => {
    site.stop();
    folder.remove();
  });

  const harvest = (...options) => harvestFrom("", ...options);
  const harvestFrom = (path, ...options) =>
    run(["harvest", site.base + path, "--out", job, "--delay", "0", "--allow-private", "--json", ...options]);
  const said = () => Object.fromEntries(manifestOf(job).resources.map(({ path, title, description, licenses, tagtrail }) =>
    [path.slice("files/".length), { title, description, licenses, dataset: tagtrail.dataset }]));
  const nothing = { title: undefined, description: undefined, licenses: undefined, dataset: undefined };

  it("names title, description, licence, publisher and dates", async () => {
    const ended = await harvest("--browser", "never");
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(said(), {
      "birds.csv": {
        title: BIRDS.name, description: BIRDS.description, licenses: [{ path: BIRDS.license }],
        dataset: { publisher: "Bird Society", issued: "2020-01-02" },
      },
      "notes.csv": nothing,
      "fish.csv": { ...nothing, title: "Fish", licenses: [{ name: "open-as-said", title: "Open, as said" }] },
      "late.csv": nothing,
      "plain.csv": nothing,
    });
  });

  it("of files on the page of an item, names what the record of that says", async () => {
    const ended = await harvestFrom("/repository", "--browser", "never");
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(Object.values(said()).map(({ title, licenses, dataset }) => [title, licenses[0].title, dataset.publisher]).sort(),
      [["Item 1", "CC0", "Library"], ["Item 2", "CC0", "Library"]]);
  });

  it("says the same in what export writes", async () => {
    assert.equal((await harvest("--browser", "never")).code, 0);
    const exported = await run(["export", job, "--format", "datapackage"]);
    assert.equal(exported.code, 0, exported.stderr);
    assert.deepEqual(JSON.parse(exported.stdout), manifestOf(job));
  });

  const withChromium = { skip: !programs.chromium && "Chromium is not installed" };
  it("has what only a script puts there, from tabs", withChromium, async () => {
    const ended = await harvest("--browser", "always");
    assert.equal(ended.code, 0, ended.stderr);
    const { "late.csv": late, "birds.csv": birds, "plain.csv": plain } = said();
    assert.equal(late.title, "Late");
    assert.equal(birds.title, BIRDS.name);
    assert.deepEqual(plain, nothing);
  });
});
