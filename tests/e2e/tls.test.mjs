// Certificates are checked, always; an authority of one's own can be named, and nothing switches the check off.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { temporaryFolder } from "./support/browsers.mjs";
import { manifestOf, notBuilt, run } from "./support/program.mjs";
import { startHttpProxy } from "./support/proxies.mjs";

const noOpenssl = spawnSync("openssl", ["version"]).status !== 0 && "openssl is not installed";

describe("TLS", { skip: notBuilt || noOpenssl }, () => {
  const folder = temporaryFolder();
  const servers = [];
  let jobs = 0;

  /** A self-signed certificate for an address or name: `{ key, cert, file }`. */
  function certificate(name, subject) {
    const [key, file] = [join(folder.path, `${name}.key`), join(folder.path, `${name}.pem`)];
    const made = spawnSync("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
      "-keyout", key, "-out", file, "-days", "2", "-subj", `/CN=${name}`, "-addext", `subjectAltName=${subject}`]);
    assert.equal(made.status, 0, String(made.stderr));
    return { key: readFileSync(key), cert: readFileSync(file), file };
  }

  /** A site with a page and a file: its URL. */
  async function serve({ key, cert }) {
    const server = createServer({ key, cert }, (request, response) => {
      const file = request.url === "/data.csv";
      response.writeHead(request.url === "/robots.txt" ? 404 : 200, { "content-type": file ? "text/csv" : "text/html" });
      response.end(file ? "a\n1\n" : '<a href="/data.csv">data</a>');
    });
    server.on("tlsClientError", () => undefined);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    servers.push(server);
    return `https://127.0.0.1:${server.address().port}/`;
  }

  let ours;
  let url;
  before(async () => {
    ours = certificate("ours", "IP:127.0.0.1");
    url = await serve(ours);
  });
  after(() => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    folder.remove();
  });

  function harvest(address, more = [], env = {}) {
    const job = join(folder.path, `job${++jobs}`);
    return run(["harvest", address, "--out", job, "--browser", "never", "--delay", "0", "--allow-private", ...more],
      { env: { SSL_CERT_FILE: "", ...env } }).then((ended) => ({ ...ended, job }));
  }
  const found = ({ job }) => manifestOf(job).resources.length;

  it("a self-signed certificate is refused, and the cause named", async () => {
    const ended = await harvest(url);
    assert.notEqual(ended.code, 0);
    assert.match(ended.stderr, /self-signed certificate/);
    assert.match(ended.stderr, /--ca-file/);
  });

  it("an authority of one's own is trusted, by option and by SSL_CERT_FILE", async () => {
    for (const ended of [await harvest(url, ["--ca-file", ours.file]), await harvest(url, [], { SSL_CERT_FILE: ours.file })]) {
      assert.equal(ended.code, 0, ended.stderr);
      assert.equal(found(ended), 1);
    }
  });

  it("a certificate for another name is refused though its authority is trusted", async () => {
    const other = certificate("other", "DNS:other.example");
    const ended = await harvest(await serve(other), ["--ca-file", other.file]);
    assert.notEqual(ended.code, 0);
    assert.match(ended.stderr, /does not match|no alternative/);
  });

  it("a file that is none, and switches that don't exist, are wrong usage", async () => {
    const empty = join(folder.path, "empty.pem");
    writeFileSync(empty, "");
    for (const more of [["--ca-file", join(folder.path, "nowhere.pem")], ["--ca-file", empty], ["--insecure"], ["-k"]]) {
      assert.equal((await harvest(url, more)).code, 2, more.join(" "));
    }
  });

  it("an https proxy is checked as well", async () => {
    const name = "secure.example";
    const site = certificate(name, `DNS:${name}`);
    const port = new URL(await serve(site)).port;
    const proxy = await startHttpProxy({ tls: ours, sites: { [name]: port }, login: "a:b" });
    const both = join(folder.path, "both.pem");
    writeFileSync(both, Buffer.concat([ours.cert, site.cert]));
    try {
      const trusted = await harvest(`https://${name}/`, ["--proxy", proxy.withLogin, "--ca-file", both]);
      assert.equal(trusted.code, 0, trusted.stderr);
      assert.equal(found(trusted), 1);
      const seen = proxy.seen.length;
      const refused = await harvest(`https://${name}/`, ["--proxy", proxy.withLogin, "--ca-file", site.file]);
      assert.equal(refused.code, 3, refused.stderr);
      assert.match(refused.stderr, /certificate of the proxy/);
      assert.equal(proxy.seen.length, seen, "the login went to a proxy that nobody vouches for");
    } finally {
      proxy.stop();
    }
  });
});
