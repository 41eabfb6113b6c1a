// What the host tells of catalogues is read within bounds, and conditions are written as it reads them.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { filterText, readCatalogue } from "../../../extension/src/host/protocol/catalogue.ts";

const told = {
  kind: "ckan", name: "CKAN", base: "https://d.example", filter: "", sets: 3, files: null, conditions: ["organisation", "since"],
  choices: [{ by: "organisation", values: [{ value: "a", title: "A", count: 2 }], cut: false }], more: "unknown",
};

describe("a catalogue", () => {
  it("is read, and what is not told stays null", () => {
    const { more, ...known } = told;
    assert.equal(more, "unknown");
    assert.deepEqual(readCatalogue(told, "catalogue"), known);
    assert.equal(readCatalogue({ ...told, sets: undefined }, "catalogue").sets, null);
  });

  it("of another shape is an error that names the field", () => {
    const value = { value: "a", title: "A", count: 2 };
    const choices = (values, by = "organisation") => ({ ...told, choices: [{ by, values, cut: false }] });
    for (const [wrong, field] of [
      [null, /'catalogue'/], [{ ...told, sets: -1 }, /sets/], [{ ...told, sets: "3" }, /sets/], [{ ...told, conditions: ["colour"] }, /conditions/],
      [choices([value], "colour"), /by/], [choices([{ ...value, title: "x".repeat(201) }]), /title/], [choices([{ ...value, value: 7 }]), /value/],
      [choices(Array(101).fill(value)), /values/], [{ ...told, choices: Array(6).fill(told.choices[0]) }, /choices/],
      [{ ...told, base: "x".repeat(20_000) }, /base/],
    ]) {
      assert.throws(() => readCatalogue(wrong, "catalogue"), { code: "invalid_argument", message: field });
    }
  });

  it("is narrowed by conditions in a fixed order, with commas and percent signs escaped", () => {
    assert.equal(filterText({}), "");
    assert.equal(filterText({ organisation: "", format: "CSV" }), "format=CSV");
    assert.equal(filterText({ until: "2024-01-31", organisation: "A, 100%\"" }), "organisation=A%2C 100%25\",until=2024-01-31");
  });
});
