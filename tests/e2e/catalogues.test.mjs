// Harvests of portals by their catalogues: all files with few requests, and no guesses where there is no catalogue.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { Portal } from "../sites/portals/portal.mjs";
import { temporaryFolder } from "./support/browsers.mjs";
import { manifestOf, notBuilt, run } from "./support/program.mjs";

const PLAIN = ["--browser", "never", "--delay", "0", "--allow-private", "--json", "--scope", "host"];
const DATASETS = 25;

describe("catalogues", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  let jobs = 0;
  after(() => folder.remove());

  async function harvest(url, ...more) {
    const job = join(folder.path, `job${++jobs}`);
    const ended = await run(["harvest", url, "--out", job, ...PLAIN, ...more]);
    // 4: the budget was used up.
    assert.ok([0, 4].includes(ended.code), ended.stderr);
    return job;
  }

  /** Harvests a portal of its own; requests: until the last file came. */
  async function harvestPortal(kind, { options = {}, more = [], start = "" } = {}) {
    const portal = new Portal(kind, { datasets: DATASETS, faults: false, options });
    await portal.start();
    try {
      const job = await harvest(portal.url + start, ...more);
      const got = new Set(portal.log.filter(({ file }) => file).map(({ file }) => file));
      const truth = portal.truth();
      const last = portal.log.findLastIndex(({ file }) => truth.includes(file));
      return { job, portal, missed: truth.filter((url) => !got.has(url)), requests: last + 1, files: truth.length };
    } finally {
      await portal.stop();
    }
  }

  const asked = (portal, what) => portal.log.filter(({ url }) => url.includes(what)).length;

  it("of CKAN give all files with few pages, with their facts", async () => {
    const most = ["--max-requests", "200"];
    const auto = await harvestPortal("ckan", { more: most });
    const never = await harvestPortal("ckan", { more: [...most, "--catalogues", "never"] });
    assert.deepEqual(auto.missed, []);
    assert.ok(auto.requests < 2 * auto.files, `${auto.requests} requests for ${auto.files} files`);
    assert.ok(never.missed.length > 0 || auto.requests < never.requests, `${auto.requests} with, ${never.requests} without`);
    assert.equal(asked(never.portal, "/api/3/"), 0);
    const told = manifestOf(auto.job).resources.filter(({ tagtrail }) => tagtrail.dataset?.publisher);
    assert.ok(told.length > auto.files / 2, `${told.length} of ${auto.files} files with a publisher`);
    assert.ok(told.some(({ licenses, tagtrail }) => licenses && tagtrail.dataset.modified));
  });

  for (const kind of ["data-json", "socrata", "arcgis-hub", "dataverse", "geonetwork", "jkan", "dkan", "stac", "dspace", "invenio", "opendatasoft", "pxweb", "udata", "figshare", "osf", "arcgis-rest"]) {
    it(`of ${kind} give all files`, async () => {
      const { missed, files } = await harvestPortal(kind);
      assert.ok(files > 0);
      assert.deepEqual(missed, []);
    });
  }

  const listings = (job) => (manifestOf(job).tagtrail.account.listings ?? []).map(({ stated, listed }) => `${listed} of ${stated}`);
  const lost = (job) => (manifestOf(job).tagtrail.leftOut ?? []).map(({ cause }) => cause).filter((cause) => ["mended", "partly_read", "listed_part", "client_error"].includes(cause));

  it("give all files in smaller pages where so many items are refused", async () => {
    const { job, missed, portal } = await harvestPortal("invenio", { options: { most: 10 } });
    assert.deepEqual(missed, []);
    assert.deepEqual(listings(job).slice(0, 1), [`${DATASETS} of ${DATASETS}`]);
    assert.deepEqual(lost(job), []);
    assert.ok(asked(portal, "size=100") === 1 && asked(portal, "size=10&") + asked(portal, "size=10") > 1);
  });

  // Records of OAI-PMH name pages; a STAC API is a tree of lists.
  for (const [kind, start] of [["dspace", "oai/request?verb=ListRecords&metadataPrefix=oai_dc"], ["stac", "stac"]]) {
    it(`of ${kind} give all files to who keeps to them from /${start} on`, async () => {
      const { missed, files } = await harvestPortal(kind, { start, more: ["--catalogues", "only"] });
      assert.ok(files > 0);
      assert.deepEqual(missed, []);
    });
  }

  it("of ArcGIS give all features of each layer, in parts where it gives them so, whatever it calls its JSON", async () => {
    const rowsOf = (job) => manifestOf(job).resources.reduce((rows, { path }) => rows + JSON.parse(readFileSync(join(job, path), "utf8")).features.length, 0);
    for (const options of [{}, { plain: true, esri: true }, { most: 4 }]) {
      const { job, files, missed, portal } = await harvestPortal("arcgis-rest", { options });
      assert.deepEqual([missed, rowsOf(job)], [[], 4 * files]);
      // Pages for people show the same as the directory in JSON.
      assert.ok(portal.log.filter(({ url }) => /Server\/\d+$/.test(url)).length === 0);
      assert.deepEqual((manifestOf(job).tagtrail.leftOut ?? []).map(({ cause, count }) => [cause, count]), [["refused", 1]]);
    }
  });

  it("of Figshare go on from a list without a number of pages to its end, or say that it is closed", async () => {
    const start = "v2/articles";
    const all = await harvestPortal("figshare", { start, more: ["--catalogues", "only"] });
    assert.deepEqual([all.missed, lost(all.job)], [[], []]);
    const { resources } = manifestOf(all.job);
    assert.ok(resources.length === all.files && resources.every(({ licenses, tagtrail }) => licenses && tagtrail.dataset.issued));
    const part = await harvestPortal("figshare", { start, options: { window: 20 }, more: ["--catalogues", "only"] });
    assert.ok(part.missed.length > 0);
    assert.deepEqual(lost(part.job), ["client_error"]);
  });

  it("of udata count no answer of its interface as a file, and tell facts of each", async () => {
    const { job, files, portal } = await harvestPortal("udata", { more: ["--catalogues", "only"] });
    const { resources } = manifestOf(job);
    assert.deepEqual(resources.filter(({ sources }) => sources[0].path.includes("/api/")), []);
    assert.ok(resources.length <= files && resources.every(({ licenses, tagtrail }) => licenses && tagtrail.dataset.publisher && tagtrail.dataset.modified));
    assert.ok(asked(portal, "/datasets/r/") === 0 && asked(portal, "/fr/datasets/") === 0);
  });

  it("give all files while one is edited, in an order that this does not change, or read once more", async () => {
    const pages = ({ portal }) => portal.log.filter(({ url }) => /package_search\?.*rows=(?:100|99)/.test(url)).length;
    const sorted = await harvestPortal("ckan", { options: { most: 10, edited: true }, more: ["--catalogues", "only"] });
    assert.deepEqual([sorted.missed, listings(sorted.job), lost(sorted.job), pages(sorted)], [[], [`${DATASETS} of ${DATASETS}`], [], 3]);
    const twice = await harvestPortal("ckan", { options: { most: 10, edited: true, sorts: false }, more: ["--catalogues", "only"] });
    assert.deepEqual([twice.missed, listings(twice.job), lost(twice.job), pages(twice)], [[], [`${DATASETS} of ${DATASETS}`], [], 6]);
  });

  it("give all files past the mistakes of a list, and say that it has some", async () => {
    const { job, missed } = await harvestPortal("data-json", { options: { careless: true } });
    assert.deepEqual([missed, lost(job)], [[], ["mended"]]);
  });

  it("of stac give all files where next pages are told to be asked for by POST, and nothing is sent so", async () => {
    const { job, missed, portal } = await harvestPortal("stac", { options: { post: true } });
    assert.deepEqual([missed, lost(job)], [[], []]);
    assert.ok(asked(portal, "token=") > 0);
  });

  it("are asked for all at once where they turn no more pages, and say what they did not list where they can't be", async () => {
    const whole = await harvestPortal("opendatasoft", { options: { window: 20 } });
    assert.deepEqual(whole.missed, []);
    assert.deepEqual([listings(whole.job), lost(whole.job)], [[`${DATASETS} of ${DATASETS}`], []]);
    const only = await harvestPortal("opendatasoft", { options: { window: 20 }, more: ["--catalogues", "only"] });
    assert.deepEqual(only.missed, []);
    for (const exports of [false, "empty"]) {
      const part = await harvestPortal("opendatasoft", { options: { window: 20, exports } });
      assert.ok(part.missed.length > 0);
      assert.deepEqual([listings(part.job), lost(part.job)], [[`20 of ${DATASETS}`], ["listed_part"]]);
    }
  });

  // Its start page is drawn by scripts; the list of dataflows is SDMX-ML, or SDMX-JSON to who asks for that.
  for (const start of ["rest/dataflow", "rest/dataflow?format=sdmx-json"]) {
    it(`of sdmx give all CSV from /${start} on`, async () => {
      const { missed, portal } = await harvestPortal("sdmx", { start, more: ["--targets", "csv"] });
      assert.deepEqual(missed.filter((url) => url.endsWith("=csv")), []);
      assert.ok(asked(portal, "=csv") > 0);
    });
  }

  describe("that give a part", () => {
    const kRecord = "<record><metadata><dc><title>Rain</title><identifier>BASE/a.csv</identifier></dc></metadata></record>";
    const rowsOf = (length) => `n\n${Array.from({ length }, (_, at) => `${at}\n`).join("")}`;
    const kRows = rowsOf(1000);
    const oai = (token) => ["text/xml", `<OAI-PMH><ListRecords>${kRecord}<resumptionToken>${token}</resumptionToken></ListRecords></OAI-PMH>`];
    const json = (value) => ["application/json", JSON.stringify(value)];
    const kPaths = {
      "/token": "/oai?verb=ListRecords&metadataPrefix=oai_dc", "/limit": "/rows.csv?_size=max", "/flag": "/query.json",
      "/none": "/rows.csv", "/last": "/part.json?offset=0", "/stream": "/db/t.csv?_size=max", "/closed": "/shut/t.csv?_size=max",
    };
    const kAnswers = {
      ...Object.fromEntries(Object.entries(kPaths).map(([page, path]) => [page, ["text/html", `<a href="${path.replace("&", "&amp;")}">data</a>`]])),
      "/oai?verb=ListRecords&metadataPrefix=oai_dc": oai("again"), "/oai?verb=ListRecords&resumptionToken=again": oai("again"),
      "/a.csv": ["text/csv", "a,b\n1,2\n"], "/rows.csv": ["text/csv", kRows], "/rows.csv?_size=max": ["text/csv", kRows],
      "/db/t.csv?_size=max": ["text/plain", kRows], "/db/t.csv?_stream=on": ["text/plain", rowsOf(2500)], "/shut/t.csv?_size=max": ["text/plain", kRows],
      "/query.json": json({ features: [{ attributes: { a: 1 } }], exceededTransferLimit: true }),
      "/part.json?offset=0": json({ features: [{}], numberMatched: 2, links: [{ rel: "next", href: "/part.json?offset=1" }] }),
      "/part.json?offset=1": json({ features: [{}], numberMatched: 2, links: [] }),
      // Lists that no table knows: by pages, by an offset, by a token, by what the head says.
      ...Object.fromEntries(["page=", "offset=", "cursor=", "head="].flatMap((part) => [0, 1, 2].map((at) => {
        const name = part.slice(0, -1);
        const asked = at === 0 ? "" : `?${name === "head" ? "page" : name}=${name === "page" || name === "head" ? at + 1 : at}`;
        const items = [{ title: `${at}`, url: `/list/${name}${at}.csv` }];
        const body = { page: { items, page: at + 1, pages: 3 }, offset: { items, offset: at, total: 3 }, cursor: { items, next_cursor: at < 2 ? `${at + 1}` : null }, head: items }[name];
        return [`/list/${name}${asked}`, ["application/json", JSON.stringify(body), name === "head" ? { "x-wp-total": "3", "x-wp-totalpages": "3" } : {}]];
      }))),
      ...Object.fromEntries(["page", "offset", "cursor", "head"].flatMap((name) => [[`/lists/${name}`, ["text/html", `<a href="/list/${name}">list</a>`]],
        ...[0, 1, 2].map((at) => [`/list/${name}${at}.csv`, ["text/csv", `a,b\n${name},${at}\n`]])])),
      // json-server: how the rest is asked for, only its documentation says.
      "/lists/untold": ["text/html", '<a href="/untold">list</a>'], "/untold": ["application/json", '[{"url":"/list/page0.csv"}]', { "x-total-count": "3" }],
      // datasette.io, table page: rows are linked one by one, and a form exports the table.
      "/table": ["text/html", '<a href="/db/t.csv?_size=max">CSV</a> <a href="/db/t/1">1</a> <a href="/db/other">other</a>'
        + '<form action="/db/t.csv"><label><input type="checkbox" name="_dl"> download</label><input type="hidden" name="_size" value="max"><input type="submit"></form>'],
    };
    const asked = [];
    let server;
    let base;
    before(async () => {
      server = createServer((request, response) => {
        asked.push(request.url);
        const [type, body = "", headers = {}] = kAnswers[request.url] ?? [];
        response.writeHead(type ? 200 : request.url === "/shut/t.csv?_stream=on" ? 400 : 404, { "content-type": type ?? "text/plain", ...headers });
        response.end(body.replaceAll("BASE", base));
      });
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      base = `http://127.0.0.1:${server.address().port}`;
    });
    after(() => server.close());

    const left = async (page) => (manifestOf(await harvest(`${base}${page}`)).tagtrail.leftOut ?? []).map(({ cause, example }) => `${cause} ${example.replace(base, "")}`);

    it("are named: a token that leads back, a flag, a round number of rows", async () => {
      assert.deepEqual(await left("/token"), ["listed_part /oai?verb=ListRecords&resumptionToken=again"]);
      assert.deepEqual(await left("/flag"), ["cut_files /query.json"]);
      assert.deepEqual(await left("/limit"), ["cut_files /rows.csv?_size=max"]);
    });

    // docs.datasette.io, CSV export; streams are refused where allow_csv_stream is off.
    it("are asked for as a whole where there is a way, and named where it is closed", async () => {
      const rows = (job) => manifestOf(job).resources.map(({ path }) => readFileSync(join(job, path), "utf8").trim().split("\n").length - 1);
      assert.deepEqual([rows(await harvest(`${base}/stream`)), await left("/stream")], [[2500], []]);
      assert.deepEqual([rows(await harvest(`${base}/closed`)), await left("/closed")], [[1000], ["cut_files /shut/t.csv?_size=max"]]);
    });

    for (const name of ["page", "offset", "cursor", "head"]) {
      it(`and are no known catalogue are turned to their end: ${name}`, async () => {
        const job = await harvest(`${base}/lists/${name}`);
        const files = manifestOf(job).resources.map(({ sources }) => sources[0].path.replace(base, ""));
        assert.deepEqual(files.filter((file) => file.endsWith(".csv")).sort(), [0, 1, 2].map((at) => `/list/${name}${at}.csv`));
        assert.deepEqual(lost(job), []);
      });
    }

    it("and do not say how the rest is asked for are named", async () => assert.deepEqual(await left("/lists/untold"), ["cut_files /untold"]));

    it("are not asked for row by row, nor by a form, where the whole comes", async () => {
      asked.length = 0;
      await harvest(`${base}/table`);
      assert.deepEqual(asked.filter((url) => url.startsWith("/db/")).sort(), ["/db/other", "/db/t.csv?_stream=on"]);
    });

    it("are not when the rest was given, too, or nothing speaks of it", async () => {
      assert.deepEqual(await left("/last"), []);
      assert.deepEqual(await left("/none"), []);
    });
  });

  describe("of other hosts and loops", () => {
    let server;
    let base;
    const log = [];
    before(async () => {
      const json = (response, body) => {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify(body));
      };
      server = createServer((request, response) => {
        log.push(request.url);
        if (request.url === "/") {
          response.setHeader("content-type", "text/html");
          return response.end('<meta name="generator" content="ckan 2.9"><a href="/list">list</a>');
        }
        if (request.url === "/list") return json(response, { next: "/list", other: "http://127.0.0.3/x.csv", items: [{ url: "/a.csv" }] });
        if (request.url === "/a.csv") {
          response.setHeader("content-type", "text/csv");
          return response.end("a,b\n1,2\n");
        }
        response.statusCode = 404;
        return response.end();
      });
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      base = `http://127.0.0.1:${server.address().port}`;
    });
    after(() => server.close());

    it("are asked once, and no more when they do not answer", async () => {
      const job = await harvest(`${base}/`);
      assert.equal(log.filter((url) => url === "/list").length, 1);
      assert.equal(log.filter((url) => url.startsWith("/api/3/")).length, 1);
      assert.ok(log.includes("/a.csv"));
      assert.deepEqual(manifestOf(job).resources.map(({ path }) => path.split("/").pop()).sort(), ["a.csv", "list.json"]);
    });
  });

  describe("in Turtle and as sets of links", () => {
    // FAIR signposting: the page names what describes it, and that its files.
    const kPrefixes = "@prefix dcat: <http://www.w3.org/ns/dcat#> . @prefix dct: <http://purl.org/dc/terms/> .";
    const kRdf = (inside) => `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:x="http://x.example/">${inside}</rdf:RDF>`;
    const kAnswers = {
      "/": ["text/html", "<title>Rain</title><p>Rain by day</p>", { link: '</rain.ttl>; rel="describedby"; type="text/turtle", </set>; rel="linkset"; type="application/linkset+json"' }],
      "/rain.ttl": ["text/turtle", `${kPrefixes}\n<#d> a dcat:Dataset ; dct:title "Rain" ; dct:license <https://l.example/by> ; dcat:distribution [ a dcat:Distribution ; dcat:downloadURL <days> ] .`],
      "/set": ["application/linkset+json", JSON.stringify({ linkset: [{ anchor: "/", item: [{ href: "/years", type: "text/csv" }, { href: "/months" }], author: [{ href: "/author.csv" }], linkset: [{ href: "/more" }] }] })],
      "/more": ["application/linkset", '</hours>\n ; rel="item"\n ; anchor="/" ,\n</licence.csv>; rel="license"; anchor="/"'],
      "/days": ["text/csv", "day,mm\n1,2\n"],
      // As careless servers have it.
      "/years": ["application/vnd.ms-excel", "year,mm\n2024,700\n", { "content-disposition": 'attachment; filename="years.csv"' }],
      "/months": ["application/vnd.ms-excel", Buffer.from("d0cf11e0a1b11ae100", "hex"), { "content-disposition": 'attachment; filename="months.xls"' }],
      "/hours": ["text/x-csv", "hour,mm\n1,0\n"],
      // RDF/XML: a file, whatever else it is; but for news (RSS 1.0).
      "/rdf": ["text/html", '<a href="/a.rdf">a</a> <a href="/b.rdf">b</a> <a href="/c.rdf">c</a> <a href="/news.rdf">news</a> <a href="/none.rdf">no news</a>'],
      "/a.rdf": ["application/octet-stream", kRdf("<rdf:Description><x:n>1</x:n></rdf:Description>")],
      "/b.rdf": ["application/rdf+xml", kRdf('<rdf:Description rdf:about="/days"/>')],
      "/c.rdf": ["text/plain", kRdf('<rdf:Description rdf:about="/days"><x:n>2</x:n></rdf:Description>')],
      "/news.rdf": ["application/rdf+xml", kRdf('<item xmlns="http://purl.org/rss/1.0/" rdf:about="/hours"><link>/hours</link></item>')],
      "/none.rdf": ["application/xml", kRdf('<channel xmlns="http://purl.org/rss/1.0/"><title>Rain</title><link>/</link><items><rdf:Seq/></items></channel>')],
    };
    let server;
    let log;
    before(async () => {
      server = createServer((request, response) => {
        log.push(request.url);
        const [type, body, headers = {}] = kAnswers[request.url] ?? [];
        response.writeHead(type ? 200 : 404, { ...headers, ...(type && { "content-type": type }) });
        response.end(body);
      });
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
    });
    after(() => server.close());

    async function files(...more) {
      log = [];
      const job = await harvest(`http://127.0.0.1:${server.address().port}/`, ...more);
      return manifestOf(job).resources;
    }
    const paths = (resources) => resources.map(({ sources }) => new URL(sources[0].path).pathname).sort();

    it("name their files, and are none themselves", async () => {
      const found = await files();
      assert.deepEqual(paths(found), ["/days", "/hours", "/months", "/years"]);
      for (const other of ["/author.csv", "/licence.csv"]) assert.ok(!log.includes(other), other);
      const days = found.find(({ sources }) => sources[0].path.endsWith("/days"));
      assert.deepEqual([days.title, days.licenses], ["Rain", [{ path: "https://l.example/by" }]]);
      assert.equal(found.find(({ sources }) => sources[0].path.endsWith("/years")).mediatype, "text/csv");
    });

    it("are files where they are no catalogues, as RDF/XML", async () => {
      log = [];
      const job = await harvest(`http://127.0.0.1:${server.address().port}/rdf`);
      const found = paths(manifestOf(job).resources);
      assert.deepEqual(found.filter((path) => path.endsWith(".rdf")), ["/a.rdf", "/b.rdf", "/c.rdf"]);
      assert.ok(found.includes("/hours"));
    });

    it("are files to who names their type", async () => {
      assert.deepEqual(paths(await files("--targets", "ttl")), ["/rain.ttl"]);
    });

    it("give CSV to who asks for it, whatever careless servers call it", async () => {
      assert.deepEqual(paths(await files("--targets", "csv")), ["/days", "/hours", "/years"]);
    });

    it("are left where nobody wants catalogues", async () => {
      assert.deepEqual(paths(await files("--catalogues", "never")), []);
      assert.ok(!log.includes("/set"));
    });
  });

  it("are not asked on a site without signs", async () => {
    const { portal } = await harvestPortal("searchable", { more: ["--max-requests", "80"] });
    for (const guess of ["/api/", "/data.json", "/oai", "/rest/", "/srv/"]) assert.equal(asked(portal, guess), 0, guess);
  });
});
