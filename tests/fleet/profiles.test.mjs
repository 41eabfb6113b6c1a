// Profiles that a worker lends: their copies are made beside its loop, and none is left.
// lane: browser
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { programs, startChromium } from "../e2e/support/browsers.mjs";
import { memberSite, plainSite, startSite } from "../e2e/support/batch_sites.mjs";
import { manifestOf, notBuilt, until } from "../e2e/support/program.mjs";
import { useFleet } from "./support/fleet.mjs";
import { signal, treeOf, wordsOf } from "./support/machines.mjs";
import { noPostgres } from "./support/postgres.mjs";

const skip = notBuilt || noPostgres || (!programs.chromium && "Chromium is not installed");

describe("profiles that a worker lends", { skip }, () => {
  const fleet = useFleet();
  const files = (folder) => manifestOf(folder).resources.map(({ sources }) => new URL(sources[0].path).pathname).toSorted();
  /** Where copies go: the folder, and what is there of them. */
  function copies() {
    const place = join(fleet.folder, "temporary");
    mkdirSync(place);
    return { place, names: () => readdirSync(place).filter((name) => name.startsWith("tagtrail-batch-profile-")) };
  }

  async function add(...lines) {
    const list = join(fleet.folder, "sites.txt");
    writeFileSync(list, lines.map((line) => `${line}\n`).join(""));
    const added = await fleet.run("add", list, "--delay", "0", "--allow-private");
    assert.equal(added.code, 0, added.stderr);
  }

  it("serve several sites at once, by name", async () => {
    const members = await Promise.all([[2, 181], [3, 182]].map(([pages, last]) => startSite(memberSite(pages), `127.0.0.${last}`)));
    fleet.onEnd(() => members.forEach((site) => site.stop()));
    const browser = await startChromium(fleet.folder);
    const page = await browser.newPage();
    for (const { url } of members) await page.goto(`${url}welcome`);
    await browser.close();
    const { place, names } = copies();
    await fleet.init();
    await add(...members.map(({ url }) => `${url} --browser always --profile chromium`));
    const worked = await fleet.work("w", ["--jobs", "2", "--until-done", "--profiles", fleet.folder], { env: { ...fleet.env, TMPDIR: place } }).ended;
    assert.equal(worked.code, 0, worked.stderr);
    const folders = readdirSync(fleet.workFolder("w")).filter((name) => name.startsWith("127.")).toSorted();
    assert.deepEqual(folders.map((name) => files(join(fleet.workFolder("w"), name))), members.map(({ expected }) => expected.toSorted()));
    assert.deepEqual(names(), []);
  });

  it("are copied by the harvest, while the worker goes on and hears signals", async () => {
    const plain = await startSite(plainSite(3), "127.0.0.183");
    const member = await startSite(plainSite(1), "127.0.0.184");
    fleet.onEnd(() => [plain, member].forEach((site) => site.stop()));
    const profile = join(fleet.folder, "profiles", "large");
    mkdirSync(join(profile, "Default"), { recursive: true });
    writeFileSync(join(profile, "Local State"), "{}");
    for (let n = 0; n < 20_000; ++n) writeFileSync(join(profile, "Default", `part-${n}`), "");
    const { place, names } = copies();
    await fleet.init();
    await add(`${member.url} --browser always --profile large`);
    const worker = fleet.work("w", ["--jobs", "2", "--profiles", join(fleet.folder, "profiles")], { env: { ...fleet.env, TMPDIR: place } });
    const harvest = () => treeOf(worker.child.pid).find((id) => wordsOf(id).some((word) => word.startsWith("--profile=")));
    await until(() => names().length > 0, worker.ended);
    const copier = harvest();
    assert.ok(copier !== undefined, "somebody else copies it");
    // Whatever it does takes forever now.
    signal([copier], "SIGSTOP");
    await add(`${plain.url} --browser never`);
    await until(() => fleet.site(`WHERE url = '${plain.url}'`).state === "done", worker.ended);
    worker.child.kill("SIGTERM");
    signal([copier], "SIGCONT");
    assert.equal((await worker.ended).code, 5);
    const { state, tries } = fleet.site(`WHERE url = '${member.url}'`);
    assert.deepEqual([state, tries], ["waiting", 0]);
    assert.deepEqual(names(), []);
  });

  it("that are too large are refused before anything is copied", async () => {
    const site = await startSite(plainSite(1), "127.0.0.185");
    fleet.onEnd(() => site.stop());
    const profile = join(fleet.folder, "profiles", "endless");
    mkdirSync(profile, { recursive: true });
    writeFileSync(join(profile, "prefs.js"), "");
    for (let n = 0; n < 50_001; ++n) writeFileSync(join(profile, `part-${n}`), "");
    const { place, names } = copies();
    await fleet.init();
    await add(`${site.url} --browser always --profile endless`);
    const worked = await fleet.work("w", ["--jobs", "2", "--tries", "1", "--until-done", "--profiles", join(fleet.folder, "profiles")],
      { env: { ...fleet.env, TMPDIR: place } }).ended;
    assert.equal(worked.code, 0, worked.stderr);
    const { state, reason } = fleet.site();
    assert.equal(state, "aside");
    assert.match(reason, /more than 50000 files or 2048 MB, too many for a copy/);
    assert.deepEqual(names(), []);
  });
});
