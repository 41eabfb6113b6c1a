// Files that are made to cost whoever looks into them: the harvest ends well, in bounded memory, with every file listed
// and a note on those that could not be read.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { deflateRawSync, gzipSync } from "node:zlib";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { manifestOf, notBuilt, run, start } from "../e2e/support/program.mjs";
import { body, Site } from "../e2e/support/site.mjs";

const MIB = 1 << 20;
const MOST_MEMORY_KB = 768 * 1024;

/** A ZIP file of one member, without checksums: nobody gets to its end. */
function zipOf(name, content) {
  const packed = deflateRawSync(content, { level: 9 });
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(content.length, 22);
  local.writeUInt16LE(name.length, 26);
  return Buffer.concat([local, Buffer.from(name), packed]);
}

const laughs = () => {
  const entities = Array.from({ length: 12 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join("");
  return `<!DOCTYPE x [<!ENTITY e0 "ha">${entities}]><worksheet><sheetData><row><c t="str"><v>&e12;</v></c></row></sheetData></worksheet>`;
};

/** Files by name; what the note on each says, or null: there is none. How far a slow machine comes is its own affair. */
const FILES = {
  "spaces.xlsx": [() => zipOf("xl/worksheets/s.xml", Buffer.concat([Buffer.from("<worksheet><sheetData>"), Buffer.alloc(200 * MIB, " ")])), /unpacks/],
  "laughs.xlsx": [() => zipOf("xl/worksheets/s.xml", Buffer.from(laughs())), /./],
  "repeats.ods": [() => zipOf("content.xml", Buffer.from('<o xmlns:t="t"><t:table><t:table-row t:number-rows-repeated="1000000000">' +
    '<t:table-cell t:number-columns-repeated="1000000000" t:value-type="float" t:value="1"/></t:table-row></t:table></o>')), /too many cells|takes too long/],
  "zeros.csv.gz": [() => gzipSync(Buffer.alloc(300 * MIB), { level: 9 }), /nothing/],
  "blanks.csv.gz": [() => gzipSync(Buffer.alloc(300 * MIB, " "), { level: 9 }), /beginning|unpacks/],
  "deep.json": [() => Buffer.alloc(8 * MIB, "["), /nested/],
  "wide.csv": [() => Buffer.concat([Buffer.from("a"), Buffer.alloc(10_000_000, ","), Buffer.from("\n1,2\n")]), /^\d+ columns beyond the first 4096 were not looked at$/],
  "quote.csv": [() => Buffer.concat([Buffer.from('a,b\n"'), Buffer.alloc(8 * MIB, "1,2\n")]), /quote/],
  "nulls.csv": [() => Buffer.alloc(MIB), /no text/],
  "broken.pdf": [() => Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(MIB, "<<")]), /text/],
  "broken.zip": [() => Buffer.from("PK\u0003\u0004 and nothing else"), /damaged/],
};
const good = "region,births,deaths\nA,10,20\nB,30,41\nC,55,60\n";

describe("files made to be looked into", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  const job = join(folder.path, "job");
  const names = [...Object.keys(FILES), "good.csv"];
  let site;
  let peak = 0;
  let ended;

  before(async () => {
    const routes = Object.fromEntries(Object.entries(FILES).map(([name, [make]]) =>
      [`/${name}`, body("application/octet-stream", make())]));
    site = new Site({ ...routes, "/good.csv": body("text/csv", good),
      "/": names.map((name) => `<p><a href="/${name}">data</a>`).join("") });
    await site.start();
    const { child, ended: end } = start(["harvest", site.base, "--out", job, "--browser", "never", "--delay", "0",
      "--allow-private", "--targets", "data,gz,zip,pdf,xlsx,ods,json,csv"]);
    const watch = setInterval(() => {
      try {
        const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
        peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
      } catch {
        // It has ended.
      }
    }, 20);
    ended = await end;
    clearInterval(watch);
  });
  after(() => {
    site.stop();
    folder.remove();
  });

  it("do not end the harvest, nor take its memory", () => {
    assert.equal(ended.code, 0, ended.stderr);
    assert.ok(peak > 0 && peak < MOST_MEMORY_KB, `${peak} kB`);
  });

  it("are all listed, and noted where they could not be read", () => {
    const { resources } = manifestOf(job);
    assert.deepEqual(resources.map(({ path }) => path.slice("files/".length)).sort(), [...names].sort());
    for (const [name, [, word]] of Object.entries(FILES)) {
      const { note } = resources.find(({ path }) => path === `files/${name}`).tagtrail;
      if (word === null) assert.equal(note, undefined, name);
      else assert.match(note ?? "", word, name);
    }
  });

  it("do not keep a good file from being described", () => {
    const { schema, tagtrail } = manifestOf(job).resources.find(({ path }) => path === "files/good.csv");
    assert.deepEqual(schema.fields.map(({ name, type }) => `${name} ${type}`), ["region string", "births integer", "deaths integer"]);
    assert.equal(tagtrail.statistics, true);
  });

  it("leave a job that is whole", async () => {
    const verified = await run(["verify", job]);
    assert.equal(verified.code, 0, verified.stdout);
  });
});
