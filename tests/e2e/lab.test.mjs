// The lab crawls as `replay` does: what is in scope, and what the blocklist leaves out.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "./support/browsers.mjs";
import { notBuilt, run, runToEnd } from "./support/program.mjs";

/** A section with two files, another with one, and a page that blocklists know. */
function writeSite(folder) {
  mkdirSync(join(folder, "data"), { recursive: true });
  mkdirSync(join(folder, "news"), { recursive: true });
  const page = (links) => `<!doctype html><body>${links.map((to) => `<a href="${to}">x</a>`).join("")}`;
  writeFileSync(join(folder, "index.html"), page(["data/a.html", "news/b.html", "photo.jpg"]));
  writeFileSync(join(folder, "data/a.html"), page(["1.csv", "2.csv"]));
  writeFileSync(join(folder, "news/b.html"), page(["3.csv"]));
  for (const name of ["data/1.csv", "data/2.csv", "news/3.csv"]) writeFileSync(join(folder, name), `${name}\n`);
  writeFileSync(join(folder, "photo.jpg"), "not a photo");
}

/** Sixteen pages of six files each, which are called after a weather and a region. */
function writeTopics(folder) {
  mkdirSync(folder, { recursive: true });
  const page = (links) => `<!doctype html><body><ul>${links.map(([to, text]) => `<li><a href="${to}">${text}</a>`).join("")}</ul>`;
  const topics = ["rain", "snow", "wind", "sunny"].flatMap((weather) =>
    ["north", "south", "eastern", "western"].map((region) => [weather, region]));
  writeFileSync(join(folder, "index.html"), page(topics.map(([weather, region], at) => [`p${at}.html`, `${weather} ${region}`])));
  topics.forEach(([weather, region], at) => {
    const files = Array.from({ length: 6 }, (_, file) => [`f${at}-${file}.csv`, `${weather} ${region} ${2000 + file}`]);
    writeFileSync(join(folder, `p${at}.html`), page(files));
    for (const [name] of files) writeFileSync(join(folder, name), `${name}\n`);
  });
}

describe("the lab", { skip: notBuilt, timeout: 60_000 }, () => {
  const folder = temporaryFolder();
  const replica = join(folder.path, "s.replica");
  const results = join(folder.path, "r.jsonl");

  before(() => {
    writeSite(join(folder.path, "site"));
    runToEnd(["import", join(folder.path, "site"), "--base", "https://example.org/", "-o", replica]);
  });
  after(() => folder.remove());

  const crawls = [
    { options: [], files: 3, requests: 7 },
    { options: ["--scope", "regex:.*(index|data).*"], files: 2, requests: 4 },
    { options: ["--blocklist", "data"], files: 3, requests: 6 },
  ];
  for (const { options, files, requests } of crawls) {
    it(`and replay count alike with ${options.join(" ") || "what is the default"}`, () => {
      const lab = JSON.parse(runToEnd(["lab", "compare", replica, "--policies", "bfs", "--json", "-o", results, ...options]));
      const replay = JSON.parse(runToEnd(["replay", replica, "--policy", "bfs", "--targets", "paper", "--json", ...options]));
      for (const run of [lab, replay]) {
        assert.equal(run.targets.found, files);
        assert.equal(run.targets.reachable, files);
        assert.equal(run.requests.total, requests);
      }
    });
  }

  it("draws topics from the names of files, and finds those about one sooner when it is told", () => {
    const site = join(folder.path, "topics");
    const topic = join(folder.path, "topics.replica");
    writeTopics(site);
    runToEnd(["import", site, "--base", "https://example.org/", "-o", topic]);
    const printed = runToEnd(["lab", "about", topic, "--topics", "3", "--runs", "2"]);
    const rows = [...printed.matchAll(/^topics +(\w+ \w+) +(\d+) +(\d+) \(\d+\) +(\d+) \(\d+\) +(\d\.\d\d)$/gm)];
    assert.equal(rows.length, 3, printed);
    for (const [, words, files, without, about, ratio] of rows) {
      assert.match(words, /^(rain|snow|sunny|wind) (north|south|eastern|western)$|^(eastern|north|south|western) (rain|snow|sunny|wind)$/);
      assert.equal(files, "6");
      assert.ok(Number(about) < Number(without) && Number(ratio) < 0.7, printed);
    }
    assert.match(printed, /^all +3 topics +0\.\d\d$/m);
  });

  it("says that other policies know no topics", async () => {
    const refused = await run(["replay", replica, "--policy", "bfs", "--about", "rain"]);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /policy 'bfs' knows no topics: take 'trail'/);
  });

  it("prints the tables of the paper, in its order and layout", () => {
    const printed = runToEnd(["lab", "paper", replica, "--runs", "2", "-o", join(folder.path, "paper.jsonl")]);
    const titles = [...printed.matchAll(/^(Table \d(?:, \w+ part)?|Figure \d):/gm)].map(([, title]) => title);
    assert.deepEqual(titles, [
      "Table 1", "Table 2, first part", "Table 2, second part", "Table 3", "Table 4", "Table 5", "Table 6", "Figure 5",
    ]);
    // Seven URLs answer, two of three pages link to a target, and each file is two links away.
    assert.match(printed, /^s +0\.01 +0\.00 +66\.67 +0\.00 \(0\.00\) +2\.00 \(0\.00\)$/m);
    assert.match(printed, /^omniscient +42\.9 \(0\.0\)$/m);
  });
});
