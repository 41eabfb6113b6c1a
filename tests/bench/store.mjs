// What a job writes, keeps and costs to resume: node tests/bench/store.mjs [--answers 20000] [--pages 500000] [--times 1]
// A made-up site of small pages is harvested by 8 connections until it has given so many answers; then the program is killed
// and started again, until its first request. Printed are, for each answer, bytes written (as the kernel counts them, whole
// pages), bytes of job.db and seconds of CPU; and what the next start cost, with its share of replaying.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { program, root } from "../e2e/support/program.mjs";

const LINKS = 10;
const FILE_EVERY = 10;
const TICKS = 100;
const { values } = parseArgs({ options: {
  answers: { type: "string", default: "20000" }, pages: { type: "string", default: "500000" },
  times: { type: "string", default: "1" }, in: { type: "string", default: join(root, "build") },
} });
const [answers, pages, times] = [values.answers, values.pages, values.times].map(Number);

/** A tree: each page leads to ten others, every tenth also to a file. */
function pageOf(n) {
  const links = Array.from({ length: LINKS }, (_, i) => n * LINKS + i + 1).filter((child) => child < pages)
    .map((child) => `<li><a class="item" href="/p/${child}">Topic number ${child}</a></li>`).join("");
  const file = n % FILE_EVERY === 0 ? `<p class="dl"><a href="/f/${n}.csv">Download ${n} CSV</a></p>` : "";
  return `<!doctype html><html><head><title>Page ${n}</title></head><body><h1>Dataset ${n}</h1><ul class="list">${links}</ul>${file}</body></html>`;
}

let served = 0;
let heard = () => {};
const server = createServer(({ url }, response) => {
  const [, kind, number] = /^\/(?:([pf])\/(\d+)(?:\.csv)?)?$/.exec(url) ?? [];
  const known = url === "/" || kind !== undefined;
  const body = !known ? "" : kind === "f" ? `a,b\n1,${number}\n` : pageOf(Number(number ?? 0));
  response.writeHead(known ? 200 : 404, { "content-type": kind === "f" ? "text/csv" : "text/html; charset=utf-8", "content-length": body.length });
  response.end(body);
  if (known) heard(++served);
});

function cpuOf({ pid }) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Starts the program, and kills it when the site has been asked `count` times more; what `look` saw before. */
function harvestUntil(job, count, look) {
  const until = served + count;
  const child = spawn(program, ["harvest", `http://127.0.0.1:${server.address().port}/`, "--out", job, "--allow-private", "--browser", "never",
    "--delay", "0", "--connections", "8", "--quiet"], { stdio: ["ignore", "ignore", "inherit"] });
  return new Promise((done, failed) => {
    let seen;
    heard = (now) => {
      if (now !== until) return;
      seen = look(child);
      child.kill("SIGKILL");
    };
    child.once("close", (code) => (seen === undefined ? failed(new Error(`it ended with ${code}`)) : done(seen)));
  });
}

await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
for (let time = 0; time < times; time++) {
  const folder = mkdtempSync(join(values.in, "bench-store-"));
  const job = join(folder, "job");
  const ran = await harvestUntil(job, answers, (child) => {
    const io = readFileSync(`/proc/${child.pid}/io`, "utf8");
    return { cpu: cpuOf(child), written: Number(/^write_bytes: (\d+)$/m.exec(io)[1]) };
  });
  const kept = statSync(join(job, "job.db")).size;
  const resumed = await harvestUntil(job, 1, cpuOf);
  const per = (bytes) => `${(bytes / answers / 1000).toFixed(1)} kB`;
  console.log(`${answers} answers: written ${per(ran.written)} an answer, kept ${per(kept)}; CPU ${(ran.cpu / answers * 1000).toFixed(2)} ms an answer; resuming ${resumed.toFixed(1)} s of CPU`);
  rmSync(folder, { recursive: true });
}
server.close();
server.closeAllConnections();
