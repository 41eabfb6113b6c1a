// Harvests whose results are pages: with markup for machines, or with new text; read with the browser
// and without.
// lane: browser
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { programs, temporaryFolder } from "./support/browsers.mjs";
import { manifestOf, notBuilt, resultOf, run, start, until } from "./support/program.mjs";
import { body, Site } from "./support/site.mjs";

const page = (body) => `<!doctype html><html><head><title>Shop</title></head><body>${body}</body></html>`;
const item = (name) => `<div itemscope itemtype="http://schema.org/Product"><b itemprop="name">${name}</b></div>`;
const list = (name, hrefs) => `<ul class="${name}">${hrefs.map((href) => `<li><a href="${href}">${href}</a></li>`).join("")}</ul>`;
const words = (count, from) => Array.from({ length: count }, (_, i) => `w${from + i}`).join(" ");
const numbered = (start, count) => Array.from({ length: count }, (_, i) => `${start}${i}`);

const ITEMS = numbered("/item/", 25);
const NEWS = numbered("/news/", 25);
/** What only a script puts there: plain HTTP reads no markup of it. */
const SCRIPTED = "/scripted";

/** The same search on every page of a directory, and a login. */
const SEARCH = '<form action="/find"><input name="q" size="30"><input type="submit" value="Search"></form>';
const LOGIN = '<form method="post" action="/in"><input name="user"><input type="password" name="key"></form>';

const routes = {
  "/": page(`${list("nav", ["/items", "/news"])}<a href="${SCRIPTED}">new</a><a href="/prices.csv">prices</a>`),
  "/items": page(list("items", ITEMS)),
  "/news": page(list("news", NEWS)),
  "/prices.csv": "no page",
  [SCRIPTED]: page(`<p id="here"></p><script>
    document.getElementById("here").innerHTML = ${JSON.stringify(`${item("Made")}<a href="/late">late</a>`)};</script>`),
  "/late": page(item("Late")),
  ...Object.fromEntries(ITEMS.map((path) => [path, page(item(`Thing ${path}`))])),
  ...Object.fromEntries(NEWS.map((path, i) => [path, page(`<p>News of day ${"again and ".repeat(i % 5)} over</p>`)])),
};

