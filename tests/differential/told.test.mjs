// What a page tells beside its contents, messages that are set off and numbers at links: the live DOM and libgumbo tell the same.
// lane: browser
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { programs } from "../e2e/support/browsers.mjs";
import { notBuilt, runToEnd } from "../e2e/support/program.mjs";
import { Site } from "../e2e/support/site.mjs";
import { useContentScript } from "./support/content_script.mjs";

const missing = notBuilt || (!programs.chromium && "Chromium is not installed");

/** `messages`: names, within, text. `counts`: link, number. */
const CASES = {
  "one box": {
    html: '<div class="alert  alert-success" role="alert"><button class="close alert-close">×</button> The <b>item</b>\n was saved </div>',
    messages: [["alert alert-success alert", "", "× The item was saved"]],
  },
  "a list of them": {
    html: '<ul class="messages"><li class="success">Saved</li><li>plain</li><li class="error">Not <em class="status">all</em></li></ul>',
    messages: [["success", "messages", "Saved"], ["status", "messages", "all"]],
  },
  "the innermost with a text": {
    html: `<div id="flash-messages"><div class="flash" data-x="1"><p id="flash_notice">Done</p><i class="status-icon"></i></div></div>
      <div class="toast-holder"><div class="toast"><div class="toast-body"></div>Gone</div></div><div class="alert"></div><p role="status">  </p>`,
    messages: [["flash_notice", "flash flash-messages", "Done"], ["toast", "toast-holder", "Gone"]],
  },
  "what is none": {
    html: `<body class="messages-page"><main class="message-board"><form id="message"><label class="success">x</label><a class="alert" href="/a">x</a>
      <button class="notice">x</button><p class="text">no</p><p class="message">${"long ".repeat(80)}</p></form></main>`,
    messages: [],
  },
  "many": {
    html: Array.from({ length: 30 }, (_, n) => `<p class="msg">m${n}</p>`).join(""),
    messages: Array.from({ length: 20 }, (_, n) => ["msg", "", `m${n}`]),
  },
  "what can't be read": {
    html: '<p class="Alert ÉTÉ">É <!-- no --> x</p><template><p class="alert">no</p></template><p class="alert">a<br>b</p>',
    messages: [["Alert ÉTÉ", "", "É x"], ["alert", "", "ab"]],
  },
  "numbers at links": {
    html: `<base href="/app/"><a href="in?a=b#c">In <span class="badge">5</span></a><li><a href="/news">News</a> <span class="Unread-Count"> 12 </span></li>
      <a class="badge" href="x">7</a><a href="x">x <i class="badge">8</i></a><a href="y"><span class="badge">9+</span></a><span class="badge">1</span>
      <p><span class="num">3</span><a href="z">z</a></p><a name="q"><span class="badge">4</span></a><a href="mailto:a@b.example"><span class="badge">6</span></a>`,
    messages: [],
    counts: [["/app/in?a=b", 5], ["/news", 12], ["/app/x", 7], ["/app/y", 1]],
  },
  "numbers that say where their links lead": {
    html: `<a class="num" href="/all?limit=20">20</a><a class="num" href="/all?limit=50">20</a><a class="page-num" href="/all/page/3">3</a>
      <a class="num" href="/all?limit=200">2</a><a class="num" href="/3d/x#4">4</a>`,
    messages: [],
    counts: [["/all?limit=50", 20], ["/all?limit=200", 2], ["/3d/x", 4]],
  },
  "where a list of numbers is": {
    html: `<p>(<a class="num" href="/log?limit=20">20</a> | <span class="num">50</span> | <a class="num" href="/log?limit=100"><b>100</b></a> <i class="num">7</i>)</p>
      <p><a class="num" href="/page">1</a><span class="num">2</span></p><p><a href="/in">In 2026</a> <span class="num">3</span></p>
      <p><a>5</a><span class="num">6</span><a href="/on">On</a><em class="num">8</em></p>`,
    messages: [],
    counts: [["/page", 1], ["/in", 3], ["/on", 8]],
  },
  "a number that is a message, too": {
    html: '<ul><li><a href="/n"><span class="notification-count">3</span></a></li><li class="notification-count">3</li></ul>',
    messages: [["notification-count", "", "3"]],
    counts: [["/n", 3]],
  },
};

describe("what a page tells beside its contents", { skip: missing }, () => {
  const names = Object.keys(CASES);
  const page = (name) => `<!doctype html><meta charset="utf-8"><title>x</title>${CASES[name].html}`;
  const site = new Site(Object.fromEntries(names.map((name, at) => [`/case/${at}`, page(name)])));
  const tabs = useContentScript(site);

  async function fromBrowser(url) {
    const tab = await tabs.browser.newPage();
    await tab.goto(url);
    await tab.evaluate(tabs.script);
    const { told } = await tab.evaluate(() => globalThis.tagtrailContent.read(0, 1000, false));
    await tab.close();
    return told;
  }

  function fromHost(name, url) {
    const file = join(tabs.folder.path, "page.html");
    writeFileSync(file, page(name));
    return JSON.parse(runToEnd(["links", file, "--url", url, "--told"]));
  }

  const plain = ({ messages, counts }) => ({
    messages: messages.map(({ names: named, within, text }) => [named, within, text]),
    // The host makes addresses canonical.
    counts: counts.map(({ link, number }) => [link.replace(site.base, "").replace(/#.*$/, ""), number])
      .filter(([link]) => !link.startsWith("mailto:")),
  });

  names.forEach((name, at) => {
    it(name, async () => {
      const url = `${site.base}/case/${at}`;
      const { messages, counts = [] } = CASES[name];
      assert.deepEqual(plain(fromHost(name, url)), { messages, counts }, "host");
      assert.deepEqual(plain(await fromBrowser(url)), { messages, counts }, "browser");
    });
  });
});
