// Whatever a site writes, it does not act on the terminal of who harvests it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "./support/browsers.mjs";
import { notBuilt, program, run } from "./support/program.mjs";

// The title of the window, a colour, a C1 control as a byte and as UTF-8, an override of direction.
const HOSTILE = "\x1b]0;OWNED\x07\x1b[31mRED\x9b31m\xc2\x9b1m\xe2\x80\xae";
const ACTING = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202e]/;

const page = `<title>${HOSTILE}</title><ul class="${HOSTILE}"><li><a title="${HOSTILE}" href="/${HOSTILE}.csv">${HOSTILE}</a>` +
  `<li><a href="/status">${HOSTILE}</a><li><a href="/type">t</a><li><a href="/coding">c</a><li><a href="/place">p</a></ul>`;
const answers = {
  "/": `200 OK\r\nContent-Type: text/html\r\n|${page}`,
  "/status": `500 ${HOSTILE}\r\nContent-Type: text/html\r\n|no`,
  "/type": `200 OK\r\nContent-Type: ${HOSTILE}/x\r\n|x`,
  "/coding": `200 OK\r\nContent-Encoding: ${HOSTILE}\r\n|x`,
  "/place": `302 x\r\nLocation: /${HOSTILE}\r\n|`,
  "/robots.txt": "404 x\r\n|",
};

/** Header fields that no library would send. */
function rawServer() {
  return createServer((socket) => {
    let asked = "";
    socket.setEncoding("latin1").on("error", () => {}).on("data", (text) => {
      asked += text;
      if (!asked.includes("\r\n\r\n")) return;
      const path = asked.split(" ")[1];
      const [head, content] = (answers[path] ?? `200 OK\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; filename="${HOSTILE}.csv"\r\n|a,b\n`).split("|");
      socket.end(Buffer.from(`HTTP/1.1 ${head}Connection: close\r\nContent-Length: ${Buffer.from(content, "latin1").length}\r\n\r\n${content}`, "latin1"));
    });
  });
}

describe("a site that writes to terminals", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  const job = join(folder.path, "job");
  const server = rawServer();
  let ended;
  before(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    ended = await run(["harvest", `http://127.0.0.1:${server.address().port}/`, "--out", job, "--browser", "never", "--delay", "0",
      "--allow-private", "--sitemaps", "off", "--json"]);
  });
  after(() => {
    server.close();
    folder.remove();
  });
  const printed = (args) => {
    const { stdout, stderr } = spawnSync(program, args);
    return textOf(Buffer.concat([stdout, stderr]));
  };
  const clean = (text, what) => assert.doesNotMatch(text, ACTING, `${what}: ${JSON.stringify(text.slice(0, 300))}`);

  it("does not by the harvest, its log and its list", () => {
    assert.equal(ended.code, 0, ended.stderr);
    clean(ended.stdout + ended.stderr, "harvest");
    for (const name of ["crawl.log", "datapackage.json"]) clean(textOf(readFileSync(join(job, name))), name);
  });

  it("does not by what other commands print", () => {
    for (const args of [["names", job, "--name", "{host}/{name}"], ["names", job, "--name", "{name}", "--json"], ["hosts", job],
      ["hosts", job, "--json"], ["acts", job], ["acts", job, "--json"], ["politeness", job], ["verify", job], ["verify", job, "--json"], ["export", job, "--format", "jsonl"],
      ["export", job, "--format", "datapackage"]]) {
      clean(printed(args), args.join(" "));
    }
    // Programs that read a table get the letters as they are: what acts is gone, what looks odd is not.
    clean(printed(["export", job, "--format", "csv"]).replaceAll("\u202e", ""), "csv");
  });

  it("does not by links, that reads a page of its own", () => {
    const file = join(folder.path, "page.html");
    writeFileSync(file, page, "latin1");
    for (const more of [[], ["--json"]]) {
      const text = printed(["links", file, "--url", "http://h/", ...more]);
      assert.match(text, /OWNED/);
      clean(text, "links");
    }
  });

  it("does not by a table on a terminal, and archives are kept from it", { skip: !existsScript() && "no script(1)" }, () => {
    const onTerminal = (args) => spawnSync("script", ["-qec", [program, ...args].map((word) => `'${word}'`).join(" "), "/dev/null"]).stdout;
    const table = textOf(onTerminal(["export", job, "--format", "csv"]));
    assert.match(table, /^url,name,path/);
    clean(table.replaceAll("\r\n", "\n"), "csv");
    assert.match(String(onTerminal(["export", job, "--format", "wacz", "-o", "-"])), /an archive is not for a terminal/);
  });
});

/** Bytes that are no UTF-8 are an error: a terminal may take them for controls. */
function textOf(bytes) {
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

function existsScript() {
  return spawnSync("script", ["--version"]).status === 0;
}
