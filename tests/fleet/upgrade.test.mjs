// Programs of the tables' first and third version beside this one: what they left is taken over, and what they say goes on being
// understood, before, while and after the tables change.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { plainSite, startSite } from "../e2e/support/batch_sites.mjs";
import { notBuilt } from "../e2e/support/program.mjs";
import { useFleet } from "./support/fleet.mjs";
import { noPostgres } from "./support/postgres.mjs";

const data = (name) => readFileSync(new URL(`../data/fleet/${name}`, import.meta.url), "utf8");
const STATEMENTS = JSON.parse(data("version1_statements.json"));
const STATEMENTS_3 = JSON.parse(data("version3_statements.json"));
/** The sites in version1.sql. */
const DONE = "3a3e797cd466acc45368e000170d210a";
const WAITING = "d96d7cf0e0c8d562c889f5d6072307be";

const literal = (value) => (value === null ? "NULL" : `'${String(value).replaceAll("'", "''")}'`);

describe("a fleet whose tables are of version 1", { skip: notBuilt || noPostgres }, () => {
  const fleet = useFleet();

  /** What a worker of version 1 says. */
  class OldWorker {
    constructor(name) {
      this.name = name;
    }

    say(statement, ...values) {
      const sql = STATEMENTS[statement].replace(/\$(\d+)/g, (_, n) => literal(values[n - 1]));
      if (sql.startsWith("SELECT")) return fleet.database.rows(sql.replace(/ FOR UPDATE$/, ""));
      if (sql.includes(" RETURNING ")) return fleet.database.all(sql);
      fleet.database.run(sql);
      return [];
    }

    beat(site) {
      if (site) this.say("renew", site.id, site.fence, 60_000, 1, 2);
      this.say("let_go_of_lapsed", 20);
      this.say("show_worker", this.name, "one", "/data/old", "0.1.0", 2, site ? 1 : 0);
    }

    take() {
      return this.say("take", this.name, 60_000)[0];
    }

    end(site) {
      const { id, fence, url } = site;
      const host = new URL(url).hostname;
      this.say("rest_host", host, 50);
      this.say("keep_checkpoint", id, fence, "0".repeat(64));
      assert.equal(this.say("fence", id, fence).length, 1);
      this.say("clear", id);
      this.say("file", id, fence, 1, host, "text/csv", "csv", "2026-11-25T03:33:55.254Z", JSON.stringify({ url: `${url}old.csv` }));
      this.say("end", id, fence, "done", 0, 0, "", "frontier_empty", 0, 1, 2, 3, 0.5);
    }
  }

  const add = (old, host, url = `http://${host}:1/`) => {
    const words = JSON.stringify(["--browser=never", "--delay=0", "--allow-private"]);
    const id = createHash("sha256").update(`${url}\n${words}`).digest("hex").slice(0, 32);
    old.say("add", id, url, words, host);
    return id;
  };

  it("goes on beside workers of version 1, which end what they hold", async () => {
    fleet.database.run(data("version1.sql"));
    const old = new OldWorker("030bea868796835d");
    const before = await fleet.run("status");
    assert.equal(before.code, 3);
    assert.match(before.stderr, /fleet init adds what they lack/);

    const held = old.take();
    assert.equal(held.id, WAITING);
    // It works while the tables change.
    let changing = true;
    const changed = fleet.run("init").finally(() => (changing = false));
    do {
      old.beat(held);
      await new Promise((wake) => setTimeout(wake, 5));
    } while (changing);
    assert.equal((await changed).code, 0, (await changed).stderr);
    assert.deepEqual(old.say("versions"), [{ version: 5, oldest: 1 }]);

    const now = [31, 32].map((last) => `127.0.5.${last}`);
    const ids = now.map((host) => add(old, host));
    old.beat(held);
    old.end(held);
    const next = old.take();
    assert.ok(ids.includes(next.id));
    old.end(next);
    assert.equal(old.say("open_sites")[0].count, 1);
    assert.deepEqual(old.say("states").map(({ state, count }) => [state, count]), [["done", 4], ["waiting", 1]]);

    // All of it counts for this program, and what this program tells for that one.
    assert.equal((await fleet.rows()).length, 12);
    const { complete, sites } = await fleet.status();
    assert.deepEqual([complete, sites.total, sites.unknown, sites.not_begun], [false, 5, 4, 1], "none of them is taken for complete");
    assert.deepEqual((await fleet.status()).workers.map(({ id, requests }) => [id, requests]), [["030bea868796835d", 0]]);
    assert.equal(old.say("results", "", 0, "", "", "", 1000).length, 12);
  });

  it("takes over what version 1 has left, by a worker of this version", async () => {
    const site = await startSite(plainSite(2), "127.0.0.81");
    fleet.onEnd(() => site.stop());
    fleet.database.run(data("version1.sql"));
    await fleet.init();
    const old = new OldWorker("old");
    const id = add(old, "127.0.0.81", site.url);
    fleet.database.run(`DELETE FROM tagtrail_site WHERE id = '${WAITING}'`);
    assert.equal((await fleet.work("a", ["--until-done"]).ended).code, 0);
    const [row] = fleet.database.rows(`SELECT state, files, host FROM tagtrail_site WHERE id = '${id}'`);
    assert.deepEqual(row, { state: "done", files: 4, host: "127.0.0.81" });
    assert.equal(old.say("results", "", 0, "", "", "", 1000).length, 14);
  });

  it("a site with a schedule that a worker of version 1 has ended comes due again", async () => {
    fleet.database.run(data("version1.sql"));
    await fleet.init();
    const old = new OldWorker("old");
    const held = old.take();
    fleet.database.run("UPDATE tagtrail_site SET every_ms = 1000, interval_ms = 1000, next_at = now() - interval '1 hour' "
      + `WHERE id = '${held.id}'`);
    old.end(held);
    assert.equal(old.take(), undefined, "it knows of no schedules");
    assert.equal((await fleet.status()).scheduled.due, 1);
    assert.equal(fleet.site(`WHERE id = '${DONE}'`).state, "done");
  });
});

