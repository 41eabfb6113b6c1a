// What tables that came tell a crawl about a topic: `node tests/bench/about_tables.mjs FOLDER [TOPICS] [TARGETS]`. Serves the folder's
// files from loopback as lists of names, as a web server does without pages, draws topics from names of columns that the addresses
// don't have, and as many from names of files, and prints after how many requests nine tenths of a topic's files were there: without
// the topic, with it where files are not looked into (`--tables off`), and where they are.
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { run } from "../e2e/support/program.mjs";

const [folder, topics = "8", targets = "data"] = process.argv.slice(2);
const LEAST_FILES = 5;
const MOST_SHARE = 0.05;
const IN_ADDRESSES = 0.2;
const TYPES = { ".csv": "text/csv", ".tsv": "text/tab-separated-values", ".json": "application/json", ".md": "text/markdown", ".html": "text/html" };

function listOf(path) {
  const entries = readdirSync(path, { withFileTypes: true }).filter(({ name }) => !name.startsWith("."));
  const links = entries.map((entry) => {
    const name = entry.name + (entry.isDirectory() ? "/" : "");
    return `<li><a href="${encodeURIComponent(entry.name)}${entry.isDirectory() ? "/" : ""}">${name.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</a></li>`;
  });
  return `<!doctype html><title>Directory listing</title><h1>Directory listing</h1><ul>${links.join("\n")}</ul>`;
}

const root = resolve(folder);
const server = createServer((request, response) => {
  const path = join(root, decodeURIComponent(new URL(request.url, "http://site.test").pathname));
  try {
    const [type, text] = request.url.endsWith("/") ? ["text/html", listOf(path)] : [TYPES[extname(path)] ?? "application/octet-stream", readFileSync(path)];
    response.writeHead(200, { "content-type": type }).end(text);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const base = `http://127.0.0.1:${server.address().port}/`;
const scratch = mkdtempSync(join(process.env.TMPDIR ?? tmpdir(), "tagtrail-about-"));

/** The addresses in order of request, and the files with their columns. */
async function harvest(name, ...options) {
  const job = join(scratch, name);
  const { code, stderr } = await run(["harvest", base, "--out", job, "--delay", "0", "--connections", "1", "--allow-private", "--browser", "never",
    "--targets", targets, "--quiet", ...options], { limitMs: 1_200_000 });
  if (code !== 0) throw new Error(stderr);
  const requests = readFileSync(join(job, "crawl.log"), "utf8").trim().split("\n").map((line) => line.split(" ")[9]);
  const files = JSON.parse(readFileSync(join(job, "datapackage.json"), "utf8")).resources.filter(({ sources }) => sources);
  rmSync(job, { recursive: true });
  return { requests, files };
}

const wordsOf = (text) => new Set(text.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase().match(/[a-z]{4,}/g) ?? []);

function columnsOf(file) {
  const schemas = [file.schema, ...(file.tagtrail.tables ?? []).map(({ schema }) => schema)];
  return schemas.flatMap((schema) => schema?.fields ?? []).map(({ name }) => name).join(" ");
}

const urlOf = (file) => file.sources[0].path;

/** Words that `textOf` has of several files, and few of all: `[word, addresses]`. */
function drawTopics(files, textOf, suits) {
  const having = new Map();
  for (const file of files) {
    for (const word of wordsOf(textOf(file))) having.set(word, [...(having.get(word) ?? []), urlOf(file)]);
  }
  const chosen = [...having].filter(([word, urls]) => urls.length >= LEAST_FILES && urls.length <= MOST_SHARE * files.length && suits(word, urls));
  const drawn = ([word]) => createHash("sha256").update(word).digest("hex");
  return chosen.sort((a, b) => (drawn(a) < drawn(b) ? -1 : 1)).slice(0, Number(topics));
}

/** Requests until nine tenths of them were there. */
function requestsTo(requests, wanted) {
  const at = wanted.map((url) => requests.indexOf(url) + 1).sort((a, b) => a - b);
  return at[Math.ceil(0.9 * at.length) - 1];
}

async function compare(plain, name, drawn) {
  console.log(`topics by ${name}`);
  const sums = [0, 0];
  for (const [word, wanted] of drawn) {
    const without = requestsTo(plain.requests, wanted);
    const words = requestsTo((await harvest("words", "--about", word, "--tables", "off")).requests, wanted);
    const tables = requestsTo((await harvest("tables", "--about", word)).requests, wanted);
    sums[0] += Math.log(words / without);
    sums[1] += Math.log(tables / without);
    console.log([word.padEnd(16), String(wanted.length).padStart(4), ...[without, words, tables].map((n) => String(n).padStart(7)),
      (words / without).toFixed(2), (tables / without).toFixed(2)].join("  "));
  }
  console.log(`geometric mean: ${sums.map((sum) => Math.exp(sum / drawn.length).toFixed(2)).join("  ")}`);
}

try {
  const plain = await harvest("plain");
  console.log(`${plain.requests.length} requests, ${plain.files.length} files`);
  await compare(plain, "columns", drawTopics(plain.files, columnsOf,
    (word, urls) => urls.filter((url) => url.toLowerCase().includes(word)).length <= IN_ADDRESSES * urls.length));
  await compare(plain, "names of files", drawTopics(plain.files, (file) => decodeURIComponent(urlOf(file).split("/").pop()), () => true));
} finally {
  server.close();
  rmSync(scratch, { recursive: true, force: true });
}
