// A site leads tabs into the user's own network, by redirects, scripts, parts of pages and names: nothing is asked of literal addresses
// there, and nothing is taken from what a name leads to.
// lane: browser
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, it } from "node:test";
import { NAMES, SITE, START } from "../sites/inside/pages.mjs";
import { programs, temporaryFolder } from "./support/browsers.mjs";
import { addressesOf, manifestOf, notBuilt, requestsIn, resultOf, run } from "./support/program.mjs";

const WORLD = ["unshare", "--map-root-user", "--net", "--mount"];
const noWorld = spawnSync(WORLD[0], [...WORLD.slice(1), "sh", "-c", "ip link add link0 type veth peer name link1 && mount --bind /etc/hosts /etc/resolv.conf"]).status !== 0
  && "no network of its own can be made here";
const world = new URL("../sites/inside/world.mjs", import.meta.url).pathname;

for (const kind of ["chromium", "firefox"]) {
  const skip = notBuilt || noWorld || (!programs[kind] && `${kind} is not installed`);
  describe(`a site leads tabs of ${kind} into the user's own network`, { skip }, () => {
    it("literal addresses are not asked for, and nothing is taken from names that lead there", async () => {
      const folder = temporaryFolder();
      try {
        const job = join(folder.path, "job");
        const ended = await run(["harvest", START, "--out", job, "--browser", "always", "--browser-kind", kind, "--delay", "0", "--connections", "4",
          "--scope", "web", "--max-requests", "600", "--archive", "warc", "--json", "--quiet"],
        { wrapper: [...WORLD, process.execPath, world, folder.path] });
        assert.equal(ended.code, 0, ended.stderr);
        const asked = requestsIn(join(folder.path, "log"));
        const inside = asked.filter(({ at }) => at !== SITE);
        const byName = inside.filter(({ host }) => [...NAMES, "moves.example.com"].includes(host));
        assert.deepEqual(inside.filter((one) => !byName.includes(one)), [], "a literal address was asked");
        // Chromium tells who answered only after it has asked.
        if (kind === "firefox") assert.deepEqual(byName, []);
        const found = addressesOf(manifestOf(job)).map(({ sources }) => new URL(sources[0].path).pathname).sort();
        assert.deepEqual(found, ["/files/moves.csv", "/files/parts.csv", "/files/start.csv"]);
        assert.ok(!asked.some(({ url }) => url.includes("taken")), "something was taken from inside");
        const { stopped: { ownNetwork }, left_out: left } = resultOf(ended);
        assert.ok(ownNetwork.count >= ownNetwork.requests.length && ownNetwork.requests.length > 40, JSON.stringify(ownNetwork));
        assert.ok(ownNetwork.requests.every(({ url, page }) => !url.includes("site.example.com") && page.includes("example.com")));
        assert.ok(left.some(({ cause }) => cause === "refused_address"), JSON.stringify(left));
      } finally {
        folder.remove();
      }
    });
  });
}
