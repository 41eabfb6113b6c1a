// `tagtrail train`, and a harvest of search forms with what it learned.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { temporaryFolder } from "./support/browsers.mjs";
import { notBuilt, resultOf, run } from "./support/program.mjs";
import { Site } from "./support/site.mjs";

const page = (title, body) => `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`;
const pick = (words, at) => words[at % words.length];
const CITIES = ["Lisbon", "Oslo", "Cairo", "Lima", "Delhi", "Quito", "Perth"];
const TEAMS = ["Rovers", "United", "Wanderers", "Albion", "City"];
const search = (name, label) =>
  `<form action="/${name}"><label>${label} <input name="q"></label><select name="d"><option>one<option>two</select>
   <input type="submit" value="Search"></form>`;
const LOGIN = '<form method="post" action="/in"><input name="user"><input type="password" name="key"></form>';

const flight = (at) => `<p>Cheap flights and airline tickets from ${pick(CITIES, at)} to ${pick(CITIES, at + 3)}: compare
  fares, airports and departure times number${at}.</p>`;
const match = (at) => `<p>The match of ${pick(TEAMS, at)} against ${pick(TEAMS, at + 2)} ended ${at} goals to none,
  and the coach praised his players number${at}.</p>`;

/** Flights with a search each, matches with one of their own; each topic links to its own, by a list. */
const list = (kind, count) =>
  `<ul>${Array.from({ length: count }, (_, at) => `<li><a href="/${kind}/${at}">${kind} number ${at}</a></li>`).join("")}</ul>`;
const COUNT = 30;
const routes = {
  "/": page("Portal", '<a href="/matches">Football matches</a> <a href="/flights">Flights</a>'),
  "/flights": page("Flights", flight(0) + list("flight", COUNT)),
  "/matches": page("Football", match(0) + list("match", COUNT)),
};
for (let at = 0; at < COUNT; at++) {
  routes[`/flight/${at}`] = page("Flights", flight(at) + search(`fares${at}`, `Fares to ${pick(CITIES, at)}`) + LOGIN);
  routes[`/match/${at}`] = page("Football", match(at) + search(`teams${at}`, "Team") +
    `<a href="/more/${at}">more football</a>`);
  routes[`/more/${at}`] = page("Football", match(at + 1) + search(`more${at}`, "Player"));
}

