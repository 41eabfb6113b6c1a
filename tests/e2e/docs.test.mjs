// Pages name only what there is: commands and their options, scripts, targets, presets, suites, paths, sections.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { commandTree } from "../../packaging/command_line/commands.mjs";
import { Suites } from "../run/suites.mjs";
import { anchorsOf, codeOf, NamedThings } from "./support/named_things.mjs";
import { notBuilt, program, root } from "./support/program.mjs";

const PAGES = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "extension/README.md",
  ...readdirSync(join(root, "docs"), { recursive: true }).filter((name) => name.endsWith(".md")).sort().map((name) => `docs/${name}`)];
/** Of podman and docker, which pages name without them. */
const OTHERS = ["--userns", "--security-opt", "--network", "--privileged"];
const LABORATORY = `${program}-lab`;
const missing = notBuilt || (!existsSync(LABORATORY) && "no laboratory: ./tagtrail setup");

describe("pages", { skip: missing }, () => {
  let things;

  before(() => {
    const all = new Suites(root, {});
    things = new NamedThings(root, { tree: commandTree(program, LABORATORY), others: OTHERS,
      suites: [...all.usual(), ...all.long()].map(({ name }) => name) });
  });

  for (const page of PAGES) {
    it(`name only what there is: ${page}`, () => {
      assert.deepEqual(things.missing(readFileSync(join(root, page), "utf8"), page), []);
    });
  }

  const named = (text) => things.missing(text, "docs/testing.md");

  it("are told of what is not there", () => {
    for (const [text, told] of [
      ["Run `npm run test:unit`.", "package.json has no script test:unit"],
      ["See `native-host/src/cli/harvest_options.cpp`.", "native-host/src/cli/harvest_options.cpp is nowhere"],
      ["See `harvest_options.cpp`.", "harvest_options.cpp is nowhere"],
      ["`crawl/no_such_part`", "crawl/no_such_part is nowhere"],
      ["`e2e/no_such_journey`", "e2e/no_such_journey is nowhere"],
      ["`tests/unit/AREA/no_such.hpp`", "tests/unit/AREA/no_such.hpp is nowhere"],
      ["`tagtrail fetch URL`", "tagtrail has no command fetch"],
      ["`tagtrail fleet fly`", "tagtrail fleet has no command fly"],
      ["`tagtrail lab compare --nonsense 3`", "tagtrail lab compare has no --nonsense"],
      ["```\ntagtrail harvest https://example.org/ --nonsense     a remark\n```\n", "tagtrail harvest has no --nonsense"],
      ["```\nnode tests/sites/demo/check.mjs JOB [--json]\n    [--nonsense]\n```\n", "tests/sites/demo/check.mjs has no --nonsense"],
      ["with `--nonsense`", "nothing has an option --nonsense"],
      ["`TAGTRAIL_NONSENSE=1 ./tagtrail doctor`", "nothing reads TAGTRAIL_NONSENSE"],
      ["`./tagtrail test --only nonsense`", "no suite nonsense"],
      ["`./tagtrail package --nonsense`", "./tagtrail package has no --nonsense"],
      ["`cmake --preset nonsense`", "CMakePresets.json has no nonsense among its configurePresets"],
      ["`cmake --build --preset single`", "CMakePresets.json has no single among its buildPresets"],
      ["`ninja -C build/native unit_nonsense`", "CMake builds no unit_nonsense"],
      ["[there](nowhere.md)", "no docs/nowhere.md, which is linked"],
      ["[there](fleet.md#nowhere)", "docs/fleet.md has no section #nowhere"],
      ["[there](#nowhere)", "docs/testing.md has no section #nowhere"],
      ["**Its modules** (`wasm-core/src/crawl/`):\n\n| m | w |\n|---|---|\n| `crawl`, `nonsense` | x |\n",
        "wasm-core/src/crawl/ has no nonsense"],
    ]) assert.deepEqual(named(text), [told], text);
  });

  it("may name what is of others, or to be filled in", () => {
    for (const text of [
      "`text/csv`, `https://example.org/a.cpp`, `harvest-HOST`, `sites.txt`, `files/`, `archive/*.warc.gz`, `/etc/tagtrail`",
      "`tagtrail COMMAND --help`, `tagtrail fleet COMMAND`, `./tagtrail test --only SUITE`, `ninja -C build/native unit_AREA`",
      "`tests/unit/AREA/`, `*.test.mjs`, `curl --parallel`, `apt install --no-install-recommends`, `git tag vX.Y.Z`",
      "`tagtrail harvest example.org --out tables | less`, `HTTP_PROXY=x ./tagtrail doctor`, `npm ci`",
    ]) assert.deepEqual(named(text), [], text);
  });

  it("are read as they are shown", () => {
    assert.deepEqual(anchorsOf("# A `b`: c, d\n## A [link](x.md) & more\n## 1. Limits\n## 1. Limits\n```\n# no heading\n```\n"),
      ["a-b-c-d", "a-link--more", "1-limits", "1-limits-1"]);
    assert.deepEqual(codeOf("`a\nb` c\n```\nx --y   z\n      [--q]\nw # v\n```\n`d`"),
      { lines: ["x --y", "w", ""], spans: ["a b", "d"] });
  });
});
