// WARC files as an independent reader (warcio) and plain gzip see them.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { WARCParser } from "warcio";

export const sha256 = (bytes) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

/** Names in the archive of a job, in order. */
export function archiveOf(job) {
  const folder = join(job, "archive");
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/** All records of a file as warcio reads them: `{ type, header(name), url, http, payload, block }`. */
export async function recordsOf(file) {
  const blocks = [];
  for await (const record of WARCParser.iterRecords(createReadStream(file), { parseHttp: false })) {
    blocks.push(Buffer.from(await record.readFully(false)));
  }
  const records = [];
  for await (const record of WARCParser.iterRecords(createReadStream(file))) {
    const payload = Buffer.from((await record.readFully(false)) ?? []);
    records.push({
      type: record.warcType, url: record.warcTargetURI, header: (name) => record.warcHeader(name),
      http: record.httpHeaders, payload, block: blocks[records.length],
    });
  }
  if (records.length !== blocks.length) throw new Error(`${file}: ${records.length} and ${blocks.length} records`);
  return records;
}

/** What is wrong with the digests and the ids of records; empty when nothing is. */
export function faultsOfRecords(records) {
  const faults = [];
  const ids = new Set();
  for (const { type, url, header, http, payload, block } of records) {
    const name = `${type} of ${url}`;
    if (header("WARC-Block-Digest") !== sha256(block)) faults.push(`${name}: block digest`);
    if (header("Content-Length") !== String(block.length)) faults.push(`${name}: length`);
    const digest = header("WARC-Payload-Digest");
    const body = type === "resource" ? block : payload;
    if (digest && type !== "revisit" && digest !== sha256(body)) faults.push(`${name}: payload digest`);
    if (type === "response" && !http) faults.push(`${name}: no HTTP`);
    const id = header("WARC-Record-ID");
    if (!/^<urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}>$/.test(id)) faults.push(`${name}: id ${id}`);
    if (ids.has(id)) faults.push(`${name}: id twice`);
    ids.add(id);
  }
  return faults;
}

/** Why a file is no valid WARC file (gzip as a whole, each record begun and ended); null when it is. */
export function faultOfFile(file) {
  const bytes = readFileSync(file);
  let text;
  try {
    text = gunzipSync(bytes);
  } catch (error) {
    return `${file}: ${error.message}`;
  }
  let at = 0;
  while (at < text.length) {
    const end = text.indexOf("\r\n\r\n", at);
    const head = end < 0 ? "" : text.toString("latin1", at, end);
    const length = /^Content-Length: (\d+)$/m.exec(head.replaceAll("\r", ""))?.[1];
    if (!head.startsWith("WARC/1.1\r\n") || length === undefined) return `${file}: no record at ${at}`;
    at = end + 4 + Number(length) + 4;
    if (text.toString("latin1", at - 4, at) !== "\r\n\r\n") return `${file}: a record before ${at} is cut`;
  }
  return null;
}

/** Rows of a query on a job's database. */
export function rowsOf(job, sql) {
  const { status, stdout, stderr } = spawnSync("sqlite3", ["-readonly", "-json", join(job, "job.db"), sql],
    { encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim() === "" ? [] : JSON.parse(stdout);
}

export function unpack(bytes, { offset, length }) {
  return gunzipSync(bytes.subarray(Number(offset), Number(offset) + Number(length))).toString("utf8");
}
