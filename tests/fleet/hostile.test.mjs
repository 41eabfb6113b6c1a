// What others write into the database leads a worker to no folder but its own, and to nobody else's checkpoint.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { plainSite, startSite } from "../e2e/support/batch_sites.mjs";
import { notBuilt, until } from "../e2e/support/program.mjs";
import { OPTIONS, useFleet } from "./support/fleet.mjs";
import { noPostgres } from "./support/postgres.mjs";

/** Options that a list may not name, with what they would do below `place`, and what is said of them. */
const GUARDED = [
  ["replica", (place) => [`--replica=${place}/outside`, "--replica-mode=record"], /names a file that is read or written/],
  ["stats", (place) => [`--stats=${place}/outside`], /--stats is for the batch, not for a site of it/],
  ["out", (place) => [`--out=${place}/outside`], /--out is for the batch/],
  ["seeds", (place) => [`--seeds=${place}/endless`], /names a file of the machine that harvests; list its URLs/],
  ["patterns", (place) => ["--policy=acebot", `--patterns=${place}/endless`], /names a file of the machine/],
  ["ache-model", (place) => ["--policy=ache", `--ache-model=${place}/endless`], /names a file of the machine/],
  ["cookies", (place) => [`--cookies=${place}/endless`], /names a file of the machine/],
  ["ca-file", (place) => [`--ca-file=${place}/endless`], /set SSL_CERT_FILE where workers start/],
  ["profile", (place) => ["--browser=auto", `--profile=${place}`], /it is a name, of a profile in the folder that workers lend/],
  ["proxy", () => ["--proxy=http://127.0.0.1:9"], /http_proxy, https_proxy and TAGTRAIL_PROXY_LOGIN where workers start/],
  ["show-browser", () => ["--browser=auto", "--show-browser"], /opens windows/],
];

