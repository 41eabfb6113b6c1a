// Sites that are taken out of the list: with their rows of the catalogue, less those that workers hold. What comes again
// has no fence of before, so that a worker that had it then can't take it for its own.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { plainSite, startSite } from "../e2e/support/batch_sites.mjs";
import { notBuilt, until } from "../e2e/support/program.mjs";
import { OPTIONS, useFleet } from "./support/fleet.mjs";
import { noPostgres } from "./support/postgres.mjs";

describe("sites that are removed from a fleet", { skip: notBuilt || noPostgres }, () => {
  const fleet = useFleet();
  const serve = async (description, last) => {
    const site = await startSite(description, `127.0.0.${last}`);
    fleet.onEnd(() => site.stop());
    return site;
  };
  const list = () => join(fleet.folder, "sites.txt");
  const left = () => fleet.database.rows("SELECT url, options FROM tagtrail_site ORDER BY url, options");
  const remove = async (...words) => {
    const { code, stdout, stderr } = await fleet.run("remove", ...words);
    return [code, `${stdout}${stderr}`.trim()];
  };

  it("are those of the list, with the options of then, however many", async () => {
    await fleet.init();
    const urls = Array.from({ length: 450 }, (_, n) => `http://${n}.example/`);
    await fleet.add(urls, "--max-requests", "5");
    await fleet.add(urls, "--max-requests", "50");
    const as = (most) => [list(), ...OPTIONS, "--max-requests", most];
    assert.deepEqual(await remove(...as("5"), "--dry-run"), [0, "450 sites would be removed, with 0 files in the catalogue"]);
    assert.equal(left().length, 900);
    assert.deepEqual(await remove(...as("5"), "--host", "7.example"), [0, "1 site removed, with 0 files in the catalogue"]);
    assert.deepEqual(await remove(...as("5")), [0, "449 sites removed, with 0 files in the catalogue"]);
    assert.deepEqual(left().filter(({ options }) => !options.includes("--max-requests=50")), []);
    assert.equal(left().length, 450);
    assert.deepEqual(await remove("--site", urls[3]), [0, "1 site removed, with 0 files in the catalogue"]);
    assert.equal(left().some(({ url }) => url === urls[3]), false);
    assert.deepEqual(await remove("--state", "waiting"), [0, "449 sites removed, with 0 files in the catalogue"]);
  });

  it("are read line by line, each with its own options, and told of where they are many", async () => {
    await fleet.init();
    const names = Array.from({ length: 10_100 }, (_, n) => `http://${n}.example/`);
    const own = { 3: "--targets csv", 4: "--targets csv", 5: "", 6: "--targets pdf --scope host", 7: "--allow-private=false", 8: "--targets csv" };
    writeFileSync(list(), names.map((url, n) => `${url} ${own[n] ?? ""}\n`).join(""));
    const words = [list(), ...OPTIONS, "--no-resolve"];
    const added = await fleet.run("add", ...words);
    assert.match(added.stdout, /^10,100 sites added/);
    assert.match(added.stderr, /^10,000 of 10,100 lines read\n10,000 of 10,100 sites written\n$/);
    const options = (n) => JSON.parse(fleet.database.rows(`SELECT options FROM tagtrail_site WHERE url = '${names[n]}'`)[0].options);
    const usual = ["--allow-private", "--browser=never", "--delay=0"];
    assert.deepEqual(Array.from({ length: 8 }, (_, n) => options(n + 2)), [usual, [...usual, "--targets=csv"], [...usual, "--targets=csv"], usual,
      [...usual, "--scope=host", "--targets=pdf"], ["--allow-private=false", ...usual.slice(1)], [...usual, "--targets=csv"], usual]);
    assert.match((await fleet.run("add", ...words)).stdout, /^0 sites added, 10,100 there before/);
    const counted = await fleet.run("remove", list(), ...OPTIONS, "--dry-run");
    assert.match(counted.stdout, /^10,100 sites would be removed/);
    assert.match(counted.stderr, /^10,000 of 10,100 lines read\n10,000 of 10,100 sites counted\n$/);
    const removed = await fleet.run("remove", list(), ...OPTIONS);
    assert.match(removed.stdout, /^10,100 sites removed/);
    assert.match(removed.stderr, /10,000 of 10,100 sites gone\n$/);
  });

  it("must be named, and lists that are wrong remove nothing", async () => {
    await fleet.init();
    await fleet.add(["http://a.example/"]);
    const [code, said] = await remove();
    assert.equal(code, 2);
    assert.match(said, /which sites\?/);
    await fleet.add(["http://a.example/"]);
    const wrong = await remove(list(), ...OPTIONS, "--max-requests", "many");
    assert.equal(wrong[0], 2, wrong[1]);
    assert.equal(left().length, 1);
  });

  it("go with their files, stay while they are held, and begin with a new fence when they come again", async () => {
    const quick = await serve(plainSite(3), 171);
    const slow = await serve(plainSite(40, { ms: 100 }), 172);
    await fleet.init();
    await fleet.add([quick.url, slow.url]);
    const worker = fleet.work("a", ["--lease", "4s"]);
    await until(() => fleet.site("WHERE state = 'done'") && fleet.site("WHERE state = 'held'"), worker.ended);
    const before = fleet.site("WHERE state = 'done'");
    const files = fleet.database.rows("SELECT n FROM tagtrail_file").length;
    assert.ok(files > 0);
    const [code, said] = await remove(list(), ...OPTIONS);
    assert.equal(code, 1);
    assert.equal(said, `1 site removed, with ${files} files in the catalogue
1 site held by workers stays: once that has ended, the same command removes what is left`);
    assert.deepEqual(left().map(({ url }) => url), [slow.url]);
    assert.deepEqual(fleet.database.rows("SELECT n FROM tagtrail_file"), []);
    await fleet.add([quick.url]);
    await until(() => fleet.site(`WHERE url = '${quick.url}'`).state === "done", worker.ended);
    const again = fleet.site(`WHERE url = '${quick.url}'`);
    assert.ok(again.fence > before.fence, `${again.fence} after ${before.fence}`);
    assert.equal(again.files, before.files);
  });
});
