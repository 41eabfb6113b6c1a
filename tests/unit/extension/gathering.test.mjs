// What the reading of a page by gestures is made of, as far as it needs no DOM.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ActedPage } from "../../../extension/src/background/acted_page.ts";
import { Exploration } from "../../../extension/src/background/exploration.ts";
import { FetchedFiles } from "../../../extension/src/background/fetched_files.ts";
import { FilePresses, PressOrder } from "../../../extension/src/background/file_presses.ts";
import { addressOfMadeFile, madeFileOf } from "../../../extension/src/background/made_file.ts";
import { IdleButtons } from "../../../extension/src/background/idle_buttons.ts";
import { Pending } from "../../../extension/src/background/pending.ts";
import { PressWatch } from "../../../extension/src/background/press_watch.ts";
import { Collected } from "../../../extension/src/content/collected.ts";

const link = (written, base = 0) =>
  ({ base, written, tagPath: "/a", element: "a", anchor: "", heading: "", around: "", rel: "", hints: 0 });
const page = (links, bases = ["http://h/"]) =>
  ({ title: "", language: "", charset: "UTF-8", text: "", truncated: false, linksCut: 0, forms: [], bases, links: links.map((one) => (typeof one === "string" ? link(one) : one)) });
const written = ({ page: { links } }) => links.map((one) => one.written);

test("links of later readings are added once, and those that went stay", () => {
  const all = new Collected(page(["1", "1", "2"]));
  assert.equal(all.add(page(["2", "3", "3"])), 1);
  assert.deepEqual([all.forgets, all.drops], [true, true]);
  assert.deepEqual(written(all), ["1", "1", "2", "3"]);
  assert.equal(all.add(page(["1", "2", "3", "4"])), 1);
  assert.deepEqual([all.forgets, all.drops], [false, false]);
  assert.equal(all.add(page(["1", "2", "3", "4"])), 0);
  assert.equal(all.add(page(["4"])), 0);
  assert.equal(all.add(page(["4", "5"])), 1);
  // What went before is missing still; since the last reading nothing has gone.
  assert.deepEqual([all.forgets, all.drops], [true, false]);
});

// The file of an anchor that a script made late was listed with the script as its place, which says nothing.
test("a link is news where a script had named its address before", () => {
  const named = { ...link("1"), element: "link", tagPath: "/script" };
  const all = new Collected(page([named]));
  assert.equal(all.add(page([named, link("1")])), 1);
  assert.deepEqual(all.page.links.map(({ tagPath }) => tagPath), ["/script", "/a"]);
});

test("bases of later readings are found among the first ones", () => {
  const all = new Collected(page(["1"]));
  all.add(page([link("2", 0), link("3", 1)], ["http://frame/", "http://h/"]));
  assert.deepEqual(all.page.bases, ["http://h/", "http://frame/"]);
  assert.deepEqual(all.page.links.map(({ base }) => base), [0, 1, 0]);
});

test("readings together have no more links than one may have", () => {
  const all = new Collected(page(Array.from({ length: 99_999 }, (_, at) => `${at}`)));
  all.add(page(["a", "b"]));
  assert.equal(all.page.links.length, 100_000);
  assert.equal(all.page.truncated, true);
});

test("a made file's address holds its page and name", () => {
  for (const [url, name] of [["http://h/a", "x.csv"], ["http://h/a?b=1&c", "é & ü?.csv"], ["http://h/?a=&b", "z"]]) {
    assert.deepEqual(madeFileOf(addressOfMadeFile(url, name)), { page: url, name });
  }
  assert.equal(addressOfMadeFile("http://h/a#part", "x"), "http://h/a?tagtrail-blob=x");
  const marked = addressOfMadeFile("http://h/a?b=1", "x");
  assert.equal(addressOfMadeFile(marked, "y"), "http://h/a?b=1&tagtrail-blob=y", "marks don't add up");
  assert.equal(madeFileOf("http://h/a?b=1"), null);
  assert.equal(madeFileOf("http://h/a?tagtrail-blob=%ff"), null);
});

test("a page is at rest when the requests that began since are over", async () => {
  const pending = new Pending();
  pending.began(1, "before", "script");
  pending.watch(1);
  assert.equal(await pending.settled(1, 1000), false);
  pending.began(1, "now", "script");
  assert.equal(await pending.settled(1, 60), true);
  assert.equal(pending.hasAsked(1), true, "answered or not");
  pending.watch(1);
  assert.equal(pending.hasAsked(1), false);
});

