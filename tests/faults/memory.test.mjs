// A harvest keeps to its memory, whatever a site sends: a million links over many pages, pages of tens of MB, many at once.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { notBuilt, resultOf, run, start } from "../e2e/support/program.mjs";
import { body, Site } from "../e2e/support/site.mjs";

const MB = 1e6;
/** What the program takes without a site, and what store, libraries and connections keep besides (docs/durability.md). */
const BASE = 60 * MB;
const OF_CONNECTION = 2 * MB;

const PAGES = 150;
const LINKS = 4000;
const some = (count, make) => Array.from({ length: count }, (_, i) => make(i)).join("\n");

/** Pages by their first link, so that all are read while the others fill the table. */
const manyLinks = new Proxy({}, {
  get: (_routes, path) => {
    if (path === "/") return `<nav>${some(PAGES, (i) => `<a href="/section/${i}">Section ${i}</a>`)}</nav>`;
    const [, section, number] = path.split("/");
    if (section !== "section") return section === "good.csv" ? body("text/csv", "a,b\n1,2\n") : undefined;
    return `<a href="/good.csv">Data (CSV)</a><ul>${some(LINKS, (i) => `<li><a href="/section/x/${number}/${i}">Entry ${i}</a>`)}</ul>`;
  },
});

const filled = (piece, bytes) => `<body>${piece.repeat(Math.ceil(bytes / piece.length))}`;
const HOSTILE = {
  "links on one page": () => `<body>${some(700_000, (i) => `<a href="/x/${i}">entry number ${i}</a>`)}`,
  "choices of a form": () => `<form action="/s"><select name="q">${some(500_000, (i) => `<option value="${i}">o${i}`)}</select></form>`,
  "nested elements": () => filled('<div class="a" id="b">', 40 * MB),
  "small elements": () => filled("<p>some text <b>bold</b></p>", 60 * MB),
};

/** The end of a harvest, with the most memory that it had. */
async function measured(args) {
  const harvest = start(args);
  let peak = 0;
  const look = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${harvest.child.pid}/status`, "utf8");
      peak = Math.max(peak, Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024);
    } catch { /* it has ended */ }
  }, 10);
  const ended = await harvest.ended;
  clearInterval(look);
  return { ...ended, peak };
}

describe("memory", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  after(() => folder.remove());
  let jobs = 0;
  const command = (url, ...more) => ["harvest", url, "--out", join(folder.path, String(++jobs)), "--browser", "never",
    "--delay", "0", "--allow-private", "--json", ...more];

  describe("of a site with more links than fit", () => {
    const site = new Site(manyLinks);
    before(() => site.start());
    after(() => site.stop());

    for (const connections of ["1", "16"]) {
      it(`is kept to with ${connections} at once, and the end says what was left`, async (t) => {
        const bound = 64 * MB;
        const ended = await measured(command(`${site.base}/`, "--max-memory", "64MB", "--connections", connections,
          "--max-requests", "170"));
        t.diagnostic(`${(ended.peak / MB).toFixed(0)} MB`);
        assert.equal(ended.code, 4, ended.stderr);
        assert.ok(ended.peak > 0 && ended.peak <= bound + BASE + connections * OF_CONNECTION, `${ended.peak} bytes`);
        const { complete, left_out, targets } = resultOf(ended);
        assert.equal(complete, false);
        assert.equal(targets, 1);
        // Many at once have less room for each page, which is cut before the links known have theirs.
        const [named, least] = connections === "1" ? ["no_memory", 1000] : ["partly_read", 10];
        const left = left_out.find(({ cause }) => cause === named);
        assert.ok(left?.count > least && left.example.startsWith(`${site.base}/section/`), JSON.stringify(left_out));
      });
    }

    it("is as the user says, and no less than pages need", async () => {
      const ended = await run(command(`${site.base}/`, "--max-memory", "63MB"));
      assert.equal(ended.code, 2);
      assert.match(ended.stdout + ended.stderr, /--max-memory: takes 64MB or more/);
    });
  });

  describe("of hostile pages", () => {
    const pages = Object.fromEntries(Object.entries(HOSTILE).map(([name, make], i) => [`/${i}`, { name, make }]));
    const site = new Site(new Proxy({}, {
      get: (_routes, path) => path === "/"
        ? some(8, (n) => Object.keys(pages).map((page) => `<a href="${page}?${n}">${page}</a>`).join(""))
        : pages[path]?.make(),
    }));
    before(() => site.start());
    after(() => site.stop());

    it("is kept to, many at once, and what was cut is named", async (t) => {
      const bound = 128 * MB;
      const ended = await measured(command(`${site.base}/`, "--max-memory", "128MB", "--connections", "16", "--max-requests", "34"));
      t.diagnostic(`${(ended.peak / MB).toFixed(0)} MB`);
      assert.ok(ended.peak > 0 && ended.peak <= bound + BASE + 16 * OF_CONNECTION, `${ended.peak} bytes`);
      assert.ok([0, 4].includes(ended.code), ended.stderr);
      const { complete, left_out } = resultOf(ended);
      assert.equal(complete, false);
      assert.ok(left_out.some(({ cause, count }) => cause === "partly_read" && count > 0), JSON.stringify(left_out));
    });
  });
});
