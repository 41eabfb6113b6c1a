// The top of a job's page: the word of the program, and what is missing with what gets it.
import "../extension/support/fake_document.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { endingPart } from "../../../report/src/job/ending_part.ts";

const forbidden = { cause: "robots", count: 2, example: "http://h/a", words: "addresses that robots.txt forbids", remedy: "ask the site's operators" };
const lost = { cause: "trap", count: 1, links: 9, example: "", words: "part of the site skipped", remedy: "" };

const shown = (ending, leftOut = [], state = "finished") => {
  const part = endingPart({ job: { state, ending }, leftOut });
  return part === null ? null : { said: part.all("p").map(({ textContent }) => textContent),
    rows: part.all("tbody").flatMap((body) => body.all("tr")).map((row) => row.all("td").map(({ textContent }) => textContent)) };
};

test("a complete job is told in one line", () => {
  const words = "complete: everything this site shows was followed";
  assert.deepEqual(shown({ complete: true, how: "complete", words }), { said: [words], rows: [] });
});

test("of one that is about complete the line says what waits", () => {
  const words = "about complete: as good as all files are probably there; 7 links not yet followed";
  const waiting = { ...forbidden, cause: "not_asked" };
  assert.deepEqual(shown({ complete: false, how: "about", words }, [waiting]), { said: [words], rows: [] });
});

test("what is missing is listed with what gets it, in the program's order", () => {
  assert.deepEqual(shown({ complete: false, how: "partial", words: "not complete" }, [forbidden, lost]), {
    said: ["not complete:"],
    rows: [["2", "addresses that robots.txt forbidshttp://h/aTo get them: ask the site's operators"],
      ["1", "part of the site skipped, with about 9 links not followed"]],
  });
});

test("a job without files says why, and what gets them", () => {
  const words = "complete, but no file of a wanted type";
  assert.deepEqual(shown({ complete: true, how: "complete", words, reason: "types", remedy: "--targets pdf takes these" }),
    { said: [words, "To get them: --targets pdf takes these"], rows: [] });
});

test("while a job runs nothing is said, and of an older one only what it left out", () => {
  assert.equal(shown(null, [forbidden], "running"), null);
  assert.deepEqual(shown(null, [lost]), { said: [], rows: [["1", "part of the site skipped, with about 9 links not followed"]] });
});
