// Which forms a press in a tab may send: those that only look for something; and what they are asked for.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { onlyAsks, searchWords } from "../../extension/src/content/form_intent.ts";

const list = { kind: "select", name: "region", label: "Region" };
const radio = { kind: "radio", name: "year", label: "2020" };
const box = { kind: "text", name: "x", label: "" };
const form = (buttons, fields, names = "") => ({ buttons, fields, names });

describe("a form that a script answers", () => {
  it("is used where it says that it looks for something, or has lists and says nothing else", () => {
    for (const asks of [
      form(["Anzeigen"], [list, radio]), form(["Go"], [list]), form([], [list]), form(["OK"], [list]), form(["検索"], [box]),
      form([""], [{ ...box, kind: "search" }]), form(["OK"], [{ ...box, name: "q" }]),
      form(["Go"], [{ ...box, label: "Find staff by name or mail" }]), form(["Download CSV"], [list]), form(["Apply"], [radio], ""),
    ]) assert.ok(onlyAsks(asks), JSON.stringify(asks));
  });

  it("is left where it may do something, or nobody knows what", () => {
    for (const acts of [
      form(["Order"], [list]), form(["Send"], [list]), form(["OK"], [radio]), form(["OK"], [box]), form(["Knirsch"], [list]),
      form(["Search"], [{ kind: "password", name: "p", label: "" }]), form(["Show"], [{ ...box, name: "userEmail" }]),
      form(["Show"], [list, { kind: "hidden", name: "csrf_token", label: "" }]), form(["Show"], [list, { kind: "checkbox", name: "c", label: "I agree to all" }]),
      form(["Show", "Delete"], [list]), form(["Show"], [list, { kind: "textarea", name: "t", label: "" }]), form(["Apply now"], [list]),
      form(["Abonnieren"], [list], "search"), form(["Vote"], [radio]),
    ]) assert.ok(!onlyAsks(acts), JSON.stringify(acts));
  });

  it("is asked for what its page speaks of most", () => {
    assert.deepEqual(searchWords(["Births and deaths", "Deaths 2020", "Search", "of 17 km", "人口"]), ["deaths", "births", "2020", "人口"]);
  });
});
