// What people mistype or misjudge is answered by what to do instead, and leaves nothing behind.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "./support/browsers.mjs";
import { readByOthers } from "./support/frictionless.mjs";
import { notBuilt, run } from "./support/program.mjs";

const WRONG_USAGE = 2;
const COULD_NOT_START = 3;

describe("mistakes", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  const job = join(folder.path, "job");
  const server = createServer((request, response) => {
    const links = { "/away": "http://other.example/a.html", "/down/": "/up.html" }[request.url];
    response.writeHead(links === undefined ? 404 : 200, { "content-type": "text/html" });
    response.end(`<a href="${links ?? ""}">on</a>`);
  });
  let site;
  before(async () => {
    await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
    site = `http://127.0.0.1:${server.address().port}`;
  });
  after(() => {
    server.close();
    folder.remove();
  });

  const harvest = (url, ...more) => harvestInto(job, url, ...more);
  const harvestInto = (out, url, ...more) =>
    run(["harvest", url, "--out", out, "--browser", "never", "--allow-private", "--delay", "0", ...more]);

  it("suggest the command and the option that was meant", async () => {
    const command = await run(["harvset", site]);
    assert.equal(command.code, WRONG_USAGE);
    assert.match(command.stderr, /unknown command 'harvset'; did you mean 'harvest'\?/);
    const far = await run(["qwertz"]);
    assert.doesNotMatch(far.stderr, /did you mean/);
    const option = await harvest(site, "--max-request", "5");
    assert.equal(option.code, WRONG_USAGE);
    assert.match(option.stderr, /harvest has no option --max-request; did you mean '--max-requests'\?/);
    assert.ok(!existsSync(job));
  });

  it("in --targets are refused before anything is asked for", async () => {
    for (const [targets, words] of [["exel", /did you mean xlsx, xls\?/], ["csv,pfd", /'pfd'; did you mean .*pdf/],
      ["text/html", /web pages are no files/], ["*/*", /is not a type of files/], ["html", /web pages/]]) {
      const ended = await harvest(site, "--targets", targets);
      assert.equal(ended.code, WRONG_USAGE, targets);
      assert.match(ended.stderr, words, targets);
    }
    // Who writes the dot means it.
    assert.equal((await harvestInto(`${job}-dot`, `${site}/away`, "--targets", ".exel")).code, 0);
  });

  it("a dead host is called so, and leaves no folder", async () => {
    const ended = await harvest("http://127.0.0.1:9/");
    assert.equal(ended.code, COULD_NOT_START);
    assert.match(ended.stderr, /the host can't be reached: /);
    assert.doesNotMatch(ended.stderr, /robots\.txt/);
    assert.ok(!existsSync(job));
    assert.equal((await harvest(`${site}/not-there`)).code, COULD_NOT_START);
    assert.ok(!existsSync(job));
  });

  it("a folder that was there stays, with what is in it", async () => {
    mkdirSync(job);
    await harvest("http://127.0.0.1:9/");
    assert.ok(existsSync(job));
    writeFileSync(`${job}-list`, `${site}/not-there --browser never --allow-private\n`);
    const batch = await run(["batch", `${job}-list`, "--out", `${job}-batch`]);
    assert.match(batch.stdout, /not-there +0 +\d+ .* failed \(exit 3\): .*404/);
  });

  it("a start page whose links all lead out names the scope that takes them", async () => {
    const away = await harvestInto(`${job}-away`, `${site}/away`);
    assert.match(away.stderr, /all links of the start page lead out .*other\.example\/a\.html; start there/);
    const wider = /--scope '(regex:[^']+)'/.exec(away.stderr)[1];
    assert.equal((await harvestInto(`${job}-wide`, `${site}/away`, "--scope", wider, "--max-requests", "1")).code, 4);
    const { resources } = JSON.parse(readFileSync(join(`${job}-away`, "datapackage.json"), "utf8"));
    assert.deepEqual(resources.map(({ name }) => name), ["no-files"]);
    assert.deepEqual((await readByOthers(`${job}-away`)).errors, []);
    const down = await harvestInto(`${job}-down`, `${site}/down/`, "--scope", "prefix");
    assert.match(down.stderr, /scope 'prefix', such as .*\/up\.html; --scope host takes that/);
  });
});