test("who waits for a page's requests goes on with the last answer, or when the page is left", async () => {
  const pending = new Pending();
  const hour = 3_600_000;
  pending.watch(1);
  for (const id of ["one", "two"]) pending.began(1, id, "script");
  const settled = pending.settled(1, hour, false);
  for (const id of ["one", "two"]) pending.over(1, id);
  assert.equal(await settled, true);
  pending.began(1, "held open", "script");
  const left = pending.settled(1, hour, false);
  pending.unwatch(1);
  assert.equal(await left, true);
});

// The answer came between the end of a reading and the look whether any was missing: the page's links were lost.
test("an answer that came while a page was read is news, those that scripts poll for are not", async () => {
  const pending = new Pending();
  let number = 0;
  const answer = (url) => {
    pending.began(1, `${++number}`, "xmlhttprequest");
    pending.over(1, `${number}`, url);
  };
  pending.watch(1);
  for (const url of ["http://h/list", "http://h/list?page=2", "http://h/item"]) {
    answer(url);
    assert.equal(await pending.settled(1, 1000), true, url);
    assert.equal(await pending.settled(1, 1000), false, url);
  }
  answer("http://h/list?page=3");
  assert.equal(await pending.settled(1, 1000), false);
  pending.watch(1);
  answer("http://h/list");
  pending.watch(1);
  assert.equal(await pending.settled(1, 1000), false, "of the page before");
});

// A page asked for two answers in turn; on a busy machine it was taken for quiet between them, and had no links.
test("of a page whose scripts fetch, what it asks for next may be told late", async () => {
  const pending = new Pending();
  pending.watch(1);
  pending.began(1, "script", "script");
  pending.over(1, "script");
  assert.equal(pending.hasFetched(1), false);
  pending.began(1, "settings", "xmlhttprequest");
  pending.over(1, "settings");
  assert.equal(pending.hasFetched(1), true);
  const settled = pending.settled(1, 1000);
  pending.began(1, "list", "xmlhttprequest");
  setTimeout(() => pending.over(1, "list"), 50);
  assert.equal(await settled, true);
  pending.watch(1);
  assert.equal(pending.hasFetched(1), false);
});

test("a press watch keeps web addresses once, and knows when the page has gone", () => {
  const watch = new PressWatch({ subRequests: 0 });
  watch.asked("1", "http://h/a.csv");
  watch.opened("http://h/a.csv");
  watch.opened("about:blank");
  assert.deepEqual(watch.take(), ["http://h/a.csv"]);
  assert.deepEqual(watch.take(), []);
  assert.equal(watch.lost, false);
  watch.committed();
  assert.equal(watch.lost, true);
});

test("what a page makes of an answer that came just before the last look belongs to that press", async (context) => {
  const pending = new Pending();
  const late = [{ url: "", file: "late.csv" }];
  let looks = 0;
  globalThis.tagtrailContent = {
    buttons: async () => ({ buttons: looks === 0 ? [link("")] : [] }),
    // Pressed, it asks; the answer has come when the first look ends, the file when the second does.
    press: async (index) => {
      if (index === 0) pending.began(1, "answered", "xmlhttprequest");
      if (index === 0) pending.over(1, "answered");
      return { caught: looks++ === 0 ? [] : late.splice(0) };
    },
  };
  globalThis.browser = {
    scripting: { executeScript: async ({ func, args }) => [{ result: await func?.(...args) }] },
  };
  context.after(() => {
    delete globalThis.tagtrailContent;
    delete globalThis.browser;
  });
  const limits = { scrolls: 0, clicks: 5, quietMs: 0, deadline: Date.now() + 60_000, spare: { ms: 0, stepMs: 0 } };
  const files = new FilePresses(new ActedPage(1, "http://h/a", limits, new PressWatch({ subRequests: 0 }), pending, new FetchedFiles()), new IdleButtons());
  await files.press();
  assert.deepEqual(files.links.map((one) => one.written), ["http://h/a?tagtrail-blob=late.csv"]);
});

test("buttons beyond those that may be pressed are left, and told of", async (context) => {
  const labelled = ["a", "b", ""].map((anchor) => ({ ...link(""), anchor }));
  const caught = [{ url: "http://h/a.csv", file: "" }];
  globalThis.tagtrailContent = {
    buttons: async (max) => ({ buttons: labelled.slice(0, max) }),
    press: async (index) => ({ caught: labelled.splice(index, 1).length > 0 ? caught : [] }),
  };
  globalThis.browser = { scripting: { executeScript: async ({ func, args }) => [{ result: await func?.(...args) }] } };
  context.after(() => {
    delete globalThis.tagtrailContent;
    delete globalThis.browser;
  });
  const limits = { scrolls: 0, clicks: 1, quietMs: 0, deadline: Date.now() + 60_000, spare: { ms: 0, stepMs: 0 } };
  const files = new FilePresses(new ActedPage(1, "http://h/", limits, new PressWatch({ subRequests: 0 }), new Pending(), new FetchedFiles()), new IdleButtons());
  await files.press();
  assert.deepEqual(files.links.map(({ written }) => written), ["http://h/a.csv"]);
  assert.deepEqual(files.left, [{ cause: "script_links", what: "b", count: 1 }]);
});

