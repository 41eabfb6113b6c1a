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

test("else what the page calls its list, in words", () => {
  assert.equal(named("/html/body#home/ul.publications-list/li.item/a.link"), "Publications list");
  assert.equal(named("/html/body/div.archiveYears/a"), "Archive years");
  assert.equal(named("/html/body/table#open_data/tr/td/a"), "Open data");
  assert.equal(named("/html/body/ul.Veröffentlichungen/li/a"), "Veröffentlichungen");
});

test("names that only say how it looks, or that a program made, are passed over", () => {
  assert.equal(named("/html/body/section.press/div.row.col-md-6/div.css-1q8xz04/a.btn"), "Press");
  assert.equal(named("/html/body/div.container/ul.list/li/a", { anchors: ["Prices"] }), "Prices");
  assert.equal(named(`/html/body/div.${"x".repeat(50)}/a`, { anchors: ["Prices"] }), "Prices");
});

test("landmarks have names of their own", () => {
  assert.equal(named("/html/body/nav/ul/li/a"), "Navigation");
  assert.equal(named("/html/body/footer/p/a"), "Foot of the page");
});

test("else its first links, and at last no name", () => {
  assert.equal(named("/html/body/p/a", { anchors: ["2023", "2023", " ", "2022", "2021"] }), "2023, 2022");
  assert.equal(named("/html/body/p/a"), "Links without a name");
  assert.equal(named(""), "Links without a name");
  assert.equal(groupName({ tagPath: "/html/body#home/p/a", anchors: ["x"] }), "X");
});
