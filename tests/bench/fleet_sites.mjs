// What a worker of a fleet needs to keep many sites going:
//   node tests/bench/fleet_sites.mjs [SITES] [SECONDS] [options of fleet work]
// Each site is an address of loopback with an endless supply of pages and files, asked once a second. Once all are under
// way, memory and processor time of the worker and all that it started are taken over SECONDS.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run, start } from "../e2e/support/program.mjs";
import { treeOf } from "../fleet/support/machines.mjs";
import { Postgres, noPostgres } from "../fleet/support/postgres.mjs";

if (noPostgres) throw new Error(noPostgres);
const [sites = "500", seconds = "60", ...options] = process.argv.slice(2);
const group = process.env.TAGTRAIL_CGROUP;
const TICKS_A_SECOND = 100;
const LINKS = 300;
const FILLER = `<p>${"A sentence of the kind that pages of statistics have between their links. ".repeat(100)}</p>`;

const page = (links) => Buffer.from(`<!DOCTYPE html><html lang="en"><head><title>site</title></head><body>${FILLER}<ul>${
  links.map((to) => `<li><a href="${to}">${to}</a></li>`).join("")}</ul></body></html>`);
const home = page(Array.from({ length: LINKS }, (_, at) => `/page${at}`));
const asked = new Map();
const server = createServer((request, response) => {
  const host = request.socket.localAddress;
  asked.set(host, (asked.get(host) ?? 0) + 1);
  const number = /^\/page(\d+)$/.exec(request.url)?.[1];
  const send = (type, body) => response.writeHead(200, { "content-type": type, "content-length": Buffer.byteLength(body) }).end(body);
  if (request.url === "/") send("text/html", home);
  else if (number) send("text/html", page([0, 1].map((file) => `/files/${number}-${file}.csv`)));
  else if (request.url.endsWith(".csv")) send("text/csv", `host,path\n${host},${request.url}\n`);
  else response.writeHead(404).end();
});
server.listen(0, "0.0.0.0");
await once(server, "listening");
const { port } = server.address();
const total = () => [...asked.values()].reduce((sum, one) => sum + one, 0);
const wait = (ms) => new Promise((wake) => setTimeout(wake, ms));

/** Of the worker, and of all that it started: megabytes as the kernel divides shared pages, seconds of processor. */
function taken(id) {
  const sum = { processes: 0, threads: 0, pss: 0, private: 0, anonymous: 0, cpu: 0 };
  const own = { pss: 0, cpu: 0 };
  for (const each of treeOf(id)) {
    try {
      const memory = readFileSync(`/proc/${each}/smaps_rollup`, "utf8");
      const megabytes = (name) => Number(new RegExp(`^${name}: +(\\d+)`, "m").exec(memory)[1]) / 1024;
      const words = readFileSync(`/proc/${each}/stat`, "utf8").split(") ").at(-1).split(" ");
      // What its children that have ended took is theirs.
      const cpu = (Number(words[11]) + Number(words[12])) / TICKS_A_SECOND;
      sum.processes += 1;
      sum.threads += Number(words[17]);
      sum.pss += megabytes("Pss");
      sum.private += megabytes("Private_Dirty") + megabytes("Private_Clean");
      sum.anonymous += megabytes("Anonymous");
      sum.cpu += cpu;
      if (each === id) Object.assign(own, { pss: megabytes("Pss"), cpu });
    } catch {
      // It has ended.
    }
  }
  return { ...sum, own };
}

function bytesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).reduce((sum, entry) => {
    try {
      return sum + (entry.isFile() ? statSync(join(entry.parentPath ?? entry.path, entry.name)).blocks * 512 : 0);
    } catch {
      return sum;
    }
  }, 0);
}

