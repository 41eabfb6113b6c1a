// Completion in shells: every option is there, and what a shell offers.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { bashCompletion } from "../../packaging/command_line/bash.mjs";
import { commandTree, walk } from "../../packaging/command_line/commands.mjs";
import { fishCompletion } from "../../packaging/command_line/fish.mjs";
import { zshCompletion } from "../../packaging/command_line/zsh.mjs";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { program, runToEnd } from "../e2e/support/program.mjs";
import { notPackable } from "./support/deb.mjs";

const missing = (shell) => spawnSync(shell, ["--version"]).status !== 0 && `no ${shell}`;

/** Options that `--help` of a command names. */
function optionsInHelp(path) {
  const { stdout } = spawnSync(program, [...path, "--help"], { encoding: "utf8" });
  return [...stdout.matchAll(/^ +(?:-\w,)?(--[a-z-]+)/gm)].map(([, name]) => name);
}

describe("completion", { skip: notPackable }, () => {
  const folder = temporaryFolder();
  const file = (name) => join(folder.path, name);
  let walked;

  before(() => {
    walked = walk(commandTree(program, `${program}-lab`));
    writeFileSync(file("tagtrail.bash"), bashCompletion(walked));
    writeFileSync(file("_tagtrail"), zshCompletion(walked));
    writeFileSync(file("tagtrail.fish"), fishCompletion(walked));
  });
  after(() => folder.remove());

  function shell(name, args) {
    const { status, stdout, stderr } = spawnSync(name, args, { encoding: "utf8", env: { ...process.env, HOME: folder.path } });
    assert.equal(status, 0, stderr);
    return stdout.split("\n").filter(Boolean);
  }

  /** What bash offers for the last of `words`. */
  function inBash(...words) {
    const line = ["tagtrail", ...words].map((word) => `'${word}'`).join(" ");
    return shell("bash", ["-c", `source '${file("tagtrail.bash")}'; COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _tagtrail; printf '%s\\n' "\${COMPREPLY[@]}"`]);
  }

  it("knows every command and option that help names", () => {
    for (const { path, command } of walked) {
      const known = command.options.flatMap(({ names }) => names);
      assert.deepEqual(optionsInHelp(path).filter((name) => !known.includes(name)), [], path.join(" "));
    }
    assert.ok(walked.some(({ path }) => path.join(" ") === "lab compare"));
    assert.ok(!walked.some(({ path }) => ["pump", "describe", "host-files"].includes(path[0])));
  });

  it("offers every option of harvest in bash", () => {
    const offered = inBash("harvest", "--");
    for (const { flag } of JSON.parse(runToEnd(["options"]))) assert.ok(offered.includes(flag), flag);
  });

  it("offers commands, options and their values in bash", () => {
    assert.deepEqual(inBash("do"), ["doctor"]);
    assert.deepEqual(inBash("lab", "comp"), ["compare"]);
    assert.ok(inBash("lab", "compare", "--po").includes("--policies"));
    assert.deepEqual(inBash("harvest", "--browser", ""), ["auto", "always", "never"]);
    assert.deepEqual(inBash("harvest", "--browser", "=", "ne"), ["never"]);
    assert.deepEqual(inBash("harvest", "--browser", "never", "--sitemaps", ""), ["on", "off"]);
    assert.deepEqual(inBash("export", "--format", "war"), ["warc"]);
    assert.deepEqual(inBash("harvest", "--delay", ""), []);
  });

  it("has every option of harvest in zsh, in words that zsh reads", { skip: missing("zsh") }, () => {
    shell("zsh", ["-n", file("_tagtrail")]);
    const specifications = shell("zsh", ["-fc",
      `compdef() { :; }; _arguments() { print -rl -- "$@"; }; source '${file("_tagtrail")}'; _tagtrail_harvest`]);
    for (const { flag } of JSON.parse(runToEnd(["options"]))) {
      assert.ok(specifications.some((one) => one.replace(/^\(.*?\)/, "").match(/^--[a-z0-9-]+/)?.[0] === flag), flag);
    }
    assert.ok(specifications.some((one) => one.startsWith("--browser=") && one.endsWith(":(auto always never)")));
  });

  it("offers commands, options and values in fish", { skip: missing("fish") }, () => {
    const inFish = (line) => shell("fish", ["-c", `source '${file("tagtrail.fish")}'; complete -C '${line}'`]).map((one) => one.split("\t")[0]);
    assert.deepEqual(inFish("tagtrail do"), ["doctor"]);
    const offered = inFish("tagtrail harvest --");
    for (const { flag } of JSON.parse(runToEnd(["options"]))) assert.ok(offered.includes(flag), flag);
    assert.deepEqual(inFish("tagtrail harvest --browser ").sort(), ["always", "auto", "never"]);
    assert.ok(inFish("tagtrail lab compare --p").includes("--policies"));
  });
});
