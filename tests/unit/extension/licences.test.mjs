// licences.txt, made from what npm and Debian packages say.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import { bundledNotices, debianNotice } from "../../../licences.mjs";

const COPYRIGHT = `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/

Files: *
Copyright: 2001 Ann
License: Expat or NCSA

Files:
 lib/sort.c
 lib/find.c
Copyright: 2002 Ben
License: BSD-3-Clause with Ben exception
 Ben makes an exception.

Files: lib/lost.c
Copyright: 2003 Cid
License: Lost

Files: tests/*
Copyright: 2004 Dee
License: GPL-2

License: Expat
 Text of Expat.
 .
 More of it.

License: NCSA
 Text of NCSA.

License: BSD-3-clause
 Text of BSD.

License: GPL-2
 Text of the GPL.
`;

describe("the notices of others", () => {
  let folder;
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "tagtrail-licences-"));
    write("doc/thing/copyright", COPYRIGHT);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const debian = (below, name = "thing") => debianNotice({ name: "Thing", debian: name, below }, join(folder, "doc"));

  it("are what the copyright file says of the sources used, with the licences named there", () => {
    const all = debian(["*"]);
    assert.match(all, /2001 Ann/);
    assert.match(all, /Text of Expat\.\n \.\n More of it\./);
    assert.match(all, /Text of NCSA/);
    assert.doesNotMatch(all, /Ben|Cid|Dee|BSD|GPL/);
    const sort = debian(["lib/sort.c"]);
    assert.match(sort, /2002 Ben[^]*Ben makes an exception[^]*Text of BSD/);
    assert.doesNotMatch(sort, /Ann|Cid|Dee|Expat|GPL/);
  });

  it("must be there", () => {
    assert.throws(() => debian(["*"], "other"), /the licence of Thing is missing: no file .*other\/copyright/);
    assert.throws(() => debian(["src/"]), /the licence of Thing is missing: .*copyright has nothing on it/);
    assert.throws(() => debian(["lib/lost.c"]), /the licence lost of Thing is missing in .*copyright/);
  });

  it("are there for each npm package that was bundled", () => {
    const notices = (...inputs) => bundledNotices(inputs, { npm: join(folder, "npm") });
    assert.throws(() => notices("src/a.ts", "node_modules/uplot/dist/uPlot.esm.js"), /the licence of uPlot is missing/);
    write("npm/uplot/LICENSE", "Leon's terms");
    assert.equal(notices("src/a.ts", "node_modules/uplot/a.js", "/x/node_modules/uplot/b.css"), "== uPlot ==\n\nLeon's terms\n");
    assert.throws(() => notices("node_modules/@some/one/a.js"), /@some\/one is bundled, but licences.mjs does not know it/);
    assert.equal(notices("src/a.ts"), "");
  });
});