/** What the kernel counts: all, and of that file cache and its own, in megabytes. */
function counted() {
  const read = (name) => existsSync(join(group, name)) && readFileSync(join(group, name), "utf8");
  const lines = new Map(read("memory.stat").trim().split("\n").map((line) => line.split(" ")));
  const megabytes = (bytes) => Math.round(Number(bytes) / 2 ** 20);
  return `${megabytes(read("memory.current") || read("memory.usage_in_bytes"))} MB: processes ${
    megabytes(lines.get("anon") ?? lines.get("rss"))}, kernel ${megabytes(lines.get("kernel") ?? read("memory.kmem.usage_in_bytes"))
  }, files ${megabytes(lines.get("file") ?? lines.get("cache"))}`;
}

const folder = mkdtempSync(join(process.env.TMPDIR ?? tmpdir(), "tagtrail-sites-"));
const database = new Postgres();
let worker;
try {
  await database.start();
  const env = { TAGTRAIL_DB: database.url };
  const list = join(folder, "sites.txt");
  writeFileSync(list, Array.from({ length: Number(sites) }, (_, n) => `http://127.0.${1 + Math.floor(n / 200)}.${1 + (n % 200)}:${port}/\n`).join(""));
  for (const words of [["init"], ["add", list, "--browser", "never", "--allow-private"]]) {
    const { code, stderr } = await run(["fleet", ...words], { env });
    if (code !== 0) throw new Error(stderr);
  }
  const begun = performance.now();
  const wrapper = group ? ["sh", "-c", `echo $$ > ${group}/cgroup.procs && exec "$@"`, "sh"] : [];
  worker = start(["fleet", "work", "--dir", join(folder, "work"), "--jobs", sites, ...options],
    { env: { ...env, HOME: folder, XDG_RUNTIME_DIR: folder }, limitMs: 3_600_000, wrapper });
  worker.child.stderr.on("data", (text) => process.env.SHOW && process.stderr.write(text));
  while (asked.size < Number(sites)) {
    await wait(200);
    if (performance.now() - begun > 600_000) break;
  }
  console.log(`${asked.size} sites under way after ${((performance.now() - begun) / 1000).toFixed(1)} s, ${taken(worker.child.pid).cpu.toFixed(1)} s of CPU, ${total()} requests`);
  await wait(10_000);
  const before = { ...taken(worker.child.pid), requests: total(), at: performance.now() };
  await wait(Number(seconds) * 1000);
  const after = { ...taken(worker.child.pid), requests: total(), at: performance.now() };
  const passed = (after.at - before.at) / 1000;
  const requests = after.requests - before.requests;
  const cpu = after.cpu - before.cpu;
  const show = (name, value) => console.log(`${name.padEnd(28)} ${value}`);
  show("processes, threads", `${after.processes}, ${after.threads}`);
  show("memory (PSS)", `${after.pss.toFixed(0)} MB, ${(after.pss / Number(sites)).toFixed(2)} a site (worker ${after.own.pss.toFixed(0)})`);
  show("of that private", `${after.private.toFixed(0)} MB, anonymous ${after.anonymous.toFixed(0)}`);
  if (group) show("counted by the kernel", counted());
  show("files", `${(bytesBelow(join(folder, "work")) / 2 ** 20).toFixed(0)} MB`);
  show("requests a second", `${(requests / passed).toFixed(1)} of ${sites}`);
  show("processor", `${(cpu / passed).toFixed(2)} cores, ${(cpu / requests * 1000).toFixed(2)} ms a request (worker ${((after.own.cpu - before.own.cpu) / passed).toFixed(2)} cores)`);
  if (process.env.KEEP) await wait(Number(process.env.KEEP) * 1000);
  const stopped = performance.now();
  worker.child.kill("SIGTERM");
  const { code } = await worker.ended;
  show("stopped", `code ${code} after ${((performance.now() - stopped) / 1000).toFixed(1)} s`);
} finally {
  worker?.child.kill("SIGKILL");
  server.closeAllConnections();
  server.close();
  await database.remove();
  rmSync(folder, { recursive: true, force: true });
}
