// The files of docs/fleet/ that operators copy: each names only options that the program has, systemd and the schemas of
// Kubernetes take them, and the script of Slurm starts a worker.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { after, describe, it } from "node:test";
import { loadAll } from "js-yaml";
import { table } from "../bench/fleet_model.mjs";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { notBuilt, root, run } from "../e2e/support/program.mjs";

const at = (name) => join(root, "docs/fleet", name);
const SERVICE = "tagtrail-fleet.service";
const noSystemd = spawnSync("systemd-analyze", ["--version"]).status !== 0 && "systemd-analyze is not installed (package systemd)";
const modelsOf = (apiVersion) => createRequire(import.meta.url)(`kubernetes-models/${apiVersion}`);

/** `words`: a command line without the program. */
async function assertUnderstood(words) {
  const command = words.slice(0, words.findIndex((word) => word.startsWith("-") || word.startsWith("/")) >>> 0);
  const help = await run([...command, "--help"]);
  assert.equal(help.code, 0, help.stderr);
  // What a line of a list may have, `add` takes for all lines.
  const known = help.stdout + (command.includes("add") ? (await run(["harvest", "--help"])).stdout : "");
  for (const option of words.filter((word) => word.startsWith("--"))) {
    assert.match(known, new RegExp(`${option}[ ,=\\n]`), `${command.join(" ")} has ${option}`);
  }
}

const kubernetes = () => loadAll(readFileSync(at("kubernetes.yaml"), "utf8"));

describe("the files for operators", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  after(() => folder.remove());

  it("start a worker by systemd with options that it has", async () => {
    const unit = readFileSync(at(SERVICE), "utf8");
    const [, line] = /^ExecStart=\/usr\/bin\/tagtrail (.*)$/m.exec(unit);
    await assertUnderstood(line.split(" "));
  });

  /** What systemd says of a unit of ours; what it says of those that this machine has beside it is not ours to mend. */
  function faultsOf(name, text) {
    // Where Tagtrail is not installed, its name is all that is wrong.
    const copy = join(folder.path, name);
    writeFileSync(copy, text.replace("/usr/bin/tagtrail", process.execPath));
    const units = join(folder.path, "units");
    mkdirSync(join(units, "network-online.target.d"), { recursive: true });
    writeFileSync(join(units, "network-online.target.d/other.conf"), "[Unit]\nNonsense=yes\n");
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", copy],
      { encoding: "utf8", env: { ...process.env, LC_ALL: "C", SYSTEMD_UNIT_PATH: `${units}:` } });
    assert.match(stderr, /other\.conf.*Nonsense/);
    return { status, said: stderr.split("\n").filter((line) => line.includes(name)) };
  }

  for (const path of [`docs/fleet/${SERVICE}`, "docs/tagtrail-batch.service"]) {
    it(`are taken by systemd: ${path}`, { skip: noSystemd }, () => {
      const text = readFileSync(join(root, path), "utf8");
      assert.deepEqual(faultsOf(basename(path), text), { status: 0, said: [] });
      const broken = faultsOf(basename(path), text.replace(/^WorkingDirectory=/m, "WorkDirectory="));
      assert.match(broken.said.join("\n"), /WorkDirectory/);
    });
  }

  it("are objects of Kubernetes", () => {
    const objects = kubernetes();
    assert.deepEqual(objects.map(({ kind }) => kind), ["Secret", "ConfigMap", "Job", "Service", "StatefulSet", "PodDisruptionBudget"]);
    for (const object of objects) {
      const Model = modelsOf(object.apiVersion)[object.kind];
      assert.doesNotThrow(() => new Model(object).validate(), `${object.kind} ${object.metadata.name}`);
    }
  });

  it("start nothing by Kubernetes that the program does not have, and select their own pods", async () => {
    const objects = kubernetes();
    const pods = objects.filter(({ spec }) => spec?.template).map(({ spec }) => spec.template);
    for (const { args } of pods.flatMap(({ spec }) => [...(spec.initContainers ?? []), ...spec.containers])) await assertUnderstood(args);
    const worker = objects.find(({ kind }) => kind === "StatefulSet").spec;
    for (const kind of ["Service", "PodDisruptionBudget", "StatefulSet"]) {
      const { selector } = objects.find((object) => object.kind === kind).spec;
      assert.deepEqual(selector.matchLabels ?? selector, worker.template.metadata.labels);
    }
  });

  it("say how large a fleet gets by the model as it is", () => {
    assert.ok(readFileSync(at("sizing.md"), "utf8").includes(table()), "docs/fleet/sizing.md has what tests/bench/fleet_model.mjs prints");
  });

  it("start a worker by Slurm", async () => {
    const stand = join(folder.path, "tagtrail");
    writeFileSync(stand, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    chmodSync(stand, 0o755);
    const { status, stdout, stderr } = spawnSync("sh", [at("slurm.sh")], { encoding: "utf8", env: { PATH: `${folder.path}:${process.env.PATH}`,
      TMPDIR: "/scratch", STORE: "/shared/store", SLURM_ARRAY_JOB_ID: "7", SLURM_ARRAY_TASK_ID: "3" } });
    assert.equal(status, 0, stderr);
    const words = stdout.trimEnd().split("\n");
    assert.deepEqual(words.slice(0, 4), ["fleet", "work", "--dir", "/scratch/tagtrail-7-3"]);
    await assertUnderstood(words);
  });
});
