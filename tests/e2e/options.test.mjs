// One table has the options of a job: the command line, the panel's messages and the reference are
// held against it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, describe, it } from "node:test";
import { build } from "esbuild";
import { readGuide, withTables } from "../../docs/options.mjs";
import { notBuilt, run } from "./support/program.mjs";

const VALUES = { string: "auto", number: 5, boolean: true };
/** Texts of which only some are possible. */
const WORDS = { archive: "warc", files: "linked" };

describe("options", { skip: notBuilt }, () => {
  let options;
  let members;

  before(async () => {
    const { code, stdout } = await run(["options"]);
    assert.equal(code, 0);
    options = JSON.parse(stdout);
    members = options.filter(({ member }) => member !== "");
  });

  it("stand in the user guide as the program has them", () => {
    assert.equal(readGuide(), withTables(readGuide(), options),
      "write the tables anew: tagtrail options | node docs/options.mjs");
  });

  it("stand in the help, each under its flag", async () => {
    const { stdout } = await run(["harvest", "--help"]);
    for (const { flag } of options) assert.match(stdout, new RegExp(`^ +${flag}\\b`, "m"));
  });

  it("with a time that a page can't have are refused, and say what it may have", async () => {
    for (const time of ["999ms", "11m"]) {
      const { code, stderr } = await run(["harvest", "http://127.0.0.1:9/", "--page-time", time]);
      assert.equal(code, 2);
      assert.match(stderr, /--page-time: takes a time from 1s to 10m/);
    }
  });

  it("of the panel's calls are those that the protocol's page lists", () => {
    const page = readFileSync(new URL("../../docs/protocol.md", import.meta.url), "utf8");
    const [, paragraph] = /^JobOptions, all optional: ([^]*?)\n\n/m.exec(page);
    for (const { member } of members) assert.ok(paragraph.includes(`\`${member}\``), member);
  });

  it("of the panel's calls are those that the extension sends, of the same types", async () => {
    const { outputFiles } = await build({
      entryPoints: [new URL("../../extension/src/host/protocol/job_options.ts", import.meta.url).pathname],
      bundle: true, format: "esm", write: false,
    });
    const source = Buffer.from(outputFiles[0].contents).toString("base64");
    const { readJobOptions } = await import(`data:text/javascript;base64,${source}`);
    const all = Object.fromEntries(members.map(({ member, type }) => [member, WORDS[member] ?? VALUES[type]]));
    assert.deepEqual(readJobOptions(all, "options"), all);
    for (const { member, type } of members) {
      const wrong = type === "string" ? 5 : "text";
      assert.throws(() => readJobOptions({ ...all, [member]: wrong }, "options"), new RegExp(member));
    }
    const asked = new Set();
    readJobOptions(new Proxy({}, { get: (_, name) => void asked.add(name) }), "options");
    assert.deepEqual([...asked].filter((name) => !(name in all)), [], "known to the extension alone");
  });
});