// On a busy machine the browser told of what a view had asked for when its reading was over: its second half was lost.
test("a view that grows less often than another is waited for, once in vain", async (context) => {
  const grows = [2, 1, 1, 1];
  const waits = [];
  let view = -1;
  let grown = 0;
  let news = false;
  const act = (acted) => ({ acted });
  const nothing = { contentType: "", bodyBytes: 0, loginForm: false, told: { messages: [], counts: [] }, describes: false, empty: false, slices: 0, forgets: false, drops: false };
  globalThis.tagtrailContent = {
    buttons: async () => ({ buttons: [] }),
    press: async () => ({ caught: [] }),
    controls: async () => ({ buttons: [], sure: 0 }),
    nextRoute: async () => ({ buttons: view < grows.length - 1 ? [link("")] : [] }),
    showRoute: () => {
      view++;
      grown = 0;
      news = true;
      return act(true);
    },
    scroll: async () => {
      news = grown < grows[view];
      grown += news ? 1 : 0;
      return act(true);
    },
    reread: async (quietMs) => {
      if (quietMs >= 2000) waits.push(view);
      // What the second view has besides comes late.
      const late = quietMs >= 2000 && view === 1 && grown === 1;
      if (late) grown++;
      const grew = news || late;
      news = false;
      return { ...nothing, page: page([]), grew };
    },
  };
  globalThis.browser = { scripting: { executeScript: async ({ func, args }) => [{ result: await func?.(...args) }] } };
  context.after(() => {
    delete globalThis.tagtrailContent;
    delete globalThis.browser;
  });
  const limits = { scrolls: 10, clicks: 0, guesses: false, quietMs: 0, deadline: Date.now() + 600_000, spare: { ms: 0, stepMs: 0 } };
  const watch = new PressWatch({ subRequests: 0 });
  const acted = new ActedPage(1, "http://h/", limits, watch, new Pending(), new FetchedFiles());
  const idle = new IdleButtons();
  await new Exploration(acted, new FilePresses(acted, idle), watch, idle, async () => undefined).turn();
  assert.deepEqual(waits, [1, 2], "the second brought more, the third did not, so the fourth is not waited for");
});

// A tracker's menu led to "#" at each press, and was pressed until the time for the page was up, half a minute.
test("a press that goes to the top of the page has led nowhere, and is made in vain", async (context) => {
  const nothing = { page: page([]), contentType: "", bodyBytes: 0, loginForm: false, told: { messages: [], counts: [] }, describes: false, empty: false, slices: 0, forgets: false, drops: false, grew: false };
  const watch = new PressWatch({ subRequests: 0 });
  let turns = 0;
  globalThis.tagtrailContent = {
    buttons: async () => ({ buttons: [] }),
    controls: async () => ({ buttons: [link("")], sure: 1 }),
    nextRoute: async () => ({ buttons: [] }),
    turn: async () => {
      watch.asked("1", turns++ === 0 ? "http://h/other" : "http://h/list?page=1#");
      return { acted: true };
    },
    goBack: async () => ({ acted: false }),
    press: async () => ({ caught: [] }),
    reread: async () => nothing,
  };
  globalThis.browser = { scripting: { executeScript: async ({ func, args }) => [{ result: await func?.(...args) }] } };
  context.after(() => {
    delete globalThis.tagtrailContent;
    delete globalThis.browser;
  });
  const limits = { scrolls: 1, clicks: 0, guesses: false, quietMs: 0, deadline: Date.now() + 600_000, spare: { ms: 0, stepMs: 0 } };
  const acted = new ActedPage(1, "http://h/list?page=1#x", limits, watch, new Pending(), new FetchedFiles());
  const idle = new IdleButtons();
  const exploration = new Exploration(acted, new FilePresses(acted, idle), watch, idle, async () => undefined);
  await exploration.turn();
  assert.deepEqual(exploration.led.map((one) => one.written), ["http://h/other"]);
  assert.ok(turns < 50, `${turns} presses`);
});

