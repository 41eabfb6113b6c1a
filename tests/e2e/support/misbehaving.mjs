// A harvest of the misbehaving site, and what of it is not as it must be.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { MisbehavingSite } from "../../sites/misbehaving/site.mjs";
import { startServer } from "../../sites/starting.mjs";
import { Clock } from "./clock.mjs";
import { addressesOf, manifestOf, run } from "./program.mjs";

/** By a clock of its own in the folder that the job is in. { code, stderr, faults, counts }: `faults` is empty when all is well. */
export async function harvestMisbehaving({ seed, files, connections, job, limitMs }) {
  const server = await startServer(new URL("../../sites/misbehaving/server.mjs", import.meta.url),
    ["--seed", String(seed), "--files", String(files)]);
  const clock = new Clock(dirname(job));
  clock.run();
  try {
    const ended = await run(["harvest", server.url, "--out", job, "--browser", "never", "--delay", "0", "--allow-private",
      "--connections", String(connections), "--targets", "csv", "--json", "--quiet"], { limitMs, env: clock.env });
    const list = new MisbehavingSite({ seed, files }).list();
    return { ...ended, ...compared(list, job, server.url) };
  } finally {
    await server.stop();
  }
}

/** What the log says of each URL last: status, or the name of an error. */
function lastWords(job) {
  const words = new Map();
  for (const line of readFileSync(join(job, "crawl.log"), "utf8").split("\n").slice(0, -1)) {
    const fields = line.split(" ");
    words.set(fields.find((field) => field.startsWith("http://")), { status: fields[2], mime: fields[6] });
  }
  return words;
}

function compared(list, job, url) {
  const had = new Map(addressesOf(manifestOf(job)).map(({ sources, hash }) => [new URL(sources[0].path).pathname, hash]));
  const words = lastWords(job);
  const faults = [];
  const counts = { files: list.length, had: had.size, reasons: {} };
  for (const { path, what, sha256 } of list) {
    const hash = had.get(path);
    if (sha256) {
      if (hash !== `sha256:${sha256}`) faults.push(`${path} (${what}): ${hash ?? "not there"}`);
      continue;
    }
    if (hash) faults.push(`${path} (${what}) can't be had, and is there`);
    const last = words.get(new URL(path, url).href);
    // A page in place of a file tells by its type.
    const reason = last?.status === "200" && last.mime.startsWith("text/html") ? "a page" : last?.status;
    if (!reason || reason === "200") faults.push(`${path} (${what}) is missing without a reason`);
    counts.reasons[reason] = (counts.reasons[reason] ?? 0) + 1;
  }
  if (had.size > list.length) faults.push(`${had.size} resources of ${list.length} files`);
  return { faults, counts };
}
