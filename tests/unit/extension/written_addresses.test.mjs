import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { addressInHandler, filesInScript } from "../../../extension/src/content/script_addresses.ts";
import { DATA_EXTENSIONS, isClearlyAddress, mayBeAddress } from "../../../extension/src/content/written_addresses.ts";

test("the extensions of data files are those of the host", () => {
  const table = readFileSync(new URL("../../../shared/data/media_types.txt", import.meta.url), "utf8");
  const section = table.split("[targets.data.extensions]\n")[1].split("\n[")[0];
  const words = section.split(/\s+/).filter((word) => word !== "" && word !== "px" && word !== "tab");
  assert.deepEqual([...DATA_EXTENSIONS].sort(), words.sort());
});

test("what is an address", () => {
  for (const text of ["/", "a/b?c", "HTTP://x/", "/wiki/File:a.pdf", "x?a=b:c"]) assert.ok(mayBeAddress(text), text);
  for (const text of ["", "#a", "a:b", "/:id", "{a}", "a\tb", "a".repeat(3000), "é".repeat(1500)]) assert.ok(!mayBeAddress(text), text);
  for (const text of ["/a", "../a", "a.csv", "e.PHP#f"]) assert.ok(isClearlyAddress(text), text);
  for (const text of ["/", "./", "Europe/Berlin", "v1.5", "?a"]) assert.ok(!isClearlyAddress(text), text);
});

test("hostile scripts cost no more than their length", () => {
  assert.ok(filesInScript("'/a.csv'        ,'\\\\' + \"".repeat(200_000), 1_000_000).length > 1000);
  for (let i = 0; i < 1000; i++) assert.equal(addressInHandler("location='".repeat(1000)), "");
  assert.equal(addressInHandler(`location${" ".repeat(9000)}`), "");
});
