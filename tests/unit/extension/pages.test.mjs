// The page at hand, of a browser whose answers the test gives when it likes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Pages } from "../../../extension/src/background/pages.ts";
import { DEFAULT_OPTIONS } from "../../../extension/src/background/user_options.ts";

const TAB = 7;
const URL_OF_TAB = "https://a.example/";

/** What a script that reads or draws is called by in the background's text. */
const kindOf = ({ files, func }) => files?.[0] ?? /\?\.(\w+)\(/.exec(String(func))[1];

const summary = () => ({
  page: { title: "", language: "", charset: "UTF-8", text: "", truncated: false, linksCut: 0, forms: [] },
  contentType: "text/html", bodyBytes: 0, loginForm: false, told: { messages: [], counts: [] }, describes: false, empty: false, slices: 1,
});
const answers = {
  look: summary, lookedSlice: () => ({ bases: [URL_OF_TAB], links: [] }), signs: () => ({ signs: [] }),
};

/** `asked`: what was to run in the tab; each waits for `answer`, which answers the newest of a kind. */
function world() {
  const asked = [];
  const waiting = [];
  globalThis.browser = {
    tabs: { get: async (id) => ({ id, url: URL_OF_TAB }) },
    runtime: { sendMessage: async () => undefined },
    scripting: {
      executeScript(call) {
        const kind = kindOf(call);
        asked.push(kind);
        return new Promise((done) => waiting.push({ kind, done: () => done([{ result: answers[kind]?.() }]) }));
      },
    },
  };
  /** Lets everything happen that needs no answer. */
  const settled = () => new Promise((done) => setImmediate(done));
  async function answer(...kinds) {
    for (const wanted of kinds) {
      await settled();
      const at = waiting.findLastIndex(({ kind }) => kind === wanted);
      assert.notEqual(at, -1, `${wanted} was not asked for: ${asked.join(" ")}`);
      waiting.splice(at, 1)[0].done();
    }
    await settled();
  }
  const look = { groups: [], links: [], catalogues: [] };
  const memory = { look: async () => ({ look, pages: 0 }) };
  const pages = new Pages(memory, { current: DEFAULT_OPTIONS }, { activeOn: () => undefined });
  return { pages, asked, answer, settled };
}

const READING = ["content.js", "look", "lookedSlice", "signs"];

// The script that the second look put into the page took away what the first was about to fetch: a page without links.
test("two who look at a page at once read it one after the other", async () => {
  const { pages, asked, answer } = world();
  const looks = Promise.all([pages.look(TAB), pages.look(TAB)]);
  await answer(...READING.slice(0, 2));
  assert.deepEqual(asked, READING.slice(0, 3), "the second waits");
  await answer(...READING.slice(2), ...READING);
  for (const view of await looks) assert.equal(view.error, null);
  assert.deepEqual(asked, [...READING, ...READING]);
});

test("a reading that hangs holds up nobody once the tab shows another page", async () => {
  const { pages, answer } = world();
  void pages.look(TAB);
  await answer("content.js");
  pages.gone(TAB);
  const second = pages.look(TAB);
  await answer(...READING);
  assert.equal((await second).error, null);
});

// The panel's switch went back while the page was drawn on, and the next click on it said "on" once more.
test("who looks while the overlay is drawn is told that it is there", async () => {
  const { pages, answer, settled } = world();
  const first = pages.look(TAB);
  await answer(...READING);
  await first;
  const on = pages.setOverlay(TAB, true);
  await settled();
  const look = pages.look(TAB);
  await answer(...READING);
  assert.equal((await look).overlay, true);
  await answer("overlay.js", "show");
  assert.equal((await on).overlay, true);
});

test("what is drawn comes in the order in which it was asked for", async () => {
  const { pages, asked, answer } = world();
  const first = pages.look(TAB);
  await answer(...READING);
  await first;
  asked.length = 0;
  const on = pages.setOverlay(TAB, true);
  const off = pages.setOverlay(TAB, false);
  await answer("overlay.js", "show", "hide");
  assert.deepEqual([(await on).overlay, (await off).overlay], [false, false]);
  assert.deepEqual(asked, ["overlay.js", "show", "hide"]);
});

test("an overlay that could not be drawn is not there", async () => {
  const { pages, answer } = world();
  const first = pages.look(TAB);
  await answer(...READING);
  await first;
  browser.scripting.executeScript = async () => {
    throw new Error("the page has gone");
  };
  await assert.rejects(pages.setOverlay(TAB, true), /the page has gone/);
  browser.scripting.executeScript = async (call) => [{ result: answers[kindOf(call)]?.() }];
  assert.equal((await pages.look(TAB)).overlay, false);
});
