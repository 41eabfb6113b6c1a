// The pictures for the stores: all are made, in the size and the kind that both take. With --long only.
// lane: screen
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { fieldsOf, readListing } from "../../extension/store/listing.mjs";
import { programs, temporaryFolder } from "../e2e/support/browsers.mjs";
import { longOnly, notBuilt } from "../e2e/support/program.mjs";
import { noScreen } from "./support/screen.mjs";
import { notPacked } from "./support/store_build.mjs";

const missing = longOnly || notBuilt || notPacked || noScreen ||
  (!programs.chromium && "Chromium is not installed");
/** Where a PNG says what it is (W3C "PNG", 11.2.2): 8 bits a colour, no alpha. */
const PNG = { width: 16, height: 20, kind: 24, trueColour: [8, 2] };

describe("pictures for the stores", { skip: missing, timeout: 300_000 }, () => {
  const folder = temporaryFolder();
  after(() => folder.remove());

  it("are made, one for each caption", () => {
    execFileSync(process.execPath, [join(import.meta.dirname, "screenshots.mjs"), "--out", folder.path, "--language", "fr"]);
    const names = [...fieldsOf(readListing("fr"), "screenshot").keys()];
    const pictures = names.map((name) => readFileSync(join(folder.path, "fr", `${name}.png`)));
    for (const [at, png] of pictures.entries()) {
      assert.deepEqual([png.readUInt32BE(PNG.width), png.readUInt32BE(PNG.height)], [1280, 800], names[at]);
      assert.deepEqual([...png.subarray(PNG.kind, PNG.kind + 2)], PNG.trueColour);
      assert.ok(png.length > 50_000, `${names[at]} is nearly empty: ${png.length} bytes`);
    }
    assert.equal(new Set(pictures.map((png) => png.toString("latin1"))).size, names.length);
  });
});
