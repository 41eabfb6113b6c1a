// What a page costs: its HTML is parsed once, whatever it holds. One that spoke of a data set and asked for a password was
// parsed three times, and the parser is most of what a harvest without a browser costs.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, it } from "node:test";
import { startSite } from "./support/batch_sites.mjs";
import { temporaryFolder } from "./support/browsers.mjs";
import { manifestOf, notBuilt, root, run } from "./support/program.mjs";
import { body } from "./support/site.mjs";

const shim = join(root, "build/native/tests/libparser_shim.so");
const skip = notBuilt || (!existsSync(shim) && "the parser shim is not built");
const folder = temporaryFolder();
after(() => folder.remove());

const RICH = `<!doctype html><title>Births</title><meta name=generator content="CKAN 2.10">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Dataset","name":"Births",
 "distribution":[{"contentUrl":"/births.csv"}]}</script>
<form action=/search><input name=q></form><form action=/in><input type=password name=p></form>
<select onchange="location=this.value"><option value=/deaths.csv>Deaths</select>`;

it("a page is parsed once, with data sets, forms, scripts and a login in it", { skip }, async () => {
  const site = await startSite({ routes: { "/": body("text/html", RICH), "/births.csv": body("text/csv", "year,births\n2024,1\n"),
    "/deaths.csv": body("text/csv", "year,deaths\n2024,2\n") } }, "127.0.0.1");
  const notes = join(folder.path, "parsed");
  const result = await run(["harvest", site.url, "--out", join(folder.path, "job"), "--browser", "never", "--allow-private", "--delay", "0"], { env: { LD_PRELOAD: shim, TAGTRAIL_PARSED: notes } });
  await site.stop();
  assert.equal(result.code, 0, result.stderr);
  assert.equal(manifestOf(join(folder.path, "job")).resources.length, 2);
  const parses = readFileSync(notes, "utf8").trim().split("\n").filter((size) => Number(size) === RICH.length);
  assert.equal(parses.length, 1);
});
