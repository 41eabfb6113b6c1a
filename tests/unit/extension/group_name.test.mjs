import "./support/fake_document.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { groupName } from "../../../extension/src/panel/group_name.ts";

const named = (tagPath, { heading = "", anchors = [] } = {}) => groupName({ heading, tagPath, anchors });

test("the heading above a group names it", () => {
  assert.equal(named("/html/body/ul.pubs/li/a", { heading: " Annual\n reports " }), "Annual reports");
  const long = named("/html/body/a", { heading: "word ".repeat(40) });
  assert.ok(long.length <= 60 && long.endsWith("…"), long);
});

test("classes and ids never name it", () => {
  assert.equal(named("/html/body/div.col.col-push/a.btn", { anchors: ["Prices"] }), "Prices");
  assert.equal(named("/html/body/nav.nav.navbar-nav.navbar-right/ul/li/a", { anchors: ["Home", "About"] }), "Navigation: Home, About");
});

test("landmarks have names of their own", () => {
  assert.equal(named("/html/body/nav/ul/li/a"), "Navigation");
  assert.equal(named("/html/body/footer/p/a", { anchors: ["Imprint"] }), "Bottom of the page: Imprint");
});

test("else its first links, and at last no name", () => {
  assert.equal(named("/html/body/p/a", { anchors: ["2023", "2023", " ", "2022", "2021"] }), "2023, 2022");
  assert.equal(named("/html/body/p/a"), "Unnamed links");
  assert.equal(named(""), "Unnamed links");
  assert.equal(groupName({ tagPath: "/html/body#home/p/a", anchors: ["x"] }), "X");
});
