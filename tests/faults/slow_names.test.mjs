// A name server that does not answer holds up nothing but what asks for that name.
import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, it } from "node:test";
import { temporaryFolder } from "../e2e/support/browsers.mjs";
import { notBuilt, root, start, until } from "../e2e/support/program.mjs";
import { body, Site } from "../e2e/support/site.mjs";

const shim = join(root, "build/native/tests/libresolver_shim.so");
const skip = notBuilt || (!existsSync(shim) && "the resolver shim is not built");
const folder = temporaryFolder();
after(() => folder.remove());

// libcurl waited for its thread to come back from getaddrinfo(), and so did whoever had pressed Ctrl-C.
it("files of other hosts come in, and the job stops when it is told to", { skip }, async () => {
  const files = Array.from({ length: 5 }, (_, i) => `/f${i}.csv`);
  const site = new Site({
    "/": ["http://name.slow/x.csv", ...files].map((url) => `<p><a href="${url}">data</a>`).join(""),
    ...Object.fromEntries(files.map((path) => [path, body("text/csv", `a,b\n1,${path}\n`)])),
  });
  await site.start();
  const job = join(folder.path, "job");
  const { child, ended } = start(["harvest", `${site.base}/`, "--out", job, "--scope", "regex:.*", "--browser", "never",
    "--delay", "0", "--connections", "4", "--allow-private", "--quiet", "--sitemaps", "off"],
  { env: { LD_PRELOAD: shim } });
  const count = () => (existsSync(join(job, "files")) ? readdirSync(join(job, "files")).length : 0);
  await until(() => count() >= files.length, ended);
  child.kill("SIGINT");
  const { code, stderr } = await ended;
  site.stop();
  assert.equal(code, 5, stderr);
  assert.equal(count(), files.length);
});
