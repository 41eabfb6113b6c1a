// One version: package.json has it, all else is made from it or compared with it here. And the commit of
// the sources, wherever they lie.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { temporaryFolder } from "./support/browsers.mjs";
import { notBuilt, root, runToEnd } from "./support/program.mjs";

const read = (path) => readFileSync(join(root, path), "utf8");
const { version } = JSON.parse(read("package.json"));
const [series] = version.match(/^\d+\.\d+/);

describe("the version", () => {
  it("is said by the program, with the commit", { skip: notBuilt }, () => {
    assert.match(runToEnd(["--version"]), new RegExp(
      `^tagtrail ${version.replaceAll(".", "\\.")} \\((unknown commit|commit [0-9a-f]{12}, \\d{4}-\\d\\d-\\d\\d(, changed since)?)\\)\\n$`));
  });

  it("is the same in the lock of the npm packages", () => {
    const lock = JSON.parse(read("package-lock.json"));
    assert.deepEqual([lock.version, lock.packages[""].version], [version, version]);
  });

  it("is the one that the change log leads to", () => {
    const [unreleased, ...released] = read("CHANGELOG.md").split(/^## \[/m).slice(1);
    assert.match(unreleased, /^Unreleased\]/);
    const next = /^To become (\d+\.\d+\.\d+)/m.exec(unreleased)?.[1];
    const newest = /^[\d.]+/.exec(released[0] ?? "")?.[0];
    assert.ok([next, newest].includes(version), `the change log has ${next} to come and ${newest} released`);
  });

  it("is the one that pages show sites and their owners", () => {
    const pages = ["README.md", ...readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`)];
    const shown = pages.flatMap((page) => [...read(page).matchAll(/\bTagtrail\/(\d+(\.\d+)*)/g)].map((match) => [page, match[1]]));
    assert.ok(shown.length >= 4);
    assert.deepEqual(shown.filter(([, said]) => said !== series), []);
  });
});

describe("the commit", () => {
  const folder = temporaryFolder();
  after(() => folder.remove());
  const git = (where, ...args) => execFileSync("git", ["-C", where, "-c", "user.name=A", "-c", "user.email=a@example.org", ...args],
    { encoding: "utf8", env: { ...process.env, GIT_COMMITTER_DATE: "2030-12-31T23:30:00+0000", GIT_CONFIG_GLOBAL: "/dev/null" } });

  /** Sources of two folders, of which the first is built. */
  function sourcesIn(name) {
    const sources = join(folder.path, name);
    mkdirSync(join(sources, "built"), { recursive: true });
    mkdirSync(join(sources, "other"));
    for (const part of ["cmake/commit.txt", ".gitattributes"]) cpSync(join(root, part), join(sources, part));
    writeFileSync(join(sources, "cmake/commit.txt"), "$Format:%H %cs$\n");
    for (const part of ["built", "other"]) writeFileSync(join(sources, part, "a"), "1");
    return sources;
  }
  function committed(sources) {
    git(sources, "init", "-q");
    git(sources, "add", ".");
    git(sources, "commit", "-q", "-m", "first");
    return `commit ${git(sources, "rev-parse", "HEAD").slice(0, 12)}, 2030-12-31`;
  }
  const written = join(folder.path, "commit.cpp");
  function commitOf(sources, given = "") {
    execFileSync("cmake", ["-D", `SOURCES=${sources}`, "-D", "FOLDERS=built;cmake", "-D", `WRITTEN=${written}`, "-D", `GIVEN=${given}`,
      "-P", join(root, "cmake/write_commit.cmake")]);
    return /kBuildCommit = "(.*)";/.exec(readFileSync(written, "utf8"))[1];
  }

  it("is unknown in copied sources, unless it is given", () => {
    const sources = sourcesIn("copied");
    assert.equal(commitOf(sources), "unknown commit");
    assert.equal(commitOf(sources, "0123456789ab, 2030-01-02"), "commit 0123456789ab, 2030-01-02");
  });

  it("is that of the checkout, and says whether what is built has changed", () => {
    const sources = sourcesIn("checkout");
    const commit = committed(sources);
    assert.equal(commitOf(sources), commit);
    const { mtimeNs } = statSync(written, { bigint: true });
    writeFileSync(join(sources, "other/a"), "2");
    assert.equal(commitOf(sources), commit);
    assert.equal(statSync(written, { bigint: true }).mtimeNs, mtimeNs, "nothing is compiled again");
    writeFileSync(join(sources, "built/new"), "1");
    assert.equal(commitOf(sources), `${commit}, changed since`);
  });

  it("is in the package of the sources, also where that lies in a repository of something else", () => {
    const sources = sourcesIn("archived");
    const commit = committed(sources);
    const other = sourcesIn("other");
    committed(other);
    const unpacked = join(other, "unpacked");
    mkdirSync(unpacked);
    execFileSync("tar", ["-x", "-C", unpacked], { input: git(sources, "archive", "HEAD") });
    assert.equal(commitOf(unpacked), commit);
  });
});
