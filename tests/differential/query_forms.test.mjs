// The live DOM and libgumbo see the same forms, on pages of all kinds and on those of the demo site.
// lane: browser
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { programs } from "../e2e/support/browsers.mjs";
import { notBuilt, runToEnd } from "../e2e/support/program.mjs";
import { Site } from "../e2e/support/site.mjs";
import { KINDS, Portal } from "../sites/forms/portals.mjs";
import { useContentScript } from "./support/content_script.mjs";

const missing = notBuilt || (!programs.chromium && "Chromium is not installed");

const PAGES = [
  ...Object.keys(KINDS).map((kind) => new Portal(kind).answer("/").body),
  `<form><input name=q value=" x "><input type=hidden name=h value=1><input type=CHECKBOX name=c><input type=checkbox
    name=c value=2 checked required><input type=strange name=s><input disabled name=no><input value=no>
    <textarea name=t>text</textarea><input type=reset name=no><button type=button name=no>x</button><input type=image
    name=i alt=" Go  on"><button name=b value=v> Press <b>me</b></button><input type=submit value=Send>
    <button formaction=/x>Else</button><button formmethod=GET>Get</button><input type=radio name=r></form>`,
  `<form action=/s><input name=q><button formaction=" /a.csv " name=b>A</button><button name=c>S</button><input type=submit
    formmethod=" post " value=P></form><form method=post><button formaction=/b.csv formmethod=get>B</button></form>
    <form><input type=image formaction=javascript:x()></form><form><button formmethod=dialog>x</button><input name=q></form>
    <form action=/t><input name=r><button formaction="">Here</button><button disabled formaction=/no>No</button></form>`,
  `<form><select name=s><option value=''>All<optgroup label=g><option> B  c <option value=d disabled>D</optgroup></select>
    <select name=t><option>a<option selected>b<option selected>c</select><select name=u multiple><option>a<option>b</select>
    <select name=v></select></form>`,
  "<base href=/deep/er/><form action=s method=Post class='x y' id=i><input name=q></form><form method=dialog><input name=q></form>",
  "<input form=f name=q><form id=f action='?a=b#c'><input form=none name=no><input name=r></form><input name=no>",
  "<form action=javascript:x()><input name=q></form><form action=mailto:a@b><input name=q></form><form></form>",
  "<form name=x><input name=elements><input name=action><input name=getAttribute><input name=querySelectorAll></form>",
  "<template><form><input name=q></form></template><div class=a><p><form class=in><input name=ü value=é€😀></form></div>",
  `<form><button name=b>Go <select name=s></select></button><button>Delete<table><tr><td><button name=c>all</button><input name=q>
    </table> now</button></form>`,
  `<form><label>Your <b>mail</b> <input name=a><input name=b></label><label for=c>Topic</label><input id=c name=c placeholder=any
    title=t><label><input type=hidden name=h><input type=checkbox name=d> I agree</label><input type=submit title=Go></form>`,
  "<table><form action=/s><tr><td><input name=q></td></tr></form></table><input name=no>",
  "<table><tr><form><td><input name=q><select name=s><option>a</select></td></form></tr><tr><td><input name=no></table>",
  "<div><form></div><input name=q></form><input name=no>",
  "<form><!--</form>--><script>'</form>'</script></p><input name=q></form>",
  "<form action=/a><div><input name=a></form><form action=/b><input name=b><input name=c></form></div><input name=no>",
  `<form><input name=long type=hidden value=${"x".repeat(500)}><input name=${"n".repeat(150)}><select name=s>${
    Array.from({ length: 700 }, (_, at) => `<option>${at}`).join("")}</select></form>`,
];

describe("forms of pages", { skip: missing }, () => {
  const site = new Site(Object.fromEntries(PAGES.map((html, at) => [`/${at}`, html])));
  const tabs = useContentScript(site);

  /** As the engine reads what the extension sends (page_forms_json.cpp), with its limits. */
  function kept({ base, action, charset, ...form }) {
    // What it means for the form, the host finds out for both (charset_codes.cpp).
    assert.equal(charset, "UTF-8");
    const inputs = form.inputs.map((input) => ({ ...input, values: input.values.filter(({ value }) => Buffer.byteLength(value) <= 200).slice(0, 500) }))
      .filter(({ name, kind, values }, at) => name.length <= 100 && (kind === "select" || values.length > 0 || form.inputs[at].values.length === 0));
    return { action: new URL(action, base).href.replace(/#.*$/, ""), ...form, inputs };
  }

  it("are the same", async (t) => {
    const page = await tabs.browser.newPage();
    let count = 0;
    for (const [at, html] of PAGES.entries()) {
      const url = `${site.base}/${at}`;
      await page.goto(url, { waitUntil: "domcontentloaded" });
      await page.evaluate(tabs.script);
      const { page: { forms } } = await page.evaluate(() => globalThis.tagtrailContent.read(0, 0));
      const file = join(tabs.folder.path, "page.html");
      writeFileSync(file, html);
      const host = runToEnd(["links", file, "--url", url, "--content-type", "text/html; charset=utf-8", "--forms"])
        .split("\n").filter(Boolean).map((line) => JSON.parse(line));
      const live = forms.filter(({ action }) => !/^(javascript|mailto):/.test(action)).map(kept);
      assert.deepEqual(live, host, html);
      count += host.length;
    }
    assert.ok(count > 20, `only ${count} forms`);
    t.diagnostic(`${count} forms on ${PAGES.length} pages`);
  });
});
