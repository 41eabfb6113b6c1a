// The host serves no stranger: who may start it, what it reads, what it does, and where it writes.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { ids, temporaryFolder } from "./support/browsers.mjs";
import { notBuilt, program } from "./support/program.mjs";
import { Site } from "./support/site.mjs";

const OURS = `chrome-extension://${ids.chromium.id}/`;
const OTHER = `chrome-extension://${"b".repeat(32)}/`;
const FIREFOX = ["/home/someone/.mozilla/native-messaging-hosts/org.tagtrail.host.json"];

describe("the host", { skip: notBuilt }, () => {
  const folder = temporaryFolder();
  let root;
  let count = 0;
  let site;

  before(async () => {
    site = new Site({ "/": "<p>nothing" });
    await site.start();
  });
  beforeEach(() => {
    root = join(folder.path, `jobs${++count}`);
  });
  after(() => {
    site.stop();
    folder.remove();
  });

  /** A started host: `{ ask, write, ended }`. */
  function startHost(args) {
    const child = spawn(program, ["host", ...args], {
      stdio: "pipe", env: { ...process.env, HOME: folder.path, XDG_CONFIG_HOME: join(folder.path, ".config"), TAGTRAIL_JOBS: root },
    });
    let bytes = Buffer.alloc(0);
    let stderr = "";
    const waiting = [];
    child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
    child.stdin.on("error", () => undefined);
    const replies = [];
    const wake = () => {
      while (replies.length > 0 && waiting.length > 0) waiting.shift()(replies.shift());
    };
    child.stdout.on("data", (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      while (bytes.length >= 4 && bytes.length >= 4 + bytes.readUInt32LE(0)) {
        const end = 4 + bytes.readUInt32LE(0);
        const message = JSON.parse(bytes.subarray(4, end).toString());
        bytes = bytes.subarray(end);
        if (message.reply) replies.push(message);
      }
      wake();
    });
    const ended = new Promise((done) => child.once("close", (code, signal) => {
      replies.push(...waiting.map(() => null));
      wake();
      done({ code, signal, stderr });
    }));
    let id = 0;
    const write = (data) => child.stdin.write(data);
    const frame = (message) => {
      const text = Buffer.from(JSON.stringify(message));
      const length = Buffer.alloc(4);
      length.writeUInt32LE(text.length);
      return Buffer.concat([length, text]);
    };
    /** The reply, or null when the host has ended. */
    const ask = (call, fields = {}) => {
      write(frame({ id: ++id, call, ...fields }));
      return new Promise((done) => {
        waiting.push(done);
        wake();
      });
    };
    return { child, ask, write, ended, hello: () => ask("hello", { protocol: 3 }) };
  }
  const serving = async (args = [OURS]) => {
    const host = startHost(args);
    const reply = await host.hello();
    assert.equal(reply?.error, undefined, JSON.stringify(reply));
    return host;
  };
  const close = (host) => {
    host.child.stdin.end();
    return host.ended;
  };

  it("is started by our extensions, and by those that an installed manifest names", async () => {
    assert.equal((await close(await serving())).code, 0);
    assert.equal((await close(await serving([OURS, "--parent-window=0"]))).code, 0);
    assert.equal((await close(await serving([...FIREFOX, ids.firefox.id]))).code, 0);
    const manifests = join(folder.path, ".config/chromium/NativeMessagingHosts");
    mkdirSync(manifests, { recursive: true });
    writeFileSync(join(manifests, `${ids.hostName}.json`), JSON.stringify({ allowed_origins: [OTHER] }));
    assert.equal((await close(await serving([OTHER]))).code, 0);
  });

  for (const [what, args] of [["another extension", [`chrome-extension://${"c".repeat(32)}/`]], ["a website", ["https://example.org/"]],
    ["a wildcard", ["chrome-extension://*/"]], ["another of Firefox", [...FIREFOX, "x@example.org"]], ["nobody", []]]) {
    it(`is not started by ${what}`, async () => {
      const host = startHost(args);
      assert.equal(await host.hello(), null, "it answered");
      const { code, stderr } = await host.ended;
      assert.equal(code, 6);
      assert.match(stderr, /may not start it/);
      assert.deepEqual(readdirSync(folder.path).filter((name) => name.startsWith("jobs")), []);
    });
  }

  it("reads no frame over its limit", async () => {
    const host = await serving();
    const length = Buffer.alloc(4);
    length.writeUInt32LE(0xffff_fff0);
    host.write(length);
    assert.equal((await host.ended).signal, null);
  });

  it("knows its calls, and no other", async () => {
    const host = await serving();
    for (const call of ["exec", "file.read", "job.start.x", "__proto__", "tab.load", "constructor"]) {
      const { error } = await host.ask(call, { path: "/etc/passwd" });
      assert.match(error.code, /unknown/, call);
    }
    assert.equal((await close(host)).code, 0);
  });

  it("does nothing before hello", async () => {
    const host = startHost([OURS]);
    const { error } = await host.ask("job.start", { url: `${site.base}/`, options: { allowPrivate: true } });
    assert.ok(error);
    await close(host);
    assert.deepEqual(site.hits, []);
  });

  it("writes below its folder of jobs only", async () => {
    const elsewhere = join(folder.path, `elsewhere${count}`);
    mkdirSync(elsewhere);
    mkdirSync(root);
    symlinkSync(elsewhere, join(root, "link"));
    const host = await serving();
    for (const dir of ["../up", "/etc/tagtrail", `${elsewhere}/job`, "a/../../b", "a\0b", "..", ".hidden", "link", "x".repeat(300)]) {
      const { error } = await host.ask("job.start", { url: `${site.base}/`, options: { dir, allowPrivate: true, browser: "never" } });
      assert.ok(error, dir);
    }
    for (const url of ["file:///etc/passwd", "ftp://127.0.0.1/", "javascript:alert(1)", "data:text/csv,a"]) {
      assert.ok((await host.ask("job.start", { url })).error, url);
    }
    assert.equal((await close(host)).code, 0);
    assert.deepEqual(readdirSync(elsewhere), []);
    assert.deepEqual(readdirSync(root), ["link"]);
    assert.deepEqual(site.hits, []);
  });
});