describe("a fleet whose tables are of version 3", { skip: notBuilt || noPostgres }, () => {
  const fleet = useFleet();
  const say = (statement, ...values) => {
    const sql = STATEMENTS_3[statement].replace(/\$(\d+)/g, (_, n) => literal(values[n - 1]));
    if (sql.includes(" RETURNING ")) return fleet.database.all(sql);
    fleet.database.run(sql);
    return [];
  };
  const addSite = (host) => {
    const url = `http://${host}:1/`;
    const words = JSON.stringify(["--browser=never", "--delay=0", "--allow-private"]);
    const id = createHash("sha256").update(`${url}\n${words}`).digest("hex").slice(0, 32);
    fleet.database.run(`INSERT INTO tagtrail_site (id, url, options, host, site_host, state, added_at, due_at, fence, tries, losses, files, requests, bytes, seconds)
      VALUES ('${id}', '${url}', '${words}', '${host}', '${host}', 'waiting', now(), now(), 0, 0, 0, 0, 0, 0, 0)`);
    return id;
  };
  const beat = ({ id, fence }) => {
    assert.equal(say("renew", id, fence, 1, 2, 3, 60_000).length, 1);
    say("let_go_of_lapsed", 20);
    say("show_worker", "old", "one", "/data/old", "0.1.0", 2, 1, 1, 1, 1, 0.5, 0.5, 0.5);
  };
  const end = ({ id, fence }, state) => say("end", id, fence, state, 0, 0, "", "frontier_empty", 0, 1, 2, 3, 0.5, null, null);

  it("goes on beside workers of version 3, while the tables change and after", async () => {
    fleet.database.run(data("version3.sql"));
    const first = addSite("127.0.5.41");
    const held = say("take", "old", 60_000)[0];
    assert.equal(held.id, first);
    let changing = true;
    const changed = fleet.run("init").finally(() => (changing = false));
    do {
      beat(held);
      await new Promise((wake) => setTimeout(wake, 5));
    } while (changing);
    assert.equal((await changed).code, 0, (await changed).stderr);
    assert.deepEqual(fleet.database.rows("SELECT version, oldest FROM tagtrail_fleet"), [{ version: 5, oldest: 1 }]);
    beat(held);
    end(held, "done");
    const second = addSite("127.0.5.42");
    const next = say("take", "old", 60_000)[0];
    assert.equal(next.id, second);
    beat(next);
    end(next, "waiting");
    assert.deepEqual(fleet.database.rows("SELECT state, put_downs FROM tagtrail_site ORDER BY url"),
      [{ state: "done", put_downs: null }, { state: "waiting", put_downs: null }]);
  });

  it("a site that such a worker holds is asked by nobody else, as one that this version holds", async () => {
    const site = await startSite(plainSite(1), "127.0.0.82");
    fleet.onEnd(() => site.stop());
    fleet.database.run(data("version3.sql"));
    await fleet.init();
    addSite("127.0.0.83");
    const held = say("take", "old", 60_000)[0];
    await fleet.add([site.url]);
    fleet.database.run(`INSERT INTO tagtrail_claim VALUES ('127.0.0.82', '${held.id}', ${held.fence}, now())`);
    const worker = fleet.work("a", ["--until-done"]);
    await fleet.clock.pass(10_000);
    assert.equal(fleet.site(`WHERE host = '127.0.0.82'`).state, "waiting", "its host is another's by a claim");
    end(held, "done");
    assert.equal((await worker.ended).code, 0);
    assert.equal(fleet.site(`WHERE host = '127.0.0.82'`).state, "done");
  });

  it("an ending by this version is none of the same site when such a worker has ended it since", async () => {
    const site = await startSite(plainSite(1), "127.0.0.84");
    fleet.onEnd(() => site.stop());
    fleet.database.run(data("version3.sql"));
    await fleet.init();
    await fleet.add([site.url]);
    assert.equal((await fleet.work("a", ["--until-done"]).ended).code, 0);
    assert.equal((await fleet.status()).sites.complete, 1);
    fleet.database.run("UPDATE tagtrail_site SET state = 'waiting', due_at = now(), until_at = NULL");
    const held = say("take", "old", 60_000)[0];
    end(held, "done");
    const { complete, sites, not_complete: [first] } = await fleet.status();
    assert.deepEqual([complete, sites.complete, sites.unknown], [false, 0, 1]);
    assert.deepEqual([first.site, first.ending, first.words], [site.url, "unknown", "not known: its worker did not say"]);
  });
});
