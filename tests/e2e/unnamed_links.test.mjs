// Files that pages name only for their scripts: found without a browser, nothing asked for on a guess
// that the page does not make, and nothing that acts.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "./support/browsers.mjs";
import { manifestOf, notBuilt, run } from "./support/program.mjs";
import { body, Site } from "./support/site.mjs";

const PAGES = {
  "/menu": `<select onchange="location=this.value"><option value="">Year</option><option value="/files/2020.csv">2020</option>
    <option value="files/2021.csv">2021</option><option value="/logout">Log out</option><option value="/listing">All</option></select>
    <form action="/search" method="post"><select name="theme"><option value="/themes/a.csv">A</option></select></form>`,
  "/listing": '<a href="/files/2019.csv">2019</a>',
  "/handlers": `<table><tr onclick="location.href='/files/row.csv'"><td>Row</td></tr></table><button onclick="get('/files/pressed.pdf')">PDF</button>
    <a href="javascript:window.open('/files/opened.pdf')">Open</a><b onclick="if (confirm('Delete?')) location.href='/items/3/delete'">Delete</b>
    <b onclick="location.href='/files/' + year + '.csv'">No</b>`,
  "/attributes": `<a href="#" data-pdf="/files/shown.pdf">Show</a><li data-file="/files/listed.csv" data-name="not.csv" data-thumb="/t.png">x</li>`,
  "/scripts": `<script>var tables = ["/files/first.csv", base + "/not.csv"];</script>
    <script id="__NEXT_DATA__" type="application/json">{"report": "/files/report.pdf", "gone": "/files/gone.csv", "soft": "/soft/gone.csv"}</script>
    <script type="application/ld+json">{"@type": "Dataset", "distribution": {"contentUrl": "/files/described.csv"}}</script>`,
  "/drawing": '<svg width="9" height="9"><a xlink:href="/files/region.csv"><text>Region</text></a></svg>',
  // It answers with a page: nothing that counts as found.
  "/soft/gone.csv": "<h1>Not here</h1>",
};
const FILES = ["2019.csv", "2020.csv", "row.csv", "pressed.pdf", "opened.pdf", "shown.pdf", "listed.csv", "first.csv", "report.pdf",
  "described.csv", "region.csv", "2021.csv"];

describe("files that pages name for their scripts", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  const job = join(folder.path, "job");
  const links = ["/menu", "/handlers", "/attributes", "/scripts", "/drawing"].map((path) => `<a href="${path}">${path}</a>`);
  const site = new Site({
    ...PAGES, "/": links.join(" "),
    ...Object.fromEntries(FILES.map((name) => [`/files/${name}`,
      name.endsWith("pdf") ? body("application/pdf", `%PDF-1.4 ${name}`) : body("text/csv", `name\n${name}\n`)])),
    "/files/gone.csv": (_request, response) => response.writeHead(404, { "content-type": "text/html" }).end("<p>not here"),
  });

  before(() => site.start());
  after(() => {
    site.stop();
    folder.remove();
  });

  const harvest = (out, ...more) => run(["harvest", `${site.base}/`, "--out", out, "--browser", "never", "--delay", "0",
    "--allow-private", "--quiet", ...more]);

  it("are found, and nothing else is asked for", async () => {
    const ended = await harvest(job);
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(manifestOf(job).resources.map(({ sources }) => new URL(sources[0].path).pathname).sort(),
      FILES.map((name) => `/files/${name}`).sort());
    const usual = ["/robots.txt", "/sitemap.xml"];
    assert.deepEqual([...new Set(site.hits)].filter((path) => !usual.includes(path)).sort(),
      ["/", "/files/gone.csv", ...FILES.map((name) => `/files/${name}`), ...Object.keys(PAGES)].sort());
  });

  it("say where in the page they stood", () => {
    const place = (name) => manifestOf(job).resources.find(({ sources }) => sources[0].path.endsWith(name)).tagtrail;
    assert.equal(place("2020.csv").tagPath, "/html/body/select/option");
    assert.equal(place("2020.csv").anchor, "2020");
    assert.equal(place("row.csv").tagPath, "/html/body/table/tbody/tr/@onclick");
    assert.equal(place("shown.pdf").tagPath, "/html/body/a/@data-pdf");
    assert.match(place("report.pdf").tagPath, /\/script#__NEXT_DATA__$/);
  });

  // Their figures are compared with those of the authors' code.
  it("are unknown to policies that follow what was published", async () => {
    const ended = await harvest(join(folder.path, "published"), "--policy", "bfs", "--sitemaps", "off", "--catalogues", "never");
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(manifestOf(join(folder.path, "published")).resources, []);
  });
});
