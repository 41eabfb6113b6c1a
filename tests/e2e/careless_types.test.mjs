// Servers send files under types that nobody knows, under other names of theirs, or under that of another: a table as
// application/x-msdownload, a spreadsheet as unknown/unknown, or under a type that the server has cut (webfs 1.21 has
// room for 63 bytes). Such files were dropped without a word, and "all found" was said.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { startSite } from "./support/batch_sites.mjs";
import { temporaryFolder } from "./support/browsers.mjs";
import { addressesOf, manifestOf, notBuilt, run } from "./support/program.mjs";
import { body } from "./support/site.mjs";

const SAY_NOTHING = ["application/octet-stream", "application/x-msdownload", "unknown/unknown", "application/unknown", "*/*", "x",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.she"];
const OTHER_NAMES = { csv: ["application/x-csv"], pdf: ["application/x-pdf", "application/acrobat"], xlsx: ["application/xlsx"] };
const OF_OTHERS = { csv: ["application/zip", "application/pdf", "application/vnd.ms-excel"], pdf: ["text/csv", "application/excel"],
  xlsx: ["application/pdf", "application/zip", "application/excel"] };
const CONTENTS = { csv: (n) => `year,births\n2024,${n}\n`, pdf: (n) => `%PDF-1.7\n%${n}\n%%EOF\n`, xlsx: (n) => `PK\x03\x04 ${n}` };

/** `wanted`: of each extension the paths that its files have. */
function carelessSite() {
  const routes = {};
  const wanted = {};
  for (const [extension, content] of Object.entries(CONTENTS)) {
    wanted[extension] = [...SAY_NOTHING, ...OTHER_NAMES[extension], ...OF_OTHERS[extension]].map((type, n) => {
      const path = `/${extension}-${n}.${extension}`;
      routes[path] = body(type, content(n));
      return path;
    });
  }
  // Who gives no name gives away what it is by its first bytes; and what it is not.
  routes["/get.php"] = body("application/octet-stream", "%PDF-1.7\nnameless\n");
  routes["/get/2"] = body("application/octet-stream", "MZ a program");
  wanted.pdf.push("/get.php");
  // PHP sends all that it is not told the type of as a page.
  routes["/export.php"] = body("text/html", "year,births\n2025,1\n", { "content-disposition": 'attachment; filename="births.csv"' });
  wanted.csv.push("/export.php");
  // What is named as a file and is a page stays one.
  routes["/login.csv"] = body("application/x-msdownload", "<!DOCTYPE html><title>Log in</title><p>Please");
  const links = Object.keys(routes).map((path) => `<li><a href="${path}">${path}</a>`).join("\n");
  routes["/"] = body("text/html", `<!DOCTYPE html><title>files</title><ul>${links}</ul>`);
  return { site: { routes }, wanted };
}

describe("files under careless types", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  after(() => folder.remove());

  for (const targets of ["csv", "pdf", "xlsx", "data"]) {
    it(`are kept for ${targets}, and no others`, async () => {
      const { site: routes, wanted } = carelessSite();
      const site = await startSite(routes, "127.0.0.1");
      const job = join(folder.path, targets);
      const ended = await run(["harvest", site.url, "--out", job, "--browser", "never", "--delay", "0", "--allow-private", "--targets", targets]);
      await site.stop();
      assert.equal(ended.code, 0, ended.stderr);
      const kept = addressesOf(manifestOf(job)).flatMap(({ sources }) => sources.map(({ path }) => path.slice(site.url.length - 1)));
      const expected = targets === "data" ? Object.values(wanted).flat() : wanted[targets];
      assert.deepEqual(kept.toSorted(), expected.toSorted());
    });
  }

  // A table.csv.gz that was unpacked on its way was stored as table.csv.gz, which no program could open.
  it("are named as what they are where their packing was called a coding, and kept where no coding was", async () => {
    const table = (n) => `year,births\n2024,${n}\n`;
    const packed = (n, type, coding) => body(type, gzipSync(table(n)), { "content-encoding": coding });
    const routes = {
      "/": body("text/html", ["a.csv.gz", "b.csv.gz", "c.csv.gz", "d.csv"].map((name) => `<a href="/${name}">${name}</a>`).join(" ")),
      "/a.csv.gz": packed(1, "text/csv", "gzip"),
      "/b.csv.gz": packed(2, "application/x-gzip", "x-gzip"),
      "/c.csv.gz": body("application/gzip", gzipSync(table(3))),
      "/d.csv": body("text/csv", table(4), { "content-encoding": "utf-8" }),
    };
    const site = await startSite({ routes }, "127.0.0.1");
    const job = join(folder.path, "packed");
    const ended = await run(["harvest", site.url, "--out", job, "--browser", "never", "--delay", "0", "--allow-private"]);
    await site.stop();
    assert.match(ended.stdout, /^complete: /m);
    const files = manifestOf(job).resources.map(({ path, mediatype }) => [path, mediatype, readFileSync(join(job, path))]);
    const expected = [["files/a.csv", "text/csv", table(1)], ["files/b.csv", "text/csv", table(2)],
      ["files/c.csv.gz", "application/gzip", gzipSync(table(3))], ["files/d.csv", "text/csv", table(4)]];
    assert.deepEqual(files.toSorted(), expected.map(([path, type, content]) => [path, type, Buffer.from(content)]));
  });

  // Offices export a table in HTML, which Excel opens; it was taken for a page, and its rows were in no file.
  it("are kept as spreadsheets where a table in HTML is offered as one, and pages are not", async () => {
    const table = (n) => `<table border=1><tr><th>Region<th>Jobs<tr><td>North<td>${n}</table>`;
    const attached = { "content-disposition": 'attachment; filename="jobs.xls"' };
    const routes = {
      "/typed.xls": body("application/vnd.ms-excel", `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body>${table(1)}`),
      "/export.php": body("application/vnd.ms-excel", `<html><body><h1>Jobs</h1>${table(2)}`, attached),
      "/unknown": body("application/octet-stream", `<!DOCTYPE html><html><body>${table(3)}`, attached),
      "/page.xls": body("text/html", `<meta charset=utf-8>${table(4)}`),
      "/words": body("text/html", table(5)),
      "/text.xls": body("application/vnd.ms-excel", "Region\tJobs\nNorth\t6\n"),
    };
    const wanted = Object.keys(routes);
    routes["/login.xls"] = body("application/vnd.ms-excel", `<html><body><form action="/in">${table(7)}</form>`, attached);
    routes["/gone.xls"] = body("text/html", `<html><body><h1>Not here</h1>${table(8)}`);
    routes["/shown"] = body("text/html", `<html><body>${table(9)}`);
    const words = (path) => (path === "/shown" ? "Jobs" : "Jobs (Excel)");
    routes["/"] = body("text/html", Object.keys(routes).map((path) => `<p><a href="${path}">${words(path)}</a>`).join("\n"));
    const site = await startSite({ routes }, "127.0.0.1");
    const job = join(folder.path, "spreadsheets");
    const ended = await run(["harvest", site.url, "--out", job, "--browser", "never", "--delay", "0", "--allow-private"]);
    await site.stop();
    assert.ok(ended.code === 0, ended.stderr);
    const kept = addressesOf(manifestOf(job)).flatMap(({ sources }) => sources.map(({ path }) => path.slice(site.url.length - 1)));
    assert.deepEqual(kept.toSorted(), wanted.toSorted());
  });

  // Nor was it a type: who wrote the link forgot that % begins an escape.
  it("are asked for once more where a server refuses a % that escapes nothing", async () => {
    const routes = {
      "/": body("text/html", '<a href="/100%.csv">all</a> <a href="/50%25.csv">half</a> <a href="/no%.csv">none</a>'),
      "/100%.csv": (_request, response) => response.writeHead(400).end("bad escape"),
      "/100%25.csv": body("text/csv", "share\n100\n"),
      "/50%25.csv": body("text/csv", "share\n50\n"),
      "/no%.csv": (_request, response) => response.writeHead(400).end("bad escape"),
    };
    const site = await startSite({ routes }, "127.0.0.1");
    const job = join(folder.path, "percent");
    const ended = await run(["harvest", site.url, "--out", job, "--browser", "never", "--delay", "0", "--allow-private", "--json"]);
    await site.stop();
    assert.deepEqual(manifestOf(job).resources.map(({ path }) => path).toSorted(), ["files/100%.csv", "files/50%.csv"]);
    const { complete, left_out: left } = JSON.parse(ended.stdout);
    // /no%25.csv is not there.
    assert.deepEqual([complete, left], [true, []], ended.stdout);
  });
});