// What a page draws of a file has no links: its choices counted as vain, and most were never made.
test("a press whose script fetched a data file has brought something, once for each file", async (context) => {
  const fetched = new FetchedFiles();
  fetched.watch(1);
  const types = ["text/csv", "text/csv", "application/json"];
  const nothing = { page: page([]), contentType: "", bodyBytes: 0, loginForm: false, told: { messages: [], counts: [] }, describes: false, empty: false, slices: 0, forgets: false, drops: false, grew: false };
  globalThis.tagtrailContent = {
    turn: async (index) => {
      const responseHeaders = [{ name: "content-type", value: types[index] }];
      fetched.answered({ tabId: 1, url: `http://h/rows?of=${index}`, method: "GET", statusCode: 200, responseHeaders });
      return { acted: true };
    },
    reread: async () => nothing,
  };
  globalThis.browser = { scripting: { executeScript: async ({ func, args }) => [{ result: await func?.(...args) }] } };
  context.after(() => {
    delete globalThis.tagtrailContent;
    delete globalThis.browser;
  });
  const limits = { scrolls: 1, clicks: 0, guesses: false, quietMs: 0, deadline: Date.now() + 60_000, spare: { ms: 0, stepMs: 0 } };
  const acted = new ActedPage(1, "http://h/", limits, new PressWatch({ subRequests: 0 }), new Pending(), fetched);
  const gave = [];
  for (const index of [0, 1, 0, 2]) gave.push((await acted.turn(index)).grew);
  assert.deepEqual(gave, [true, true, false, false]);
  assert.equal(new FilePresses(acted, new IdleButtons()).count, 2);
});

test("a button that gave nothing six times is left, one that ever gave something is not", () => {
  const idle = new IdleButtons();
  const [csv, pdf, again] = ["CSV", "PDF", "CSV"].map((anchor) => ({ ...link(""), anchor }));
  for (let i = 0; i < 6; i++) {
    assert.equal(idle.leaves(again), false);
    idle.pressed(csv, false);
    idle.pressed(pdf, i === 0);
  }
  assert.equal(idle.leaves(again), true);
  assert.equal(idle.leaves(pdf), false);
});

// 407 words of tables that explain themselves when pressed were pressed in 17 pages of one site, 24 in each.
test("rows that were guessed at in vain are left in the next page, whatever they are called", () => {
  const idle = new IdleButtons();
  const row = (name, at = "td.word") => ({ ...link(""), anchor: name, tagPath: `/html/body/table#t/tr#${name}_1/${at}/a` });
  for (let i = 0; i < 24; i++) {
    assert.equal(idle.leaves(row("asia"), true), false);
    idle.pressed(row(`word${i}`), false);
  }
  assert.equal(idle.leaves(row("asia"), true), true);
  assert.equal(idle.leaves(row("asia"), false), false);
  assert.equal(idle.leaves(row("asia", "td.more"), true), false);
  idle.pressed(row("africa"), true);
  assert.equal(idle.leaves(row("asia"), true), false);
});

test("what never shows anything late is waited for three times in all", () => {
  const idle = new IdleButtons();
  const at = (name) => ({ ...link(""), anchor: name, tagPath: `/html/body/p#${name}/button` });
  for (const name of ["a", "b", "c"]) {
    assert.equal(idle.isPrompt(at("d")), false);
    idle.waitedFor(at(name), false);
  }
  assert.equal(idle.isPrompt(at("d")), true);
  idle.waitedFor(at("e"), true);
  for (const name of ["a", "b", "c"]) idle.waitedFor(at(name), false);
  assert.equal(idle.isPrompt(at("d")), false);
});

test("each button is pressed once though all are drawn anew, and what one opens before the next", () => {
  const order = new PressOrder();
  const view = (...anchors) => anchors.map((anchor, index) => ({ index, button: { ...link(""), anchor, around: "" } }));
  const names = (buttons) => buttons.map(({ button, index }) => `${button.anchor}${index}`);
  const press = (there) => {
    const [next] = order.rest(there);
    order.pressed(next);
    return `${next.button.anchor}${next.index}`;
  };
  // Three alike, drawn anew, of which the first opens a list; the second opens the same.
  assert.equal(press(view("get", "get", "get")), "get0");
  assert.deepEqual(names(order.rest(view("csv", "get", "get", "get"))), ["csv0", "get2", "get3"]);
  assert.equal(press(view("csv", "get", "get", "get")), "csv0");
  assert.equal(press(view("csv", "get", "get", "get")), "get2");
  assert.equal(press(view("csv", "get", "get", "get")), "csv0");
  assert.equal(press(view("get", "get", "get")), "get2");
  assert.deepEqual(order.rest(view("get", "get", "get")), []);
  // Where they stay, those that were pressed are told no more.
  const kept = new PressOrder();
  kept.pressed(kept.rest(view("get", "get"))[0]);
  assert.deepEqual(names(kept.rest(view("get"))), ["get0"]);
});
