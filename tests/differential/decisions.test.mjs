// The native engine and the WebAssembly one decide alike, to the last bit of every score.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { demoSite, longOnly, notBuilt, root, runToEnd } from "../e2e/support/program.mjs";
import { writeGrownSite, writeOffice } from "./support/grown_site.mjs";

// What asks an oracle in a replay can't be followed here, because the module has none: sb-oracle,
// omniscient, tres-lite, and tp-off, which live goes by extensions instead.
const POLICIES = ["sb-classifier", "bfs", "dfs", "random", "focused", "trail", "trail with a topic", "anthelion",
  "acebot", "ache"];
// Small enough for both sites to be crawled on by patterns, and by what was learnt several times.
const OPTIONS = { "trail with a topic": ["--about", "download table, détail data of section"],
  acebot: ["--acebot-sample", "250"], ache: ["--ache-learn-every", "20", "--ache-site-results", "0", "--ache-site-pages", "0"] };
const CLASSIFIERS = ["url", "url+context"].flatMap((features) =>
  ["lr", "svm", "nb", "pa"].map((classifier) => ["--classifier", classifier, "--classifier-features", features]));
const ANTHELION = [["--link-classifier", "ht", "--host-function", "thompson-best"],
  ["--link-classifier", "nb", "--link-features", "parents", "--host-function", "success-best"]];
const ACHE = ["offline", "offline-online"].map((mode) =>
  ["--ache-mode", mode, "--ache-learn-every", "30", "--ache-site-results", "0", "--ache-site-pages", "2500"]);
/** Details without data beside them are off topic; of links, those to files are told from others by two words. */
const ACHE_MODEL = { format: "tagtrail-ache-model", version: 1,
  pages: { cases: [10, 40], words: { data: [1, 30], detail: [4, 20], section: [1, 30], start: [0, 3], csv: [2, 25] } },
  links: { cases: [30, 20, 10], words: { "anchor download": [20, 0, 0], "url file": [25, 1, 0], "anchor detail": [1, 15, 2],
    "around next": [0, 1, 8] } } };
const SITES = { demo: 300, grown: 2000 };  // with the fewest decisions that each must bring
const FEWEST_OF_OFFICE = 240;

describe("native and WebAssembly decisions", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  let Core;
  let instance;

  before(async () => {
    const loader = await import("../../extension/src/core/loader.ts");
    ({ Core } = await import("../../extension/src/core/core.ts"));
    const module = await WebAssembly.compile(readFileSync(join(root, "build/wasm/wasm-core/tagtrail.wasm")));
    instance = () => loader.instantiate(module);
    writeGrownSite(join(folder.path, "grown"));
    writeOffice(join(folder.path, "office"));
    writeFileSync(join(folder.path, "model.json"), JSON.stringify(ACHE_MODEL));
    const sources = { demo: demoSite, grown: join(folder.path, "grown"), office: join(folder.path, "office") };
    for (const [name, source] of Object.entries(sources)) {
      runToEnd(["import", source, "--base", "https://example.org/", "-o", join(folder.path, `${name}.replica`)]);
    }
  });
  after(() => folder.remove());

  function traced(site, policy, options = []) {
    const trace = join(folder.path, "trace");
    runToEnd(["replay", join(folder.path, `${site}.replica`), "--policy", policy, "--scope", "host", "--trace", trace,
      ...options]);
    const [config, ...steps] = readFileSync(trace, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));
    return { config, steps };
  }

  /** Delivers steps [first, last), comparing the decision after each with the trace. */
  function follow(core, steps, first, last) {
    for (let at = first; at < last; at++) {
      const { decision } = core.step([Uint8Array.fromBase64(steps[at].record)], true);
      const wanted = steps[at + 1];
      if (wanted) assert.deepEqual(decision, { kind: "request", request: wanted.request }, `decision ${at + 2}`);
      else assert.equal(decision.kind, "finished");
    }
    return core.snapshot();
  }

  for (const policy of ["trail", "sb-classifier"]) {
    it(`are the same with ${policy} where files are weighed by what they hold`, async () => {
      const { config, steps } = traced("office", policy, ["--objective", "statistics"]);
      assert.equal(config.objective, "statistics");
      assert.ok(steps.length >= FEWEST_OF_OFFICE, `only ${steps.length} decisions`);
      assert.notDeepEqual(steps.map(({ request }) => request.url),
        traced("office", policy).steps.map(({ request }) => request.url), "what files hold makes a difference");
      const core = Core.create(await instance(), config);
      core.step([], true);
      follow(core, steps, 0, steps.length);
    });
  }

  const withModel = (options) => [...options, "--ache-model", join(folder.path, "model.json")];
  const variants = [...CLASSIFIERS.map((options) => ["sb-classifier", options]),
    ...ANTHELION.map((options) => ["anthelion", options]), ...ACHE.map((options) => ["ache", withModel(options)])];
  for (const [policy, options] of variants) {
    it(`are the same with ${policy} ${options.slice(0, 6).join(" ")}`, async () => {
      // The small site has nothing for models that were learnt elsewhere.
      const site = longOnly && policy !== "ache" ? "demo" : "grown";
      const { config, steps } = traced(site, policy, options);
      assert.ok(steps.length >= SITES[site], `only ${steps.length} decisions`);
      const core = Core.create(await instance(), config);
      assert.deepEqual(core.step([], true).decision, { kind: "request", request: steps[0].request });
      follow(core, steps, 0, steps.length);
    });
  }

  for (const [site, fewest] of Object.entries(SITES)) {
    for (const policy of POLICIES) {
      it(`are the same on the ${site} site with ${policy}, also from a snapshot on`, async (t) => {
        const { config, steps } = traced(site, policy.split(" ")[0], OPTIONS[policy]);
        assert.ok(steps.length >= fewest, `only ${steps.length} decisions`);
        const half = Math.floor(steps.length / 2);
        const whole = Core.create(await instance(), config);
        assert.deepEqual(whole.step([], true).decision, { kind: "request", request: steps[0].request });
        const snapshot = follow(whole, steps, 0, half);
        const { core: restored } = Core.restore(await instance(), snapshot);
        assert.deepEqual(restored.snapshot(), snapshot);
        const end = follow(whole, steps, half, steps.length);
        assert.deepEqual(follow(restored, steps, half, steps.length), end);
        t.diagnostic(`${steps.length} decisions`);
      });
    }
  }
});
