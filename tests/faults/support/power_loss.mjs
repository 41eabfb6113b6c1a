// What a disk may hold after a power failure, from a record of what a program did to its files
// (recording_shim.cpp).
//
// The model is a file system that writes metadata in order, and no kinder than that: names (created, linked,
// renamed, removed) are kept up to some point at or after the last one that was synced, bytes up to the last sync
// of their file. Of what was written to a file since then any part may be there, in any order.
import { linkSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const NEWLINE = 10;

/** The operations of a record, in order; writes have their bytes. A cut one at the end is left out. */
export function readRecord(file) {
  const bytes = readFileSync(file);
  const operations = [];
  for (let at = 0; ;) {
    const end = bytes.indexOf(NEWLINE, at);
    if (end < 0) return operations;
    const operation = JSON.parse(bytes.toString("utf8", at, end));
    at = end + 1;
    if (operation.op === "write") {
      if (at + operation.size > bytes.length) return operations;
      operation.data = bytes.subarray(at, at + operation.size);
      at += operation.size;
    }
    operations.push(operation);
  }
}

/** Bytes of a file that can be written anywhere. */
class Contents {
  #room = Buffer.alloc(0);
  #length = 0;

  apply({ op, at, data, size }) {
    const length = op === "truncate" ? size : Math.max(this.#length, at + data.length);
    if (length > this.#room.length) {
      const grown = Buffer.alloc(2 * length);
      this.#room.copy(grown, 0, 0, this.#length);
      this.#room = grown;
    }
    // What a file lost and got again is zeros.
    if (length < this.#length) this.#room.fill(0, length, this.#length);
    this.#length = length;
    if (op === "write") data.copy(this.#room, at);
  }

  get bytes() {
    return this.#room.subarray(0, this.#length);
  }
}

/** The names after some operations on them: path -> file, a number, or "folder". */
function namesAfter(operations) {
  const names = new Map();
  for (const { op, path, to, file } of operations) {
    if (op === "create") names.set(path, file);
    if (op === "mkdir") names.set(path, "folder");
    if (op === "link") names.set(to, names.get(path));
    if (op === "rename") names.set(to, names.get(path));
    if (op === "rename" || op === "unlink") names.delete(path);
  }
  return names;
}

/**
 * Writes into `folder` what may be left of the recorded folder when the power fails after `count` operations.
 * `random` chooses what of the unsynced survives.
 */
export function leaveAfterPowerLoss(operations, count, folder, random) {
  const files = [];
  const current = new Map();
  const naming = [];
  const begun = new Map();
  let durableNames = 0;
  for (const operation of operations.slice(0, count)) {
    const { op, ino } = operation;
    // A number of a removed file is given to a new one.
    if (op === "create" || (ino !== undefined && !current.has(ino))) {
      current.set(ino, files.length);
      files.push({ synced: new Contents(), pending: [], created: op === "create" ? naming.length : -1 });
    }
    const file = files[current.get(ino)];
    if (op === "write" || op === "truncate") file.pending.push(operation);
    if (op === "sync") {
      for (const change of file.pending) file.synced.apply(change);
      file.pending = [];
      // As all journalling file systems do: a synced file has its name.
      durableNames = Math.max(durableNames, file.created + 1);
    }
    if (op === "syncdir") durableNames = naming.length;
    if (op === "syncfs") {
      begun.set(operation.call, { names: naming.length, changes: files.map(({ pending }) => [...pending]) });
    }
    if (op === "syncfs done") {
      const { names, changes } = begun.get(operation.call);
      durableNames = Math.max(durableNames, names);
      changes.forEach((before, index) => {
        const { synced, pending } = files[index];
        // Some have been synced by themselves meanwhile.
        const first = pending.findIndex((change) => !before.includes(change));
        for (const change of pending.splice(0, first < 0 ? pending.length : first)) synced.apply(change);
      });
    }
    if (["create", "mkdir", "link", "rename", "unlink"].includes(op)) {
      naming.push({ ...operation, file: current.get(ino) });
    }
  }
  durableNames = Math.min(durableNames, naming.length);
  const survived = durableNames + Math.floor(random() * (naming.length - durableNames + 1));
  const written = new Map();
  mkdirSync(folder, { recursive: true });
  for (const [path, file] of namesAfter(naming.slice(0, survived))) {
    const place = join(folder, path);
    if (file === "folder") {
      mkdirSync(place, { recursive: true });
      continue;
    }
    if (file === undefined) continue;
    mkdirSync(dirname(place), { recursive: true });
    if (written.has(file)) {
      linkSync(written.get(file), place);
      continue;
    }
    const { synced, pending } = files[file];
    const contents = new Contents();
    contents.apply({ op: "write", at: 0, data: synced.bytes });
    const share = random();
    for (const change of pending) if (random() < share) contents.apply(change);
    writeFileSync(place, contents.bytes);
    written.set(file, place);
  }
}
