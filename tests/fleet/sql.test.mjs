// What the statements of fleets do without, so that PostgreSQL's relatives take them: the table of docs/fleet.md, read from
// the sources. No database is needed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { root } from "../e2e/support/program.mjs";
import { statementsOfFleets } from "./support/statements.mjs";

const DOCS = ["docs/fleet.md", "docs/fleet/database.md"];

/** By the name in the docs. */
const LEFT_OUT = {
  "LISTEN/NOTIFY": /\b(LISTEN|NOTIFY|pg_notify)\b/i,
  "advisory locks": /advisory/i,
  "stored procedures, triggers, extensions": /\bCREATE\s+(OR\s+REPLACE\s+)?(FUNCTION|PROCEDURE|TRIGGER|EXTENSION|RULE)\b|\bDO\s+\$/i,
  "sequences, SERIAL": /\b(SMALL|BIG)?SERIAL\b|\bSEQUENCE\b|\bnextval\b|\bIDENTITY\b/i,
  "arrays, JSON operators, types of their own": /\bARRAY\b|\[\]|\bunnest\b|\bANY\s*\(|\bjsonb?\b|->>?|@>|\bCREATE\s+(TYPE|DOMAIN)\b/i,
  "changes of tables that need a transaction": /^\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT)\b|\bLOCK\s+TABLE\b/i,
  "foreign keys, partitions": /\bREFERENCES\b|\bFOREIGN\s+KEY\b|\bPARTITION\s+(BY|OF)\b|\bINHERITS\b/i,
  "rows by place, tables of the system": /\bctid\b|\bxmin\b|\bpg_[a-z_]+\b|\bregclass\b/i,
};

describe("the statements of fleets", () => {
  const statements = statementsOfFleets();

  it("are found in the sources", () => {
    for (const part of ["FOR UPDATE SKIP LOCKED", "CREATE TABLE IF NOT EXISTS tagtrail_site", "INSERT INTO tagtrail_file", "ON CONFLICT"]) {
      assert.ok(statements.some(({ sql }) => sql.includes(part)), part);
    }
  });

  for (const [what, pattern] of Object.entries(LEFT_OUT)) {
    it(`do without ${what}`, () => assert.deepEqual(statements.filter(({ sql }) => pattern.test(sql)), []));
  }

  it("do without what the documentation names, and it names all of it", () => {
    const docs = DOCS.map((file) => {
      try {
        return readFileSync(join(root, file), "utf8");
      } catch {
        return "";
      }
    }).join("");
    const table = docs.slice(docs.indexOf("| left out | because |")).split("\n\n")[0];
    const named = table.split("\n").slice(2).filter(Boolean).map((row) => row.split("|")[1].trim());
    assert.deepEqual(named.toSorted(), Object.keys(LEFT_OUT).toSorted());
  });
});
