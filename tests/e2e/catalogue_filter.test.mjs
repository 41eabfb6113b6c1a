// A look at a portal's catalogue, and harvests that keep to it: by the server's log few requests, and no others.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { Portal } from "../sites/portals/portal.mjs";
import { temporaryFolder } from "./support/browsers.mjs";
import { notBuilt, run } from "./support/program.mjs";

const MANNERS = ["--delay", "0", "--allow-private"];
const DATASETS = 150;
const pathOf = ({ url }) => new URL(url, "http://portal.example").pathname;
const queryOf = ({ url }) => new URL(url, "http://portal.example").searchParams;
const isList = (one) => pathOf(one).endsWith("/package_search");

describe("catalogues before a harvest", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  let jobs = 0;
  after(() => folder.remove());

  async function withPortal(kind, work, options = {}) {
    const portal = new Portal(kind, { datasets: DATASETS, faults: false, options });
    await portal.start();
    try {
      return await work(portal);
    } finally {
      await portal.stop();
    }
  }

  const look = (portal, ...more) => run(["catalogue", portal.url, ...MANNERS, ...more]);

  async function looked(portal, ...more) {
    const ended = await look(portal, "--json", ...more);
    assert.equal(ended.code, 0, ended.stderr);
    return JSON.parse(ended.stdout);
  }

  async function harvest(portal, ...more) {
    const job = join(folder.path, `job${++jobs}`);
    portal.log.length = 0;
    const ended = await run(["harvest", portal.url, "--out", job, "--browser", "never", "--scope", "host", "--json", ...MANNERS, ...more]);
    return { job, ...ended };
  }

  const filesOf = (datasets) => datasets.flatMap(({ resources }) => resources);
  /** What the portal itself serves of them, as it answered: paths. */
  const own = (resources) => resources.filter(({ sort }) => sort !== "elsewhere").map(({ url }) => new URL(url).pathname).sort();

  it("of CKAN tell numbers and choices by three requests behind robots.txt", () => withPortal("ckan", async (portal) => {
    const { datasets, organisations } = portal.catalogue;
    const told = await looked(portal);
    assert.equal(told.name, "CKAN");
    assert.equal(told.sets, datasets.length);
    assert.equal(told.files, filesOf(datasets).length);
    assert.deepEqual(told.conditions, ["organisation", "group", "format", "since", "until"]);
    assert.deepEqual(portal.log.map(pathOf), ["/robots.txt", "/", "/api/3/action/package_search", "/api/3/action/resource_search"]);
    assert.equal(queryOf(portal.log[2]).get("rows"), "0");
    const named = Object.fromEntries(told.choices.find(({ by }) => by === "organisation").values.map(({ value, title, count }) => [value, [title, count]]));
    assert.deepEqual(named, Object.fromEntries(organisations.filter((one) => one.datasets.length > 0).map((one) => [one.name, [one.title, one.datasets.length]])));
  }));

  it("of CKAN are narrowed by one request, and harvested so", () => withPortal("ckan", async (portal) => {
    const { datasets, organisations } = portal.catalogue;
    const { name } = organisations[0];
    const since = "2022-06-01";
    const wanted = datasets.filter(({ organisation, modified, resources }) => organisation.name === name && modified >= since
      && resources.some(({ format }) => format === "csv"));
    assert.ok(wanted.length > 1 && wanted.length < datasets.length);
    const told = await looked(portal, "--organisation", name, "--format", "CSV", "--since", since);
    assert.equal(told.sets, wanted.length);
    assert.deepEqual(portal.log.map(pathOf), ["/robots.txt", "/", "/api/3/action/package_search"]);

    const { code, stderr } = await harvest(portal, "--catalogue-filter", `organisation=${name},format=CSV,since=${since}`);
    assert.equal(code, 0, stderr);
    const lists = portal.log.filter(isList);
    assert.equal(lists.length, 1);
    const files = portal.log.filter((one) => !isList(one)).map(pathOf);
    assert.deepEqual(files.slice(0, 2), ["/robots.txt", "/"]);
    assert.deepEqual(files.slice(2).sort(), own(filesOf(wanted).filter(({ format }) => format === "csv")));
  }));

  it("of CKAN are harvested page by page, and nothing else of the site", () => withPortal("ckan", async (portal) => {
    const { code, stderr } = await harvest(portal, "--catalogues", "only");
    assert.equal(code, 0, stderr);
    assert.deepEqual(portal.log.filter(isList).map((one) => queryOf(one).get("start")), ["0", "100"]);
    const others = portal.log.filter((one) => !isList(one)).map(pathOf);
    assert.deepEqual(others.slice(0, 2), ["/robots.txt", "/"]);
    assert.deepEqual(others.slice(2).sort(), own(filesOf(portal.catalogue.datasets)));
  }));

  it("take hostile values as values", () => withPortal("ckan", async (portal) => {
    for (const hostile of ["\" OR *:* \"", "\\", "\\\" +x:y", "a&rows=1000", "#", "%22"]) {
      portal.log.length = 0;
      const told = await looked(portal, "--organisation", hostile);
      assert.equal(told.sets, 0, hostile);
      const asked = queryOf(portal.log.find(isList));
      assert.equal(asked.get("fq"), `+organization:"${hostile.replaceAll(/["\\]/g, "\\$&")}"`);
      assert.equal(asked.get("rows"), "0");
    }
    const none = await harvest(portal, "--catalogue-filter", "organisation=nobody");
    assert.equal(none.code, 0, none.stderr);
    assert.deepEqual(portal.log.map(pathOf), ["/robots.txt", "/", "/api/3/action/package_search"]);
    const bad = await look(portal, "--since", "yesterday");
    assert.equal(bad.code, 2);
    assert.match(bad.stderr, /--since: 'yesterday' is no date/);
  }));

  it("of Opendatasoft tell and take themes", () => withPortal("opendatasoft", async (portal) => {
    const { datasets, groups } = portal.catalogue;
    const told = await looked(portal);
    assert.equal(told.sets, datasets.length);
    assert.equal(told.files, null);
    assert.equal(portal.log.length, 4);
    const [theme] = told.choices.find(({ by }) => by === "group").values;
    const group = groups.find(({ title }) => title === theme.value);
    assert.equal(theme.count, group.datasets.length);
    const until = "2022-12-31";
    const wanted = group.datasets.filter(({ modified }) => modified.slice(0, 10) <= until);
    assert.equal((await looked(portal, "--group", theme.value, "--until", until)).sets, wanted.length);

    const { code, stderr } = await harvest(portal, "--catalogue-filter", `group=${theme.value.replaceAll(",", "%2C")},until=${until}`);
    assert.equal(code, 0, stderr);
    const asked = portal.log.filter((one) => !pathOf(one).endsWith("/catalog/datasets")).map(pathOf).slice(2);
    const names = new Set(wanted.map(({ name }) => name));
    for (const path of asked) {
      assert.ok(names.has(/\/datasets\/([^/]+)\//.exec(path)?.[1]), path);
    }
    const files = portal.truth().map((url) => new URL(url).pathname).filter((path) => names.has(/\/datasets\/([^/]+)\//.exec(path)?.[1]));
    const given = new Set(portal.log.map(pathOf));
    // Of tables the catalogue itself names one export.
    assert.deepEqual(files.filter((path) => !given.has(path) && !/exports\/(json|xlsx)$/.test(path)), []);
    const empty = await harvest(portal, "--catalogue-filter", "group=nothing");
    assert.equal(empty.code, 3);
    assert.match(empty.stderr, /the catalogue \(Opendatasoft\) lists nothing with group=nothing/);
    const none = await look(portal, "--format", "CSV");
    assert.equal(none.code, 2);
    assert.match(none.stderr, /Opendatasoft can't be narrowed by format, only by organisation, group, since, until/);
  }));

  for (const [kind, name, most] of [["data-json", "DCAT-US (data.json)", 3], ["dataverse", "Dataverse", 3], ["socrata", "Socrata", 3], ["arcgis-hub", "ArcGIS Hub", 3]]) {
    it(`of ${kind} tell numbers`, () => withPortal(kind, async (portal) => {
      const told = await looked(portal);
      assert.equal(told.name, name);
      assert.equal(told.sets, DATASETS);
      assert.ok(portal.log.length <= most, JSON.stringify(portal.log.map(pathOf)));
      const refused = await harvest(portal, "--catalogue-filter", "organisation=x");
      assert.equal(refused.code, 2, refused.stderr);
      assert.match(refused.stderr, /can't be narrowed by organisation=x: leave --catalogue-filter out/);
      assert.deepEqual(portal.log.map(pathOf), ["/robots.txt", "/"]);
    }));
  }

  it("of data.json tell numbers whatever the server calls it", () => withPortal("data-json", async (portal) => {
    assert.equal((await looked(portal)).sets, DATASETS);
  }, { type: "text/plain" }));

  it("are named where a look begins at one of their answers", () => withPortal("stac", async (portal) => {
    const ended = await run(["catalogue", `${portal.url}stac`, ...MANNERS]);
    assert.equal(ended.code, 2);
    assert.match(ended.stderr, /is part of a catalogue itself \(STAC\): .*--catalogues only/);
  }));

  it("say why there is nothing to tell", async () => {
    await withPortal("searchable", async (portal) => {
      const none = await look(portal);
      assert.equal(none.code, 3);
      assert.match(none.stderr, /shows no sign of a catalogue of data.*Looked for.*CKAN, DCAT-US/s);
      assert.deepEqual(portal.log.map(pathOf), ["/robots.txt", "/"]);
      const job = await harvest(portal, "--catalogues", "only");
      assert.equal(job.code, 3);
      assert.match(job.stderr, /shows no sign of a catalogue of data: start at the portal's front page/);
      assert.deepEqual(portal.log.map(pathOf), ["/robots.txt", "/"]);
      assert.ok(!readdirSync(folder.path).includes(`job${jobs}`) || !readdirSync(join(job.job, "files")).length);
    });
    await withPortal("ckan", async (portal) => {
      const closed = await look(portal);
      assert.equal(closed.code, 6);
      assert.match(closed.stderr, /package_search.*robots\.txt of the site forbids it/s);
      assert.deepEqual(portal.log.map(pathOf), ["/robots.txt", "/"]);
      const job = await harvest(portal, "--catalogues", "only");
      assert.equal(job.code, 6);
      assert.match(job.stderr, /the catalogue \(CKAN.*did not answer.*robots\.txt/s);
    }, { robots: "shipped" });
    const guarded = await run(["catalogue", "http://127.0.0.1:9/"]);
    assert.equal(guarded.code, 6, guarded.stderr);
    const wrong = await run(["harvest", "http://127.0.0.1:9/", "--catalogues", "auto", "--catalogue-filter", "format=CSV"]);
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /--catalogue-filter: needs --catalogues only/);
  });

  it("teach by help", async () => {
    const { code, stdout } = await run(["catalogue", "--help"]);
    assert.equal(code, 0);
    assert.match(stdout, /tagtrail harvest https:\/\/data\.example\.org\/ --catalogue-filter organisation=health/);
  });
});