describe("objectives", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  let jobs = 0;
  let job;
  let site;

  before(() => {
    site = new Site(routes);
    return site.start();
  });
  beforeEach(() => {
    job = join(folder.path, `job${++jobs}`);
    site.hits.length = 0;
  });
  after(() => {
    site.stop();
    folder.remove();
  });

  const harvest = (...options) =>
    run(["harvest", site.base, "--out", job, "--delay", "0", "--allow-private", "--json", ...options]);
  const found = () => manifestOf(job).resources.map(({ sources }) => new URL(sources[0].path).pathname).sort();

  it("keeps the pages with markup, and asks for no files", async () => {
    const ended = await harvest("--browser", "never", "--objective", "markup");
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(found(), [...ITEMS].sort());
    assert.ok(!site.hits.includes("/prices.csv"));
    assert.equal(resultOf(ended).targets, ITEMS.length);
    for (const { path, mediatype } of manifestOf(job).resources) {
      assert.equal(mediatype, "text/html");
      assert.match(readFileSync(join(job, path), "utf8"), /itemprop="name">Thing/);
    }
  });

  it("goes to where the markup is first", async () => {
    const ended = await harvest("--browser", "never", "--objective", "markup", "--max-requests", "36");
    assert.equal(ended.code, 4, ended.stderr);
    assert.ok(found().length >= 20, `${found().length} of ${ITEMS.length} with 36 requests`);
  });

  it("wants as many statements as it is told to", async () => {
    assert.equal((await harvest("--browser", "never", "--objective", "markup", "--markup-min", "4")).code, 0);
    assert.deepEqual(found(), []);
  });

  it("says which objectives and kinds of markup there are", async () => {
    const unknown = await harvest("--objective", "gold");
    assert.equal(unknown.code, 2);
    assert.match(unknown.stderr, /unknown objective 'gold'; there are: data-files, statistics, markup/);
    const kind = await harvest("--objective", "markup", "--markup", "rdf");
    assert.equal(kind.code, 2);
    assert.match(kind.stderr, /unknown markup 'rdf'; there are: microdata, rdfa, microformats, json-ld/);
  });

  it("exports what the pages say for machines", async () => {
    assert.equal((await harvest("--browser", "never", "--objective", "markup")).code, 0);
    const exported = await run(["export", job, "--format", "statements"]);
    assert.equal(exported.code, 0, exported.stderr);
    const names = exported.stdout.trim().split("\n").map((line) => JSON.parse(line))
      .filter(({ predicate }) => predicate === "http://schema.org/name");
    assert.equal(names.length, ITEMS.length);
    assert.deepEqual(names.map(({ page: { length }, object, syntax }) => [length > 0, object.slice(0, 5), syntax])[0],
      [true, "Thing", "microdata"]);
  });

  it("keeps one page of each form that searches", async () => {
    const forms = new Site({
      "/": page(list("nav", ["/a", "/b", "/in"])),
      "/a": page(SEARCH), "/b": page(SEARCH), "/in": page(LOGIN),
    });
    await forms.start();
    const ended = await run(["harvest", forms.base, "--out", job, "--delay", "0", "--allow-private", "--json",
      "--browser", "never", "--objective", "forms"]);
    forms.stop();
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(resultOf(ended).targets, 1);
    assert.equal(found().length, 1);
    const exported = await run(["export", job, "--format", "forms"]);
    const { action, method, fields } = JSON.parse(exported.stdout);
    assert.deepEqual([new URL(action).pathname, method, fields[0].name], ["/find", "get", "q"]);
  });

  it("keeps pages with new text, and none that say the same again", async () => {
    const texts = new Site({
      "/": page(list("nav", ["/a", "/b", "/c"])),
      "/a": page(words(50, 0)), "/b": page(words(50, 0)), "/c": page(words(50, 25)),
    });
    await texts.start();
    const ended = await run(["harvest", texts.base, "--out", job, "--delay", "0", "--allow-private", "--json",
      "--browser", "never", "--objective", "content"]);
    texts.stop();
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual([found().length, found().includes("/c")], [3, true], "one of /a and /b");
  });

  describe("statistics", () => {
    const xls = (rows) => body("application/vnd.ms-excel", rows);
    const TABLE = "region,births,deaths\nA,10,20\nB,30,41\nC,55,60\nD,12,13\n";
    const FORM = "Name:\nDate:\nSignature:\n";
    const sections = (name, content) => Object.fromEntries(numbered(`/${name}/`, 30).flatMap((path, i) => [
      [path, page(`<p>${words(30, 30 * i)}</p>${list(name, [`/data${path}.xls`])}`)],
      // No two are the same.
      [`/data${path}.xls`, xls(content.replaceAll("A", `A${i}`).replaceAll("Name", `Name ${i}`))],
    ]));
    const office = new Site({
      "/": page(`${list("forms", numbered("/forms/", 30))}${list("tables", numbered("/tables/", 30))}`),
      ...sections("tables", TABLE), ...sections("forms", FORM),
    });
    before(() => office.start());
    after(() => office.stop());

    const asking = (...options) => ["harvest", office.base, "--out", job, "--delay", "0", "--allow-private", "--json",
      "--sitemaps", "off", "--objective", "statistics", ...(options.includes("--browser") ? [] : ["--browser", "never"]), ...options];
    const seek = (...options) => run(asking(...options));
    const asked = () => readFileSync(join(job, "crawl.log"), "utf8").trimEnd().split("\n")
      .map((line) => new URL(line.match(/ (http\S+)/)[1]).pathname).filter((path) => path !== "/robots.txt");

    it("takes the files with statistics first, and all of them in the end", async () => {
      assert.equal((await seek("--max-requests", "80")).code, 4);
      const tables = asked().filter((path) => /^\/data\/tables\//.test(path)).length;
      const forms = asked().filter((path) => /^\/data\/forms\//.test(path)).length;
      assert.ok(tables >= 25 && forms <= 15, `${tables} tables and ${forms} forms with 80 requests`);
      const ended = await seek("--max-requests", "1000");
      assert.equal(ended.code, 0, ended.stderr);
      assert.equal(resultOf(ended).targets, 60);
      assert.equal(manifestOf(job).resources.filter((resource) => resource.tagtrail.statistics).length, 30);
    });

    it("decides the same after a stop, as what was found is kept with the answers", async () => {
      assert.equal((await seek()).code, 0);
      const whole = asked();
      job = `${job}-in-parts`;
      for (const most of ["20", "55", "1000"]) await seek("--max-requests", most);
      assert.deepEqual(asked(), whole);
    });

    it("decides the same in a browser", { skip: !programs.chromium && "Chromium is not installed" }, async () => {
      assert.equal((await seek("--max-requests", "40")).code, 4);
      const plain = asked();
      job = `${job}-in-tabs`;
      const ended = await seek("--max-requests", "40", "--browser", "always");
      assert.equal(ended.code, 4, ended.stderr);
      assert.deepEqual(asked(), plain);
    });

    it("goes on after kill -9, and finds nothing new on a revisit", async () => {
      office.hits.length = 0;
      const killed = start(asking());
      await until(() => office.hits.filter((path) => path.startsWith("/data/")).length >= 10);
      killed.child.kill("SIGKILL");
      await killed.ended;
      const ended = await seek();
      assert.equal(ended.code, 0, ended.stderr);
      assert.equal(resultOf(ended).targets, 60);
      const flags = () => manifestOf(job).resources.filter((resource) => resource.tagtrail.statistics).length;
      assert.equal(flags(), 30);
      const again = await seek("--revisit");
      assert.equal(again.code, 0, again.stderr);
      assert.deepEqual([resultOf(again).targets, flags(), manifestOf(job).tagtrail.revisit.changed], [60, 30, []]);
    });
  });

  describe("a topic", () => {
    // Half of the pages and files are about rents, as their links say; the start page has them in turn.
    const topics = ["rents", "fishing"];
    const numbers = Array.from({ length: 20 }, (_, at) => at);
    const office = new Site({
      "/": page(numbers.flatMap((at) => topics.map((topic) => `<p><a href="/page/${topic}-${at}">Part ${at}: ${topic}</a></p>`)).join("")),
      ...Object.fromEntries(numbers.flatMap((at) => topics.flatMap((topic) => [
        [`/page/${topic}-${at}`, page(list("files", [`/file/${topic}-${at}.csv`]))],
        [`/file/${topic}-${at}.csv`, body("text/csv", `${topic},year\n${at},2020\n`)],
      ]))),
    });
    before(() => office.start());
    after(() => office.stop());

    const seek = (...options) => run(["harvest", office.base, "--out", job, "--delay", "0", "--allow-private", "--json",
      "--sitemaps", "off", ...options], { env: { ...process.env, XDG_DATA_DIRS: folder.path } });
    const filesOf = (topic) => found().filter((path) => path.startsWith(`/file/${topic}`)).length;
    const reasons = () => readFileSync(join(job, "crawl.log"), "utf8").trimEnd().split("\n");

    for (const browser of ["never", "always"]) {
      const skip = browser === "always" && !programs.chromium && "Chromium is not installed";
      it(`orders what is taken, and says so, with --browser ${browser}`, { skip }, async () => {
        const about = ["--browser", browser, "--about", "Rents by region"];
        const first = await seek(...about, "--max-requests", "48");
        assert.equal(first.code, 4, first.stderr);
        assert.ok(filesOf("rents") >= 18 && filesOf("fishing") <= 4, `${filesOf("rents")} and ${filesOf("fishing")}`);
        assert.match(reasons().find((line) => line.includes("/file/rents-")), /has the words of the topic \(relevance \d/);
        assert.equal(manifestOf(job).tagtrail.about, "Rents by region");
        if (browser === "always") return;
        const ended = await seek(...about, "--max-requests", "1000");
        assert.equal(ended.code, 0, ended.stderr);
        assert.deepEqual([filesOf("rents"), filesOf("fishing")], [20, 20]);
      });
    }

    describe("that links don't name", () => {
      // Sixteen volumes of six tables each, called by numbers; those of one are about rents.
      const volumes = Array.from({ length: 16 }, (_, at) => at);
      const parts = [1, 2, 3, 4, 5, 6];
      const archive = new Site({
        "/": page(list("volumes", volumes.map((at) => `/vol/${at}`))),
        ...Object.fromEntries(volumes.flatMap((at) => [
          [`/vol/${at}`, page(list("files", parts.map((part) => `/file/${at}-${part}.csv`)))],
          ...parts.map((part) => [`/file/${at}-${part}.csv`,
            body("text/csv", `${at === 11 ? "region,rents" : "boat,catch"}\nplace ${at},${part}\nplace ${part},${at}\n`)]),
        ])),
      });
      before(() => archive.start());
      after(() => archive.stop());

      const seekThere = (...options) => run(["harvest", archive.base, "--out", job, "--delay", "0", "--connections", "1", "--allow-private",
        "--json", "--sitemaps", "off", "--about", "rents by region", ...options]);
      /** Requests until the last table about rents was there. */
      const requestsToRents = () => reasons().findLastIndex((line) => line.includes("/file/11-")) + 1;

      for (const browser of ["never", "always"]) {
        const skip = browser === "always" && !programs.chromium && "Chromium is not installed";
        it(`is followed by the tables that came, with --browser ${browser}`, { skip }, async () => {
          const ended = await seekThere("--browser", browser);
          assert.equal(ended.code, 0, ended.stderr);
          assert.equal(found().length, 96);
          // The start page, each volume and one table of it, the other five of one, and a few that come with their page.
          assert.ok(requestsToRents() <= 50, `${requestsToRents()} requests`);
          assert.ok(reasons().some((line) => /\/file\/11-.*, but tables that came by links like it have \(0\.\d/.test(line)));
        });
      }

      it("decides the same after a stop", async () => {
        const asked = () => reasons().map((line) => line.split(" ")[9]);
        assert.equal((await seekThere("--browser", "never")).code, 0);
        const whole = asked();
        job = `${job}-in-parts`;
        for (const most of ["7", "30", "1000"]) await seekThere("--browser", "never", "--max-requests", most);
        assert.deepEqual(asked(), whole);
      });

      it("has nothing to go by where files are not looked into", async () => {
        const ended = await seekThere("--browser", "never", "--tables", "off");
        assert.equal(ended.code, 0, ended.stderr);
        assert.equal(found().length, 96);
        assert.ok(!reasons().some((line) => line.includes("tables that came")));
      });
    });

    it("takes words from a dictionary, and says which", async () => {
      // As dictd keeps them: a headword, where its entry is and how long it is, in base 64.
      mkdirSync(join(folder.path, "dictd"), { recursive: true });
      const entry = "Miete /m/ <fem>\nrents, lease\n";
      writeFileSync(join(folder.path, "dictd/freedict-deu-eng.dict"), entry);
      writeFileSync(join(folder.path, "dictd/freedict-deu-eng.index"), `Miete\tA\t${String.fromCodePoint(97 + entry.length - 26)}\n`);
      const first = await seek("--browser", "never", "--about", "Miete Gegend", "--about-in", "de-en", "--max-requests", "48");
      assert.equal(first.code, 4, first.stderr);
      assert.match(first.stderr, /^about: Miete\|rents\|lease Gegend; not in the dictionary: gegend \(de-en\)$/m);
      assert.ok(filesOf("rents") >= 18 && filesOf("fishing") <= 4, `${filesOf("rents")} and ${filesOf("fishing")}`);
    });

    it("is refused where it can't be kept to", async () => {
      const refusals = [
        [["--about", "..."], 2, /topic has no words/],
        [["--about", "rents", "--policy", "bfs"], 2, /trail/],
        [["--about-in", "de"], 2, /--about-in: needs --about/],
        [["--about", "rents", "--about-in", "xx"], 2, /'xx' is not a language/],
        [["--about", "rents", "--about-in", "pl"], 3, /apt install dict-freedict-eng-pol/],
      ];
      for (const [options, code, words] of refusals) {
        const refused = await seek("--browser", "never", ...options);
        assert.equal(refused.code, code, options.join(" "));
        assert.match(refused.stderr, words);
      }
    });
  });

  describe("acebot", () => {
    const acebot = (...options) => harvest("--objective", "content", "--policy", "acebot", ...options);
    const patterns = () => readFileSync(join(job, "patterns.txt"), "utf8");
    const asked = () => site.hits.filter((path) => path !== "/robots.txt" && !path.includes("sitemap"));

    it("keeps its patterns for the next visit, which asks for no more", async () => {
      assert.equal((await acebot("--browser", "never", "--sitemaps", "off", "--acebot-sample", "30")).code, 0);
      const first = patterns();
      assert.match(first, /^# Navigation patterns of .*\n(# .*\n)+(\/\(.*\n)+$/);
      const cost = asked().length;
      const earlier = job;
      job = `${job}-next`;
      site.hits.length = 0;
      assert.equal((await acebot("--browser", "never", "--sitemaps", "off", "--patterns", earlier)).code, 0);
      assert.equal(patterns(), first);
      assert.ok(asked().length <= cost, `${asked().length} requests after ${cost}`);
    });

    it("follows the patterns of a file, and says which links it left", async () => {
      const file = join(folder.path, "mine.txt");
      writeFileSync(file, "# by hand\n\n/(/html/body/ul/li/a/@href)\n");
      const ended = await acebot("--browser", "never", "--sitemaps", "off", "--patterns", file);
      assert.equal(ended.code, 0, ended.stderr);
      assert.deepEqual(asked(), ["/", "/items", "/news"]);
      const left = resultOf(ended).left_out.find(({ cause }) => cause === "not_asked");
      assert.equal(left?.count, ITEMS.length + NEWS.length + 1);
    });

    it("refuses patterns that are none", async () => {
      const nothing = await acebot("--patterns", join(folder.path, "nowhere.txt"));
      assert.equal(nothing.code, 2);
      assert.match(nothing.stderr, /--patterns: can't read .*nowhere\.txt/);
      const other = await harvest("--patterns", folder.path);
      assert.equal(other.code, 2);
      assert.match(other.stderr, /--patterns: needs --policy acebot/);
    });
  });

  const withChromium = { skip: !programs.chromium && "Chromium is not installed" };
  it("keeps the patterns of an engine in the browser as well", withChromium, async () => {
    const options = ["--objective", "content", "--policy", "acebot", "--acebot-sample", "10", "--max-requests", "12"];
    assert.equal((await harvest("--browser", "auto", ...options)).code, 4);
    assert.match(readFileSync(join(job, "patterns.txt"), "utf8"), /\n\/\(.*\n$/);
  });

  it("keeps what the browser shows, markup of scripts too", withChromium, async () => {
    const ended = await harvest("--browser", "always", "--objective", "markup", "--max-requests", "90");
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(found(), [...ITEMS, "/late", SCRIPTED].sort());
    const made = manifestOf(job).resources.find(({ sources }) => sources[0].path.endsWith(SCRIPTED));
    assert.match(readFileSync(join(job, made.path), "utf8"), /itemprop="name">Made/);
  });
});
