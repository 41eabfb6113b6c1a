// The manifest as programs of others read it: datapackage-js and tableschema-js of the Frictionless project.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Package } from "datapackage";

const isTable = ({ profile }) => profile === "tabular-data-resource";

/** The bytes as UTF-8: the library knows the encodings of Node alone, and no byte order marks. */
function decoded(bytes, encoding) {
  const isBigEndian = encoding === "utf-16" && bytes[0] === 0xfe;
  return new TextDecoder(isBigEndian ? "utf-16be" : encoding, { fatal: true }).decode(bytes);
}

async function readTable(resource) {
  const { path } = resource.descriptor;
  try {
    return { path, rows: await resource.read() };
  } catch (error) {
    return { path, error: [error.message, ...(error.errors ?? []).map(({ message }) => message)].join("; ") };
  }
}

/**
 * The manifest of a job by the Frictionless schemas: `{ errors, tables }`. Each text that it describes as a table is
 * read by its schema and dialect, every cell cast to its type: `{ path, rows, error }`.
 */
export async function readByOthers(job) {
  const manifest = JSON.parse(readFileSync(join(job, "datapackage.json"), "utf8"));
  const { errors } = await Package.load(manifest, { basePath: job });
  const copies = mkdtempSync(join(tmpdir(), "tagtrail-frictionless-"));
  try {
    const resources = manifest.resources.filter(isTable).map((resource) => {
      const copy = join(copies, resource.path);
      mkdirSync(dirname(copy), { recursive: true });
      writeFileSync(copy, decoded(readFileSync(join(job, resource.path)), resource.encoding));
      // Delimited text has one format for the library, whatever its delimiter.
      return { ...resource, encoding: "utf-8", format: "csv" };
    });
    const opened = await Package.load({ ...manifest, resources }, { basePath: copies });
    const tables = [];
    for (const resource of opened.resources) tables.push(await readTable(resource));
    return { errors: errors.map(({ message }) => message), tables };
  } finally {
    rmSync(copies, { recursive: true });
  }
}