describe("training", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  const at = (...names) => join(folder.path, ...names);
  const model = at("model.json");
  let site;
  let jobs = 0;

  function write(name, count, body) {
    mkdirSync(at(name), { recursive: true });
    for (let n = 0; n < count; n++) writeFileSync(at(name, `${n}.html`), page(name, body(n)));
  }
  const train = (...args) => run(["train", ...args]);

  before(() => {
    write("flights", 25, flight);
    write("matches", 25, match);
    write("searches", 12, (n) => search("find", `Words ${n}`));
    write("others", 12, (n) => `<p>${n}</p>` + LOGIN.replace("key", `key${n}`));
    site = new Site(routes);
    return site.start();
  });
  beforeEach(() => { site.hits.length = 0; });
  after(() => {
    site.stop();
    folder.remove();
  });

  it("says how many cases there were, how well it did, and what it skipped", async () => {
    writeFileSync(at("flights", "notes.txt"), "no page");
    writeFileSync(at("flights", "empty.html"), "");
    writeFileSync(at("matches", "twin.html"), readFileSync(at("matches", "1.html")));
    const ended = await train("--pages", at("flights"), at("matches"), "--forms", at("searches"), at("others"),
      "-o", model, "--json");
    assert.equal(ended.code, 0, ended.stderr);
    const said = JSON.parse(ended.stdout);
    assert.deepEqual([said.pages.wanted, said.pages.other, said.pages.folds, said.pages.accuracy], [25, 25, 5, 1]);
    assert.deepEqual([said.forms.wanted, said.forms.other, said.forms.accuracy], [12, 12, 1]);
    const skipped = Object.fromEntries(said.skipped.map(({ file, why }) => [file.slice(folder.path.length + 1), why]));
    assert.match(skipped["flights/notes.txt"], /not named .html/);
    assert.equal(skipped["flights/empty.html"], "empty");
    assert.match(skipped["matches/twin.html"], /the same text as .*1\.html/);
    const written = JSON.parse(readFileSync(model, "utf8"));
    assert.deepEqual(Object.keys(written), ["format", "forms", "pages", "version"]);
    const shown = await train("--pages", at("flights"), at("matches"), "-o", at("other.json"));
    assert.match(shown.stdout, /pages on topic: 25 wanted, 25 others; \d+ words\n {2}cross-validation, 5 folds: 100\.0 % right/);
    assert.match(shown.stderr, /skipped .*notes\.txt: not named/);
  });

  it("refuses what it can't learn from", async () => {
    mkdirSync(at("nothing"));
    for (const [folders, message] of [
      [[at("flights"), at("nothing")], /nothing: has no HTML page to learn from/],
      [[at("flights"), at("flights")], /flights: stands for both kinds of pages/],
      [[at("flights"), at("nowhere")], /nowhere: there is no such folder/],
      [[at("flights"), at("flights", "1.html")], /1\.html: is a file; name the folder/],
    ]) {
      const ended = await train("--pages", ...folders, "-o", at("x.json"));
      assert.equal(ended.code, 2, ended.stderr);
      assert.match(ended.stderr, message);
    }
    const forms = await train("--forms", at("flights"), at("others"), "-o", at("x.json"));
    assert.match(forms.stderr, /flights: none of its pages has a form/);
    assert.match((await train()).stderr, /nothing to learn from: name two folders/);
  });

  it("finds the forms of the topic, and leaves the other's links", async () => {
    const job = at(`job${++jobs}`);
    const ended = await run(["harvest", site.base, "--out", job, "--delay", "0", "--allow-private", "--json", "--browser",
      "never", "--sitemaps", "off", "--objective", "forms", "--policy", "ache", "--ache-model", model,
      "--ache-learn-every", "10"]);
    assert.equal(ended.code, 0, ended.stderr);
    const result = resultOf(ended);
    assert.equal(result.targets, COUNT);
    assert.ok(!site.hits.some((path) => path.startsWith("/match/")), "no link of a page off topic");
    const left = result.left_out.find(({ cause }) => cause === "not_asked");
    assert.equal(left?.count, COUNT, "they are open, not found");
    const exported = await run(["export", job, "--format", "forms"]);
    const forms = exported.stdout.trim().split("\n").map((line) => JSON.parse(line));
    assert.equal(forms.filter(({ action }) => /\/fares\d+$/.test(action)).length, COUNT);
  });

  it("learns from a job which links lead to results, and goes by that", async () => {
    const job = at(`job${jobs}`);
    const ended = await train("--pages", at("flights"), at("matches"), "--links", job, "-o", at("links.json"), "--json");
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(JSON.parse(ended.stdout).links.byDistance, [COUNT, 1, 0]);
    const again = await run(["harvest", site.base, "--out", `${job}-again`, "--delay", "0", "--allow-private", "--browser",
      "never", "--sitemaps", "off", "--objective", "forms", "--policy", "ache", "--ache-mode", "offline", "--ache-model",
      at("links.json"), "--max-requests", "5", "--json"]);
    assert.equal(again.code, 4, again.stderr);
    assert.match(readFileSync(join(`${job}-again`, "crawl.log"), "utf8"), /flight/);
    const none = await train("--links", at("flights"), "-o", at("x.json"));
    assert.notEqual(none.code, 0);
    assert.match(none.stderr, /flights/);
  });

  it("leaves a host after so many results, and says so", async () => {
    const job = at(`job${++jobs}`);
    const ended = await run(["harvest", site.base, "--out", job, "--delay", "0", "--allow-private", "--json", "--browser",
      "never", "--sitemaps", "off", "--objective", "forms", "--policy", "ache", "--ache-model", model,
      "--ache-site-results", "5"]);
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(resultOf(ended).targets, 5);
  });

  it("refuses a model that is none", async () => {
    const harvest = (...options) => run(["harvest", site.base, "--out", at("refused"), "--json", ...options]);
    const asked = ["--policy", "ache", "--ache-model"];
    assert.match((await harvest(...asked, at("nowhere.json"))).stderr, /--ache-model: .*nowhere\.json: no file/);
    assert.match((await harvest(...asked, at("flights", "1.html"))).stderr, /--ache-model: .*1\.html: no JSON/);
    writeFileSync(at("wrong.json"), "{}");
    assert.match((await harvest(...asked, at("wrong.json"))).stderr, /the model is none: 'format'/);
    assert.match((await harvest("--ache-model", model)).stderr, /needs --policy ache or --objective forms/);
    const offline = await harvest("--policy", "ache", "--ache-mode", "offline");
    assert.equal(offline.code, 2);
    assert.match(offline.stderr, /needs a model with a link classifier/);
  });
});