describe("a worker whose database is hostile", { skip: notBuilt || noPostgres }, () => {
  const fleet = useFleet();

  async function serve(last, pages = 2) {
    const site = await startSite(plainSite(pages, { ms: 20 }), `127.0.0.${last}`);
    fleet.onEnd(() => site.stop());
    return site;
  }

  for (const id of ["/../../x", "../../../../etc", "/", "", "0123456789abcdef0123456789abcdef"]) {
    it(`leaves a site alone whose id is ${JSON.stringify(id)}`, async () => {
      const site = await serve(171);
      await fleet.init();
      await fleet.add([site.url]);
      fleet.database.run(`UPDATE tagtrail_site SET id = '${id}'`);
      // Where such an id once led to.
      const outside = join(fleet.folder, "w", "x");
      mkdirSync(outside, { recursive: true });
      writeFileSync(join(outside, "kept"), "");
      const before = readdirSync(join(fleet.folder, "w"));
      const { code, stderr } = await fleet.work("w", ["--until-done", "--tries", "1"]).ended;
      assert.equal(code, 0, stderr);
      const { state, cause, reason } = fleet.site();
      assert.deepEqual([state, cause], ["aside", "wrong_options"]);
      assert.match(reason, /the id that the list has/);
      assert.deepEqual(site.hits, []);
      assert.deepEqual(readdirSync(join(fleet.folder, "w")).filter((name) => ![".cache", ".config", ".local", "work"].includes(name)), before);
      assert.ok(existsSync(join(outside, "kept")));
    });
  }

  /** A place with a pipe from which nothing ever comes, on which a program that opens it waits. */
  function placeWithPipe() {
    const place = join(fleet.folder, "place");
    mkdirSync(place);
    execFileSync("mkfifo", [join(place, "endless")]);
    return place;
  }

  for (const [name, options, said] of GUARDED) {
    it(`takes no --${name} from the list`, async () => {
      const site = await serve(176);
      await fleet.init();
      const place = placeWithPipe();
      const list = join(fleet.folder, "sites.txt");
      writeFileSync(list, `# from somewhere\n${site.url} ${options(place).join(" ")}\n`);
      const added = await fleet.run("add", list, ...OPTIONS);
      assert.equal(added.code, 2);
      assert.match(added.stderr, said);
      assert.match(added.stderr, /sites\.txt, line 2: /);
      assert.equal(fleet.site(), undefined);

      // As it would be written by who does not ask `fleet add`.
      await fleet.add([site.url]);
      const own = options(place);
      const words = JSON.stringify([...(own.some((word) => word.startsWith("--browser=")) ? [] : ["--browser=never"]), "--delay=0", "--allow-private", ...own]);
      const id = createHash("sha256").update(`${site.url}\n${words}`).digest("hex").slice(0, 32);
      fleet.database.run(`UPDATE tagtrail_site SET options = '${words}', id = '${id}'`);
      const { code, stderr } = await fleet.work("w", ["--until-done"]).ended;
      assert.equal(code, 0, stderr);
      const { state, cause, reason } = fleet.site();
      assert.deepEqual([state, cause], ["aside", "wrong_options"]);
      assert.match(reason, said);
      assert.deepEqual(readdirSync(place), ["endless"], "nothing was written there");
      assert.deepEqual(site.hits, []);
    });
  }

  it("takes none of these for all lines either, and removes what was added with one before", async () => {
    const site = await serve(177);
    await fleet.init();
    const list = join(fleet.folder, "sites.txt");
    writeFileSync(list, `${site.url}\n`);
    const added = await fleet.run("add", list, ...OPTIONS, "--ca-file", "/nowhere");
    assert.equal(added.code, 2);
    assert.match(added.stderr, /--ca-file may not stand in the list of a fleet/);
    await fleet.add([site.url]);
    const words = JSON.stringify(["--allow-private", "--browser=never", "--delay=0", "--proxy=http://127.0.0.1:9"]);
    const id = createHash("sha256").update(`${site.url}\n${words}`).digest("hex").slice(0, 32);
    fleet.database.run(`UPDATE tagtrail_site SET options = '${words}', id = '${id}'`);
    const removed = await fleet.run("remove", list, ...OPTIONS, "--proxy", "http://127.0.0.1:9");
    assert.match(removed.stdout, /^1 site removed/);
  });

  it("lends no profile that its folder does not have, nor what is none", async () => {
    const site = await serve(178);
    await fleet.init();
    const list = join(fleet.folder, "sites.txt");
    const profiles = join(fleet.folder, "profiles");
    mkdirSync(join(profiles, "home"), { recursive: true });
    writeFileSync(list, `${site.url} --profile home\n`);
    assert.equal((await fleet.run("add", list, "--allow-private")).code, 0);
    for (const [options, said] of [
      [[], /this worker lends no profile 'home'; start it with --profiles DIR/],
      [["--profiles", join(fleet.folder, "none")], /there is no browser profile .*none\/home/],
      [["--profiles", profiles], /profiles\/home is no profile of Chromium or Firefox/],
    ]) {
      const { code, stderr } = await fleet.work("w", ["--until-done", "--tries", "1", ...options]).ended;
      assert.equal(code, 0, stderr);
      const { state, cause, reason } = fleet.site();
      assert.deepEqual([state, cause], ["aside", "could_not_start"]);
      assert.match(reason, said);
      assert.equal((await fleet.run("retry")).code, 0);
    }
    assert.deepEqual(site.hits, []);
  });

  it("does not go on from another site's checkpoint, nor takes it from that", async () => {
    const [one, other] = [await serve(172, 4), await serve(173, 4)];
    await fleet.init();
    await fleet.add([one.url, other.url]);
    const store = join(fleet.folder, "store");
    mkdirSync(store);
    const options = ["--until-done", "--store", `file://${store}`, "--checkpoint", "200ms"];
    assert.equal((await fleet.work("a", options).ended).code, 0);
    const [{ checkpoint }] = fleet.database.rows(`SELECT checkpoint FROM tagtrail_site WHERE url = '${other.url}'`);
    fleet.database.run(`UPDATE tagtrail_site SET state = 'waiting', due_at = now(), ended_at = NULL, checkpoint = '${checkpoint}', worker = 'x' WHERE url = '${one.url}'`);
    const { code, stderr } = await fleet.work("b", options).ended;
    assert.equal(code, 0, stderr);
    assert.match(stderr, /begins anew: its checkpoint is that of another site/);
    const { packs } = JSON.parse(readFileSync(join(store, checkpoint.slice(0, 2), checkpoint), "utf8"));
    assert.deepEqual(packs.filter(([name]) => !existsSync(join(store, name.slice(0, 2), name))), [], "the other's is whole");
    assert.deepEqual(fleet.database.rows("SELECT state, files FROM tagtrail_site"), [{ state: "done", files: 8 }, { state: "done", files: 8 }]);
  });

  it("writes no package with a path that leads elsewhere", async () => {
    const site = await serve(174);
    await fleet.init();
    await fleet.add([site.url]);
    assert.equal((await fleet.work("a", ["--until-done"]).ended).code, 0);
    assert.equal((await fleet.run("results", "--format", "datapackage")).code, 0);
    fleet.database.run("UPDATE tagtrail_file SET facts = replace(facts, 'files/', 'files/../../')");
    const ended = await fleet.run("results", "--format", "datapackage");
    assert.notEqual(ended.code, 0);
    assert.match(ended.stderr, /names no file of its job/);
  });

  it("shows others of its user nothing of what it was started with", { skip: process.getuid() === 0 ? false : "not as root" }, async () => {
    const site = await serve(175, 30);
    await fleet.init();
    await fleet.add([site.url]);
    const worker = fleet.work("a", []);
    await until(() => site.hits.length > 3, worker.ended);
    // What can't be dumped is root's, whoever runs it.
    const { spawnSync } = await import("node:child_process");
    const read = spawnSync("setpriv", ["--bounding-set=-all", "--inh-caps=-all", "cat", `/proc/${worker.child.pid}/environ`], { encoding: "utf8" });
    assert.equal(read.stdout, "");
    assert.match(read.stderr, /Permission denied/);
  });
});
