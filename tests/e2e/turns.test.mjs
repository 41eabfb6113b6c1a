// Lists that a script shows in parts: a reader turns their pages, opens their tabs and folds, goes to their views behind #,
// and chooses among what looks as if it could be chosen. Each part takes the place of the one before, in one document. In both browsers, in one harvest of all.
// lane: browser
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { lackingOrTold, temporaryFolder } from "./support/browsers.mjs";
import { addressesOf, manifestOf, resultOf, run, WAIT_MS } from "./support/program.mjs";
import { body, Site } from "./support/site.mjs";

/** In a page: links to the files of a part of the list, in a way that cannot be read out of the script. */
const HELPERS = "const links = (name, from, count) => Array.from({ length: count }, (_, at) => "
  + "'<li><a href=\"' + ['', 'get', name + '-' + (Number(from) + at)].join('/') + '\">Get</a>').join('');"
  + "const byId = (id) => document.getElementById(id); const all = (css) => [...document.querySelectorAll(css)];";
const page = (html, script) => `<!DOCTYPE html><title>Tables</title>${html}<script>${HELPERS}${script}</script>`;
const stored = () => page('<div id="a"></div>', `const [, k, last] = location.pathname.split("-");
  byId("a").innerHTML = last ? links("stored", k, 1) : (k ? [k + "-all"] : [0, 1, 2]).map((at) => '<p><a href="' + ["", "stored-" + at].join("/") + '">Table ' + at + "</a>").join("");`);

/** Who asked for /served, if no tab. */
let served = [];

/** Page -> how many files it shows, part by part. */
const FILES = { next: 30, numbers: 15, tabs: 9, folds: 9, remote: 12, away: 2, buttons: 10, views: 8,
  letters: 12, years: 8, select: 6, cards: 6, router: 3, late: 4, arrows: 8, pointed: 6, sent: 1,
  checks: 6, slider: 5, shown: 3, lists: 4, menu: 3, drawn: 3, within: 3, between: 5, stored: 3,
  behind: 4, apply: 4, offered: 5, drop: 3, rows: 4, chapters: 3, decades: 21, listed: 6, branches: 3, signs: 3, within_tabs: 4,
  rolled: 30, boxes: 24, grown: 24, tall: 20, closed: 5, pushed: 6, ahead: 2, heads: 2, glyphs: 3, linked: 2,
  over: 6, heeded: 8, asked: 3, combo: 3, refused: 2, titles: 2,
  days: 3, months: 2, choice: 3, shared: 1, named: 3, places: 2, taken: 2, formats: 6, exports: 6,
  surveys: 4, releases: 4, ratings: 3, slides: 3, dots: 3, shows: 3, asides: 1, lanes: 8, states: 3, sheets: 3, decks: 3,
  further: 12, chosen: 6, posted: 3, worded: 4, served: 3, modals: 3, places_named: 4, site: 3, sections: 3, aside: 3, later: 3, notes: 9, nested: 12, parts: 8, kept: 6 };
const PAGES = {
  // A button by its looks alone, with a sign in it; another text says as much and is none.
  "/further": page('<p>Choose a year to see more results.</p><ul id="t"></ul><div id="m" class="foot" style="cursor:pointer"><b>Show more results</b> <i></i></div><p>About</p>',
    `let p = 0; const draw = () => { byId("t").innerHTML += links("further", p * 3, 3); if (++p === 4) byId("m").remove(); }; byId("m").onclick = draw; draw();`),
  // As grids do it; the numbers beside are another way to the same.
  "/next": page('<ul id="t"></ul><nav class="pagination"><button id="back">Previous</button><button class="n">1</button><button class="n">2</button>'
    + '<button class="n">3</button><button id="on">Next</button></nav>',
  `let p = 0; const draw = () => { byId("t").innerHTML = links("next", p * 10, 10); byId("on").disabled = p === 2; };
    byId("on").onclick = () => { p++; draw(); }; byId("back").onclick = () => { p = Math.max(0, p - 1); draw(); };
    all(".n").forEach((b, at) => { b.onclick = () => { p = at; draw(); }; }); draw();`),
  "/numbers": page('<ul id="t"></ul><div class="pagination" id="n"></div>',
    `const draw = (p) => { byId("t").innerHTML = links("numbers", p * 5, 5);
      byId("n").innerHTML = [0, 1, 2].map((at) => '<button class="' + (at === p ? "active" : "") + '">' + (at + 1) + "</button>").join(" ");
      all("#n button").forEach((b, at) => { b.onclick = () => draw(at); }); }; draw(0);`),
  // One of the tabs acts, by its words.
  "/tabs": page('<div role="tablist"><button role="tab">2020</button><button role="tab">2021</button><button role="tab">2022</button>'
    + '<button role="tab" id="x">Delete all</button></div><div role="tabpanel" id="p"></div>',
  `const draw = (k) => { byId("p").innerHTML = links("tabs", k * 3, 3); all("[role=tab]").forEach((b, at) => b.setAttribute("aria-selected", at === k)); };
    all("[role=tab]").forEach((b, at) => { b.onclick = () => draw(at); }); byId("x").onclick = () => fetch("/acted"); draw(0);`),
  // All of them say the same.
  "/folds": page(Array.from({ length: 3 }, () => `<div><h3><button class="fold" aria-expanded="false">Details</button></h3></div>`).join(""),
    `all(".fold").forEach((b, k) => { b.onclick = () => { const open = b.getAttribute("aria-expanded") === "true"; b.setAttribute("aria-expanded", !open);
      if (open) b.parentNode.nextSibling.remove(); else b.parentNode.insertAdjacentHTML("afterend", "<ul>" + links("folds", k * 3, 3) + "</ul>"); }; });`),
  "/remote": page('<ul id="t"></ul><button id="on" aria-label="Next page">›</button>',
    `let p = 0; const draw = async () => { byId("t").innerHTML = await (await fetch("/part/" + p)).text(); byId("on").disabled = p === 2; };
      byId("on").onclick = () => { p++; draw(); }; draw();`),
  // The numbers are to vote by.
  "/away": page('<a href="/get/away-0">Get</a><p>How useful was this? <button class="v">1</button><button class="v">2</button><button class="v">3</button></p><nav class="pagination"><button id="on">Next</button></nav>',
    `all(".v").forEach((b) => { b.onclick = () => fetch("/acted", { method: "POST" }); }); byId("on").onclick = () => { location.href = ["", "away-" + 2].join("/"); };`),
  // A button for each row, on each page of them.
  "/buttons": page('<ul id="t"></ul><nav class="pagination"><button id="on">Next</button></nav>',
    `let p = 0; const draw = () => {
      byId("t").innerHTML = [0, 1].map((at) => '<li><button class="get" data-of="' + (p * 2 + at) + '">Download CSV</button>').join("");
      all(".get").forEach((b) => { b.onclick = () => { location.href = "/get/buttons-" + b.dataset.of; }; });
      byId("on").disabled = p === 4; }; byId("on").onclick = () => { p++; draw(); }; draw();`),
  // Each year alone above what it opens.
  "/chapters": page('<div id="a"></div>', `byId("a").innerHTML = [2018, 2019, 2020].map((year) => '<section><h3><button aria-expanded="false">' + year + "</button></h3></section>").join("");
    all("button").forEach((b, k) => { b.onclick = () => { all("section ul").forEach((list) => list.remove());
      all("button").forEach((one) => one.setAttribute("aria-expanded", one === b)); b.closest("section").insertAdjacentHTML("beforeend", "<ul>" + links("chapters", k, 1) + "</ul>"); }; });`),
  // More years than a pager has numbers.
  "/decades": page('<p id="n"></p><ul id="t"></ul>', `byId("n").innerHTML = Array.from({ length: 21 }, (_, k) => "<button>" + (2000 + k) + "</button>").join(" ");
    all("button").forEach((b, k) => { b.onclick = () => { byId("t").innerHTML = links("decades", k, 1); }; });`),
  // A tree that opens where its sign is clicked, and nowhere else.
  "/branches": page('<ul role="tree" id="a"></ul>', `byId("a").innerHTML = [0, 1, 2].map((k) => '<li role="treeitem" aria-expanded="false"><i class="sign">&nbsp;</i><span>20' + (10 + k) + "</span></li>").join("");
    all(".sign").forEach((x, k) => { x.onclick = () => { x.parentNode.setAttribute("aria-expanded", true); x.parentNode.insertAdjacentHTML("beforeend", "<ul>" + links("branches", k, 1) + "</ul>"); }; });`),
  "/signs": page('<ul id="a"></ul>', `byId("a").innerHTML = [0, 1, 2].map((k) => '<li><span class="icon expand-icon">&nbsp;</span>Survey ' + (k + 1) + "</li>").join("");
    all(".expand-icon").forEach((x, k) => { x.onclick = () => x.parentNode.insertAdjacentHTML("beforeend", "<ul>" + links("signs", k, 1) + "</ul>"); });`),
  // Of each page only the rows in view are there, and the box stays where it was when the page is turned.
  "/rolled": page('<div id="v" style="height:150px;overflow:auto"><div id="s" style="height:300px;position:relative"></div></div><nav class="pagination"><button id="on">Next</button></nav>',
    `let p = 0; const draw = () => { const first = Math.floor(byId("v").scrollTop / 30); byId("on").disabled = p === 2;
      byId("s").innerHTML = [0, 1, 2, 3, 4, 5].map((k) => first + k).filter((k) => k < 10).map((k) => '<div style="position:absolute;height:30px;top:' + 30 * k + 'px">' + links("rolled", p * 10 + k, 1) + "</div>").join(""); };
    byId("v").onscroll = draw; byId("on").onclick = () => { p++; draw(); }; draw();`),
  // Behind each tab a small box grows when it is scrolled.
  "/boxes": page('<div role="tablist"><button role="tab">One</button><button role="tab">Two</button><button role="tab">Three</button></div><div role="tabpanel" id="p"></div>',
    `const draw = (t) => { byId("p").innerHTML = '<ul style="width:200px;height:120px;overflow-y:scroll"></ul>'; const box = byId("p").firstChild; let n = 0;
      const add = () => { for (let k = 0; k < 4 && n < 8; k++, n++) box.insertAdjacentHTML("beforeend", '<div style="height:60px">' + links("boxes", t * 8 + n, 1) + "</div>"); };
      box.onscroll = () => { if (box.scrollTop + box.clientHeight > box.scrollHeight - 20) add(); }; add();
      all("[role=tab]").forEach((b, k) => b.setAttribute("aria-selected", k === t)); };
    all("[role=tab]").forEach((b, k) => { b.onclick = () => draw(k); }); draw(0);`),
  // Views behind # that grow when the window is scrolled; each comes while it stands at the end of the one before, as high as that.
  "/grown": page('<div id="a"></div><p id="rest"></p>', `let n = 0, of = 0; const add = () => { for (let k = 0; k < 4 && n < 8; k++, n++) byId("a").insertAdjacentHTML("beforeend", '<div style="height:400px">' + links("grown", (of - 1) * 8 + n, 1) + "</div>");
      byId("rest").style.height = (8 - n) * 400 + "px"; };
    const draw = () => { of = Number(location.hash.slice(2)); n = 0; byId("a").innerHTML = of ? "" : [1, 2, 3].map((at) => '<a href="#/' + at + '">View</a> ').join(""); if (of) add(); };
    onscroll = async () => { if (!of || scrollY + innerHeight < document.body.scrollHeight - 100) return; const at = of; await fetch("/slow"); if (at === of) add(); }; addEventListener("hashchange", draw); draw();`),
  // What nothing marks but that scripts listen: to a pointer over it, to a press, to two; for all of a list; as React hangs it on its elements.
  "/over": page('<nav><ul><li class="m"><a href="#">Births</a><li class="m"><a href="#">Deaths</a></ul></nav><p class="m">Moves</p>',
    `all(".m").forEach((m, k) => m.addEventListener("mouseenter", () => { if (!m.querySelector("ul")) m.insertAdjacentHTML("beforeend", "<ul>" + links("over", k * 2, 2) + "</ul>"); }));`),
  "/heeded": page('<div id="a"></div><div id="b"><div>Taxes</div><div>Wages</div></div><ul id="l"><li>Births<li>Deaths</ul><section id="s"><em>Rents</em><em>Fares</em></section><div id="r"><p>Moves</p></div>',
    `byId("a").innerHTML = "<span>Ages</span>"; const draw = (k) => { byId("a").lastChild.outerHTML = "<div>" + links("heeded", k, 1) + "</div>"; };
    byId("a").append(document.createElement("div")); byId("a").firstChild.addEventListener("click", () => draw(0));
    [...byId("b").children].forEach((b, k) => { b.ondblclick = () => draw(1 + k); });
    byId("l").addEventListener("click", ({ target }) => draw(3 + [...byId("l").children].indexOf(target)));
    byId("s").addEventListener("mousedown", ({ target }) => draw(6 + [...byId("s").children].indexOf(target)));
    byId("r").firstChild.__reactProps$x = { onClick: () => draw(5) }; byId("r").addEventListener("click", ({ target }) => target.__reactProps$x?.onClick());`),
  "/asked": page('<form id="f"><select><option>All<option>New</select><input name="q" placeholder="Search"><button>Go</button></form><ul id="t"></ul>',
    `byId("f").addEventListener("submit", (e) => { e.preventDefault(); byId("t").innerHTML = links("asked", 0, 3); });`),
  // Forms that a script answers in the page: by lists of which each pair shows something else, by POST, by a word; and one that the server answers as well.
  "/chosen": page('<form id="f"><select id="r"><option value="0">North<option value="1">South</select><label><input type="radio" name="y" value="0" checked>2020</label><label><input type="radio" name="y" value="1">2021</label>'
    + '<label><input type="radio" name="y" value="2">2022</label><button>Show</button></form><ul id="t"></ul>',
  `byId("f").addEventListener("submit", (e) => { e.preventDefault(); byId("t").innerHTML = links("chosen", byId("r").value * 3 + Number(all("input").find((one) => one.checked).value), 1); });`),
  "/posted": page('<form class="filter"><select name="p"><option value="0">Births<option value="1">Deaths<option value="2">Moves</select><button>Go</button></form><ul id="t"></ul>'
    + '<form id="o"><select><option>One<option>Two</select><button>Order</button></form>',
  `all("form")[0].onsubmit = async (e) => { e.preventDefault(); const k = all("select")[0].value; byId("t").innerHTML = await (await fetch("/search", { method: "POST", body: JSON.stringify({ query: k }) })).text(); };
    byId("o").onsubmit = (e) => { e.preventDefault(); fetch("/acted"); };`),
  "/worded": page('<h1>Births and deaths</h1><p>Of all that moved, too.</p><form><input type="search"><button>Search</button></form><ul id="t"></ul>',
    `all("button")[0].onclick = (e) => { e.preventDefault(); const q = all("input")[0].value; const k = ["births", "deaths", "moved"].indexOf(q); byId("t").innerHTML = k < 0 ? "" : links("worded", k, k + 1 > 2 ? 2 : 1); };`),
  "/served": (request, response) => {
    const k = new URL(request.url, "http://site").searchParams.get("k");
    const part = request.headers["x-part"] === undefined ? "" : "asked by a script";
    served.push(part);
    const list = k === null ? "" : `<li><a href="/get/served-${k}">Get</a>`;
    response.setHeader("content-type", "text/html");
    response.end(part !== "" ? list : page(`<form><select name="k"><option>0<option>1<option>2</select><button>Show</button></form><ul id="t">${list}</ul>`,
      `all("form")[0].onsubmit = async (e) => { e.preventDefault(); byId("t").innerHTML = await (await fetch("?k=" + all("select")[0].value, { headers: { "x-part": "1" } })).text(); };`));
  },
  // While one is open the whole page is marked, and what opens it has another name afterwards.
  "/modals": page('<h1>Annexes</h1><div id="a"></div><ul id="t"></ul>', `byId("a").innerHTML = [0, 1, 2].map((k) => "<p><button>Annex " + k + "</button></p>").join("");
    all("button").forEach((b, k) => { b.onclick = () => { document.body.className = "modal-open"; b.textContent = "Annex " + k + " (seen)"; byId("t").innerHTML = links("modals", k, 1); }; });`),
  // Options that are drawn anew whenever their list is opened.
  "/combo": page('<div id="c" role="combobox" tabindex="0" aria-expanded="false" aria-haspopup="listbox">Choose a year</div><div id="l" role="listbox" hidden></div><ul id="t"></ul>',
    `byId("c").onclick = () => { byId("l").hidden = false; byId("l").innerHTML = [0, 1, 2].map((k) => '<div role="option">' + (2021 + k) + "</div>").join("");
      [...byId("l").children].forEach((o, k) => { o.onclick = () => { byId("t").innerHTML = links("combo", k, 1); byId("l").hidden = true; }; }); };`),
  // A request that asks for a login, which nobody is there to give, and a page that waits for its answer.
  "/refused": page('<ul id="t"></ul>', 'fetch("/private").then(() => { byId("t").innerHTML = links("refused", 0, 2); });'),
  // "Report" alone asks to report something.
  "/titles": page('<ul id="t"></ul><button>Report 2023</button><button>Report 2024</button>', `all("button").forEach((b, k) => { b.onclick = () => { byId("t").innerHTML = links("titles", k, 1); }; });`),
  // Shadow trees that the page keeps to itself: of an element of its own, below one, with what is shown within it, in a frame.
  "/closed": page('<div id="a"></div><x-list><b slot="t"></b></x-list><iframe id="f"></iframe>', `const closed = (host) => host.attachShadow({ mode: "closed" });
    const inside = closed(byId("a")); inside.innerHTML = links("closed", 0, 1) + "<section></section><button>Show more</button>"; closed(inside.querySelector("section")).innerHTML = links("closed", 1, 1);
    inside.querySelector("button").onclick = () => { inside.innerHTML += links("closed", 2, 1); };
    customElements.define("x-list", class extends HTMLElement { connectedCallback() { closed(this).innerHTML = links("closed", 3, 1) + "<slot name=t></slot>"; } });
    const frame = byId("f").contentDocument; frame.body.innerHTML = "<div></div>"; closed(frame.body.firstChild).innerHTML = links("closed", 4, 1);`),
  // The router writes the page into the query, which the server knows nothing of.
  "/pushed": page('<ul id="t"></ul><button id="back">Previous</button><button id="on">Next</button>', `let p = 0; const draw = () => { byId("t").innerHTML = links("pushed", p * 2, 2); byId("on").disabled = p === 2; byId("back").disabled = p === 0; };
    for (const [id, by] of [["on", 1], ["back", -1]]) byId(id).onclick = () => { p += by; history.pushState({}, "", "?page=" + (p + 1)); draw(); }; draw();`),
  "/ahead": page('<link rel="preload" as="fetch" crossorigin="anonymous" href="/ahead.json"><ul id="t"></ul>',
    `fetch("/ahead.json").then((answer) => answer.json()).then(({ count }) => { byId("t").innerHTML = links("ahead", 0, count); });`),
  // Nothing but what is hidden below says that these open.
  "/heads": page('<h3>Special tables</h3><div hidden></div><div class="acc-title">Older tables</div><div style="display:none"></div>',
    `all("h3,.acc-title").forEach((head, k) => head.addEventListener("click", () => { head.nextSibling.hidden = false; head.nextSibling.style.display = ""; head.nextSibling.innerHTML = links("heads", k, 1); }));`),
  "/glyphs": page('<ul id="a"></ul>', `byId("a").innerHTML = [0, 1, 2].map((k) => '<li><span class="icon expand-icon">+</span>Region ' + "abc"[k]).join("");
    all(".expand-icon").forEach((x, k) => { x.onclick = () => x.parentNode.insertAdjacentHTML("beforeend", "<ul>" + links("glyphs", k, 1) + "</ul>"); });`),
  "/linked": page('<nav><a href="/get/linked-0">Get</a> <span role="link" tabindex="0">Regions</span></nav><ul id="t"></ul>',
    `all("[role=link]")[0].onclick = () => { byId("t").innerHTML = links("linked", 1, 1); };`),
  // To go on is to agree: it is not done, but told.
  "/terms": page('<p>Please accept our terms of use.</p><button id="y">Accept and continue</button>', `byId("y").onclick = () => fetch("/acted");`),
  "/licence": page('<div><p>By downloading you accept the licence.</p><button id="y">I agree</button></div>', `byId("y").onclick = () => fetch("/acted");`),
  "/question": page('<a href="/get/next-0">Get</a><ul id="t"></ul>', `if (confirm("Shall we show the tables?")) byId("t").innerHTML = links("question", 0, 1);`),
  // Nothing is behind it.
  "/banner": page('<p>About us</p><div><p>We use cookies.</p><button id="y">I agree</button></div>', `byId("y").onclick = () => fetch("/acted");`),
  // Beside a tall box with nothing but words, in a shadow tree.
  "/tall": page('<div style="display:flex"><div style="height:500px;width:400px;overflow:auto"><p style="height:2000px">About</div><div id="h"></div></div>',
    `const inside = byId("h").attachShadow({ mode: "open" }); inside.innerHTML = '<ul style="height:120px;width:200px;overflow:auto"></ul>'; const box = inside.firstChild; let n = 0;
    const add = () => { for (let k = 0; k < 5 && n < 20; k++, n++) box.insertAdjacentHTML("beforeend", '<div style="height:40px">' + links("tall", n, 1) + "</div>"); };
    box.onscroll = () => { if (box.scrollTop + box.clientHeight > box.scrollHeight - 20) add(); }; add();`),
  // What is folded behind one tab is gone when the next is opened.
  "/within_tabs": page('<div id="a"></div>', `let tab = 0; const open = new Set(); const draw = () => {
    byId("a").innerHTML = '<div role="tablist">' + ["About", "Themes", "All"].map((t, k) => '<button role="tab" aria-selected="' + (k === tab) + '">' + t + "</button>").join("") + "</div>"
      + (tab === 0 ? "" : tab === 2 ? "<ul>" + links("within_tabs", 3, 1) + "</ul>" : ["Air", "Births", "Soil"].map((t, k) => '<h3><button class="f" aria-expanded="' + open.has(k) + '">' + t + "</button></h3>" + (open.has(k) ? "<ul>" + links("within_tabs", k, 1) + "</ul>" : "")).join(""));
    all("[role=tab]").forEach((b, k) => { b.onclick = () => { tab = k; draw(); }; }); all(".f").forEach((b, k) => { b.onclick = () => { open.has(k) ? open.delete(k) : open.add(k); draw(); }; }); }; draw();`),
  // Tabs in what tabs show, all drawn anew with each press.
  "/nested": page('<div id="a"></div>', `let x = 0, y = 0; const bar = (name, labels, on) => '<div role="tablist">' + labels.map((label, k) => '<button role="tab" data-' + name + '="' + k + '" aria-selected="' + (k === on) + '">' + label + "</button>").join("") + "</div>";
    const draw = () => { byId("a").innerHTML = bar("x", ["North", "South", "East"], x) + '<div role="tabpanel">' + bar("y", ["2019", "2020"], y) + '<ul role="tabpanel">' + links("nested", x * 4 + y * 2, 2) + "</ul></div>"; };
    byId("a").onclick = ({ target: { dataset } }) => { if (dataset.x) [x, y] = [Number(dataset.x), 0]; if (dataset.y) y = Number(dataset.y); draw(); }; draw();`),
  // Folds in folds, one open at a time: each theme has parts of the same names.
  "/parts": page('<div id="a"></div>', `let o = -1, i = -1; const head = (tag, name, k, on, words) => "<" + tag + '><button data-' + name + '="' + k + '" aria-expanded="' + on + '">' + words + "</button></" + tag + ">";
    const draw = () => { byId("a").innerHTML = [0, 1].map((k) => head("h2", "o", k, o === k, "Theme " + "ab"[k]) + (o === k ? "<div>" + [0, 1].map((j) => head("h3", "i", j, i === j, "Part " + "xy"[j])
      + (i === j ? "<ul>" + links("parts", k * 4 + j * 2, 2) + "</ul>" : "")).join("") + "</div>" : "")).join(""); };
    byId("a").onclick = ({ target: { dataset } }) => { if (dataset.o) [o, i] = [Number(dataset.o) === o ? -1 : Number(dataset.o), -1]; if (dataset.i) i = Number(dataset.i) === i ? -1 : Number(dataset.i); draw(); }; draw();`),
  // Links that run a script, in a shadow tree that the page keeps to itself.
  "/kept": page('<div id="a"></div>', `const inside = byId("a").attachShadow({ mode: "closed" }); let p = 0;
    const draw = () => { inside.innerHTML = "<ul>" + links("kept", p * 2, 2) + '</ul><a href="javascript:void(0)">Prev</a> <a href="javascript:void(0)">Next</a>';
      [...inside.querySelectorAll("ul ~ a")].forEach((a, k) => { a.onclick = () => { p = Math.min(2, Math.max(0, p + (k ? 1 : -1))); draw(); }; }); }; draw();`),
  // As TiddlyWiki has it: the page keeps its notes as data, a link opens one above the others, which stay, and the address
  // names it behind # only then. Names have blanks, a note is linked in another one alone, and each can be closed or edited.
  "/notes": page('<div id="keep" hidden>' + JSON.stringify({ Start: "[Air quality] [Water] [Soil]", "Air quality": "0 1 2 [Noise at night]", Water: "3 4", Soil: "5 6", "Noise at night": "7 8" }) + '</div><div id="river"></div>',
    `const notes = JSON.parse(byId("keep").textContent); let open = []; const draw = () => { byId("river").innerHTML = open.map((name) => '<section data-name="' + name + '"><h2>' + name
        + '</h2><button title="close this note">x</button><button title="edit this note">e</button><p>' + notes[name].replace(/\\[(.*?)\\]/g, (_, to) => '<a class="note" href="#' + encodeURIComponent(to) + '">' + to + "</a>")
        .replace(/\\b\\d\\b/g, (k) => links("notes", k, 1)) + "</section>").join(""); };
    const show = (name) => { if (notes[name]) { open = [name, ...open.filter((other) => other !== name)]; draw(); } };
    const go = () => show(decodeURIComponent(location.hash.slice(1)) || "Start"); addEventListener("hashchange", go); go();
    byId("river").onclick = (e) => { const note = e.target.closest("a.note"); const of = e.target.closest("section").dataset.name;
      if (note) { e.preventDefault(); show(note.textContent); history.replaceState(null, "", "#" + encodeURIComponent(note.textContent)); }
      if (e.target.title === "close this note") { open = open.filter((other) => other !== of); draw(); } if (e.target.title === "edit this note") fetch("/acted"); };`),
  // Views behind #, listed in parts.
  "/listed": page('<div id="a"></div>', `let p = 0; const draw = () => { const of = location.hash.slice(2);
    byId("a").innerHTML = of ? links("listed", of, 1) : [0, 1].map((at) => '<p><a href="#/' + (p * 2 + at) + '">Theme</a>').join("") + '<button id="on"' + (p === 2 ? " disabled" : "") + ">Next</button>";
    if (!of) byId("on").onclick = () => { p++; draw(); }; }; addEventListener("hashchange", draw); draw();`),
  // Views behind #, one of them linked in another view alone, and one that acts.
  "/views": page('<div id="a"></div>', `const draw = () => { const y = location.hash.slice(2); if (y === "log-out") fetch("/acted");
    byId("a").innerHTML = y ? links("views", (y - 1) * 2, 2) + (y === "3" ? '<a href="#/4">year 4</a>' : "")
      : [1, 2, 3].map((at) => '<p><a href="#/' + at + '">year ' + at + "</a>").join("") + '<a href="#/log-out">Bye</a>'; };
    addEventListener("hashchange", draw); draw();`),
  // More than a pager has, in what leads through the site, as a rule.
  "/letters": page('<nav><span id="n"></span></nav><ul id="t"></ul>',
    `byId("n").innerHTML = [..."ABCDEF"].map((letter) => "<button>" + letter + "</button>").join("");
    all("nav button").forEach((b, at) => { b.onclick = () => { byId("t").innerHTML = links("letters", at * 2, 2); }; });`),
  // Nothing but words, and one that listens around them.
  "/years": page('<ul id="n"><li>2020</li><li>2021</li><li>2022</li><li>2023</li></ul><ul id="t"></ul>',
    `byId("n").onclick = ({ target }) => { byId("t").innerHTML = links("years", (Number(target.textContent) - 2020) * 2, 2); };`),
  "/select": page('<select id="s"><option value="">Region<option value="0">North<option value="1">South<option value="2">East</select><ul id="t"></ul>',
    `byId("s").onchange = () => { byId("t").innerHTML = byId("s").value && links("select", byId("s").value * 2, 2); };`),
  // Each leads to a view, in which the others are not.
  "/cards": page('<style>.card { cursor: pointer }</style><div id="a"></div>', `const draw = () => { const k = location.hash.slice(2);
    byId("a").innerHTML = k ? links("cards", k * 2, 2) : ["Births", "Deaths", "Moves"].map((name, at) => '<div class="card" data-k="' + at + '"><b>' + name + "</b><p>A table.</div>").join("");
    all(".card").forEach((c) => { c.onclick = () => { location.hash = "/" + c.dataset.k; }; }); }; addEventListener("hashchange", draw); draw();`),
  "/router": page('<div id="a"></div>', `const draw = () => { const k = location.pathname.split("-")[1];
    byId("a").innerHTML = k ? links("router", k, 1) : [0, 1, 2].map((at) => "<button>Table " + at + "</button>").join("");
    all("button").forEach((b, at) => { b.onclick = () => { history.pushState({}, "", ["", "router-" + at].join("/")); byId("a").innerHTML = ""; }; }); };
    addEventListener("popstate", draw); draw();`),
  "/late": page('<button class="b">Regions</button><button class="b">Towns</button><ul id="t"></ul>',
    `all(".b").forEach((b, at) => { b.onclick = () => setTimeout(() => { byId("t").innerHTML = links("late", at * 2, 2); }, 1300); });`),
  "/arrows": page('<style>img { cursor: pointer; width: 9px; height: 9px }</style><ul id="t"></ul><img id="b" src="/l.png"><img id="f" src="/r.png">',
    `let p = 0; const go = (by) => { p = Math.min(3, Math.max(0, p + by)); byId("t").innerHTML = links("arrows", p * 2, 2); };
    byId("b").onclick = () => go(-1); byId("f").onclick = () => go(1); go(0);`),
  // By the pointer's going down, as libraries have it.
  "/pointed": page('<div role="tablist"><button role="tab" aria-selected="true">One</button><button role="tab">Two</button><button role="tab">Three</button></div><div id="p" role="tabpanel"></div>',
    `const draw = (k) => { byId("p").innerHTML = links("pointed", k * 2, 2); all("[role=tab]").forEach((b, at) => b.setAttribute("aria-selected", at === k)); };
    all("[role=tab]").forEach((b, at) => { b.onmousedown = () => draw(at); }); draw(0);`),
  // Nobody knows what these do: it is not let through.
  // Each check filters by itself; one of them is on.
  "/checks": page('<p>' + [0, 1, 2].map((k) => '<label><input type="checkbox" value="' + k + '"' + (k ? "" : " checked") + '>Part ' + "abc"[k] + "</label>").join(" ") + '</p><ul id="t"></ul>',
    `const draw = () => { byId("t").innerHTML = all(":checked").map(({ value }) => links("checks", value * 2, 2)).join(""); };
    all("input").forEach((one) => { one.onchange = draw; }); draw();`),
  "/slider": page('<label>Year <input type="range" id="r" min="2020" max="2024" value="2022"></label><ul id="t"></ul>',
    `byId("r").oninput = () => { byId("t").innerHTML = links("slider", byId("r").value - 2020, 1); }; byId("r").oninput();`),
  // The choice is carried out by a button.
  "/shown": page('<p><select id="s"><option value="0">North<option value="1">South<option value="2">East</select> <button id="b">Show</button></p><ul id="t"></ul>',
    `byId("b").onclick = () => { byId("t").innerHTML = links("shown", byId("s").value, 1); };`),
  // One list fills the other.
  "/lists": page('<select id="a"><option value="">Region<option value="0">North<option value="1">South</select><select id="b"><option value="">Part</select><ul id="t"></ul>',
    `byId("a").onchange = () => { byId("b").innerHTML = '<option value="">Part<option value="0">First<option value="1">Second'; };
    byId("b").onchange = () => { byId("t").innerHTML = links("lists", byId("a").value * 2 + Number(byId("b").value), 1); };`),
  // It closes when one is chosen.
  "/menu": page('<div id="m" role="combobox" tabindex="0" aria-expanded="false" aria-haspopup="listbox">Crop</div><div id="n"></div><ul id="t"></ul>',
    `byId("m").onmousedown = () => { byId("n").innerHTML = '<div role="listbox">' + ["Wheat", "Maize", "Rice"].map((name, k) => '<div role="option" data-k="' + k + '">' + name + "</div>").join("") + "</div>"; };
    byId("n").onclick = ({ target }) => { byId("n").innerHTML = ""; byId("m").textContent = target.textContent; byId("t").innerHTML = links("menu", target.dataset.k, 1); };`),
  "/drawn": page('<svg width="90" height="30"><g>' + [0, 1, 2].map((k) => '<circle class="r" data-k="' + k + '" cx="' + (15 + 30 * k) + '" cy="15" r="9" style="cursor:pointer"></circle>').join("") + '</g></svg><ul id="t"></ul>',
    `all(".r").forEach((r) => { r.addEventListener("click", () => { byId("t").innerHTML = links("drawn", r.dataset.k, 1); }); });`),
  "/within": page('<p>Tables of the region</p><iframe id="f" width="300" height="90"></iframe>',
    `byId("f").srcdoc = '<p><button>Men</button> <button>Women</button> <button>Total</button></p><ul id="t"></ul>';
    byId("f").onload = () => { const inside = byId("f").contentDocument; inside.onclick = ({ target }) => { const k = ["Men", "Women", "Total"].indexOf(target.textContent);
      if (k >= 0) inside.getElementById("t").innerHTML = links("within", k, 1); }; };`),
  // It begins in the middle: what leads back goes by what is known.
  "/between": page('<p><button id="b">\u2039</button> <span id="y"></span> <button id="f">\u203a</button></p><ul id="t"></ul>',
    `let k = 2; const go = (by) => { k = Math.min(4, Math.max(0, k + by)); byId("y").textContent = "Part " + k; byId("t").innerHTML = links("between", k, 1); };
    byId("b").onclick = () => go(-1); byId("f").onclick = () => go(1); go(0);`),
  // A host of files answers 404 with the one page that there is, of which the script knows the address.
  "/stored": stored(),
  // Folds behind each tab, drawn anew with it.
  "/behind": page('<div id="a"></div>', `let t = 0, open = -1; const draw = () => {
      byId("a").innerHTML = '<div role="tablist">' + [0, 1].map((k) => '<button role="tab" aria-selected="' + (k === t) + '">Volume ' + (k + 1) + "</button>").join("") + "</div>"
        + [0, 1].map((k) => '<h3 style="cursor:pointer">Chapter ' + (k + 1) + "</h3>" + (open === k ? "<ul>" + links("behind", 2 * t + k, 1) + "</ul>" : "")).join("");
      all("[role=tab]").forEach((b, k) => { b.onclick = () => { t = k; open = -1; draw(); }; });
      all("h3").forEach((h, k) => { h.onclick = () => { open = open === k ? -1 : k; draw(); }; }); }; draw();`),
  // Two lists, and below them what carries both out, beside what takes them back.
  "/apply": page('<div>' + ["a", "b"].map((id) => '<p><label>Part <select id="' + id + '"><option value="0">First<option value="1">Second</select></label></p>').join("")
    + '<p><button type="button" id="x">Apply</button> <button type="button">Reset</button></p></div><ul id="t"></ul>',
  `byId("x").onclick = () => { byId("t").innerHTML = links("apply", 2 * byId("a").value + Number(byId("b").value), 1); };`),
  "/offered": page('<p><select id="s">' + [0, 1, 2, 3, 4].map((k) => '<option value="' + k + '">Region ' + "abcde"[k]).join("") + '</select> <button id="b">Download</button></p>',
    `byId("b").onclick = () => { location.href = "/get/offered-" + byId("s").value; };`),
  // What is shown first is the first of the menu, and nothing says so.
  "/drop": page('<div><button type="button" id="b" aria-expanded="false">Series 1</button><ul id="m" hidden>' + [0, 1, 2].map((k) => '<li><a href="#" data-k="' + k + '">Series ' + (k + 1) + "</a>").join("") + '</ul></div><ul id="t"></ul>',
    `const draw = (k) => { byId("t").innerHTML = links("drop", k, 1); }; byId("b").onclick = () => { byId("m").hidden = !byId("m").hidden; };
    all("#m a").forEach((a, k) => { a.onclick = (e) => { e.preventDefault(); byId("m").hidden = true; byId("b").textContent = a.textContent; draw(k); }; }); draw(0);`),
  // All days between two, and months.
  "/days": page('<label>Day <input type="date" id="d" min="2024-02-28" max="2024-03-01" value="2024-02-28"></label><ul id="t"></ul>',
    `const draw = () => { byId("t").innerHTML = links("days", ["2024-02-28", "2024-02-29", "2024-03-01"].indexOf(byId("d").value), 1); }; byId("d").onchange = draw; draw();`),
  "/months": page('<input type="month" id="d" min="2023-12" max="2024-01"><ul id="t"></ul>',
    `byId("d").oninput = () => { byId("t").innerHTML = links("months", ["2023-12", "2024-01"].indexOf(byId("d").value), 1); };`),
  // Before one is chosen, the button does nothing.
  "/choice": page([0, 1, 2].map((k) => `<label><input type="radio" name="y" value="${k}">${2020 + k}</label>`).join("") + '<button id="b">Download CSV</button>',
    `byId("b").onclick = () => { const one = all("input").find((radio) => radio.checked); if (one) location.href = ["", "get", "choice-" + one.value].join("/"); };`),
  // Two of its words are none of what may not be pressed.
  "/shared": page('<a href="/get/shared-0">Get</a><p>' + ["X", "F", "Mail this", "Send on", "Share"].map((name) => `<button class="s">${name}</button>`).join(""),
    `all(".s").forEach((b) => { b.onclick = () => open("https://elsewhere.invalid/post?u=" + encodeURIComponent(location.href)); });`),
  // Parts of a page behind names as people write them.
  "/named": page('<p><a href="#First%20table">First table</a> <a href="#Second%20table">Second table</a> <a href="#Third%20one">Third one</a></p><ul id="t"></ul>',
    `all("p a").forEach((a, k) => { a.onclick = (e) => { e.preventDefault(); byId("t").innerHTML = links("named", k, 1); }; });`),
  // Headings of a view are no views.
  "/places": page('<p id="n"></p><ul id="t"></ul>', `byId("n").innerHTML = '<a href="#/b">B</a> ' + Array.from({ length: 6 }, (_, k) => '<a href="#/?id=part' + k + '">Part ' + k + "</a>").join(" ");
    const draw = () => { byId("t").innerHTML = links("places", Number(location.hash.startsWith("#/b")), 1); }; onhashchange = draw; draw();`),
  // With the first that is opened, the other is gone.
  "/taken": page('<div id="a"></div><ul id="t"></ul>', `byId("a").innerHTML = '<div role="tablist"><button role="tab" aria-selected="true">2020</button><button role="tab">2021</button><button role="tab">2022</button></div>';
    const draw = (k) => { byId("t").innerHTML = links("taken", k, 1); }; all("[role=tab]").forEach((b, k) => { b.onclick = () => { byId("a").innerHTML = ""; draw(k); }; }); draw(0);`),
  // Each opens a list of what it has, in the place of the one before.
  "/formats": page(Array.from({ length: 3 }, () => '<p><button class="g">Download</button></p>').join("") + '<ul id="m"></ul>',
    `all(".g").forEach((b, k) => { b.onclick = () => { byId("m").innerHTML = links("formats", k * 2, 2); }; });`),
  // The same with buttons.
  "/exports": page(Array.from({ length: 3 }, () => '<p><button class="g">Export</button></p>').join("") + '<div id="m"></div>',
    `all(".g").forEach((b, k) => { b.onclick = () => { byId("m").innerHTML = ["CSV", "XLSX"].map((of) => '<button class="of">' + of + "</button>").join("");
      all(".of").forEach((o, at) => { o.onclick = () => { location.href = ["", "get", "exports-" + (k * 2 + at)].join("/"); }; }); }; });`),
  // Lists that are called like what asks, picks days or shows pictures.
  "/surveys": page('<section class="survey-list"><ul id="t"></ul><button id="on">Next</button></section>',
    `let p = 0; const draw = () => { byId("t").innerHTML = links("surveys", p * 2, 2); byId("on").disabled = p === 1; }; byId("on").onclick = () => { p++; draw(); }; draw();`),
  "/releases": page('<div id="release-calendar"><ul id="t"></ul><p class="pagination"><button>1</button> <button>2</button></p></div>',
    `const draw = (p) => { byId("t").innerHTML = links("releases", p * 2, 2); }; all("button").forEach((b, k) => { b.onclick = () => draw(k); }); draw(0);`),
  "/ratings": page('<div class="rating-tables"></div>', `all("div")[0].innerHTML = [0, 1, 2].map((k) => '<h3><button aria-expanded="false" aria-controls="c' + k + '">Class ' + k + '</button></h3><div id="c' + k + '" hidden></div>').join("");
    all("button").forEach((b, k) => { b.onclick = () => { b.setAttribute("aria-expanded", true); byId("c" + k).hidden = false; byId("c" + k).innerHTML = links("ratings", k, 1); }; });`),
  // Shows of which one slide is there at a time: an arrow without words, dots, what names the show by its address.
  "/slides": page('<div class="glide"><div id="t"></div><p class="glide__arrows"><button class="glide__arrow glide__arrow--left"><svg width="9" height="9"></svg></button><button class="glide__arrow glide__arrow--right"><svg width="9" height="9"></svg></button></p></div>',
    `let k = 0; const go = (by) => { k = (k + by) % 3; byId("t").innerHTML = links("slides", k, 1); }; all("button").forEach((b, at) => { b.onclick = () => go(at ? 1 : 2); }); go(0);`),
  "/dots": page('<section class="splide"><div id="t"></div><ul role="tablist">' + [0, 1, 2].map((k) => `<li><button role="tab" aria-controls="s${k}" aria-label="Picture ${k + 1}" style="width:9px;height:9px"></button>`).join("") + "</ul></section>",
    `const draw = (k) => { byId("t").innerHTML = links("dots", k, 1); all("button").forEach((b, at) => b.setAttribute("aria-selected", at === k)); }; all("button").forEach((b, k) => { b.onclick = () => draw(k); }); draw(0);`),
  "/shows": page('<div id="c" class="carousel"><div id="t"></div><a href="#c" role="button" data-slide="prev">Previous</a> <a href="#c" role="button" data-slide="next">Next</a></div>',
    `let k = 0; const go = (by) => { k = (k + by) % 3; byId("t").innerHTML = links("shows", k, 1); }; all("a[data-slide]").forEach((a, at) => { a.onclick = (e) => { e.preventDefault(); go(at ? 1 : 2); }; }); go(0);`),
  // These are what they are called.
  "/asides": page('<a href="/get/asides-0">Get</a><div class="cookie-banner"><h2>Cookies</h2><a href="/get/asides-0">Policy</a> <button>Next</button><button aria-expanded="false" aria-controls="no">Purposes</button></div>'
    + '<div class="stars"><button class="active">1</button><button>2</button><button>3</button></div><div class="survey"><p>Who are you? <input><a href="/terms">Privacy</a></p><button>Next</button></div>'
    + '<div class="carousel"><img alt="A town"><button>Next</button></div>'
    + '<div class="calendar"><a href="/terms">Help</a><button>Next</button>' + Array.from({ length: 30 }, (_, k) => `<span>${k + 1}</span>`).join(" ") + "</div>",
  `all("button").forEach((b) => { b.onclick = () => fetch("/acted"); });`),
  // The router pushes views behind #, each with a list in parts.
  "/lanes": page('<div id="a"></div>', `let p = 0; const draw = () => { const k = location.hash.slice(2);
      byId("a").innerHTML = k ? "<ul>" + links("lanes", k * 4 + p * 2, 2) + '</ul><button id="back">Back</button><p class="pagination"><button>1</button> <button>2</button></p>' : "<button>Births</button> <button>Deaths</button>";
      const go = (to) => { history.pushState({}, "", to); p = 0; draw(); }; if (k) byId("back").onclick = () => go("#/");
      all(k ? ".pagination button" : "button").forEach((b, at) => { b.onclick = () => { if (!k) return go("#/" + at); p = at; draw(); }; }); };
    addEventListener("popstate", draw); if (!location.hash) history.replaceState({}, "", "#/"); draw();`),
  // What stands in a card leads where the card leads.
  "/decks": page('<div id="a"></div>', `const draw = () => { const k = location.hash.slice(2); if (k) fetch("/seen");
      byId("a").innerHTML = k ? links("decks", k, 1) : ["Births", "Deaths", "Moves"].map((name, at) => '<div class="d" data-k="' + at + '"><b>' + name + "</b><p>A table.</p></div>").join("");
      all(".d").forEach((d) => [d, ...d.children].forEach((one) => one.addEventListener("click", () => { location.hash = "/" + d.dataset.k; }))); };
    addEventListener("hashchange", draw); draw();`),
  // States behind #, which is no path; the third is met by a press alone. And places of the page that look like some.
  "/states": page('<a href="#view=0">Births</a> <a href="#view=1">Deaths</a> <button>Moves</button> <a href="#note=1">Note</a><p id="note=1">A note</p><ul id="t"></ul>',
    `const draw = () => { const k = new URLSearchParams(location.hash.slice(1)).get("view"); byId("t").innerHTML = k ? links("states", k, 1) : ""; };
    onhashchange = draw; all("button")[0].onclick = () => { location.hash = "view=2"; };`),
  // Views that a menu names, and no part of the page is called: those that only tell something come first.
  "/places_named": page('<nav><ul>' + ["About", "Team", "Method", "Contact", "Data", "Archive", "Report", "More"].map((name) => '<li><a href="#' + name.toLowerCase() + '">' + name + "</a>").join("") + '</ul></nav><div id="a"></div>',
    `const draw = () => { const at = ["data", "archive", "report", "more"].indexOf(location.hash.slice(1)); byId("a").innerHTML = at < 0 ? "<p>Words about " + location.hash : links("places_named", at, 1); };
    addEventListener("hashchange", draw); draw();`),
  // The same without any addresses.
  "/site": page('<header><nav>' + ["Start", "About", "Births", "Deaths", "Moves"].map((name) => '<button type="button" class="n">' + name + "</button>").join("") + '</nav></header><div id="a"></div>',
    `const show = (at) => { byId("a").innerHTML = at < 2 ? "<p>Words" : links("site", at - 2, 1); }; all(".n").forEach((b, at) => { b.onclick = () => show(at); }); show(0);`),
  "/sections": page('<nav><ul>' + ["Births", "Deaths", "Moves"].map((name) => '<li><a href="#" data-part="' + name + '">' + name + "</a>").join("") + '</ul></nav><div id="a"></div>',
    `all("nav a").forEach((one, at) => one.addEventListener("click", (e) => { e.preventDefault(); byId("a").innerHTML = links("sections", at, 1); }));`),
  // Beside the page, and of parts that are there and empty.
  "/aside": page('<div class="side"><ul>' + ["about", "births", "deaths", "archive"].map((name) => '<li><a href="#' + name + '">' + name + "</a>").join("") + '</ul></div><div id="a"></div>',
    `onhashchange = () => { const at = ["births", "deaths", "archive"].indexOf(location.hash.slice(1)); byId("a").innerHTML = at < 0 ? "<p>Words" : links("aside", at, 1); };`),
  "/later": page('<nav>' + [0, 1, 2].map((at) => '<a href="#part' + at + '">Part ' + at + "</a> ").join("") + "</nav>" + [0, 1, 2].map((at) => '<section id="part' + at + '" hidden></section>').join(""),
    `onhashchange = () => { const at = Number(location.hash.slice(-1)); all("section").forEach((one, k) => { one.hidden = k !== at; }); byId("part" + at).innerHTML = links("later", at, 1); };`),
  "/sheets": page('<select onchange="location.hash=this.value"><option value="">Sheet<option value="sheet-0">One<option value="sheet-1">Two<option value="sheet-2">Three</select><ul id="t"></ul>',
    `onhashchange = () => { const k = /^#sheet-(\\d)/.exec(location.hash)?.[1]; byId("t").innerHTML = k ? links("sheets", k, 1) : ""; };`),
  "/rows": page('<style>.x { cursor: pointer }</style><table><tbody id="t"></tbody></table>',
    `let open = -1; const draw = () => { byId("t").innerHTML = [0, 1, 2, 3].map((k) => '<tr><td class="x">' + (open === k ? "\u25be" : "\u25b8") + "</td><td>Survey " + (k + 1) + "</td></tr>"
      + (open === k ? '<tr><td colspan="2"><ul>' + links("rows", k, 1) + "</ul></td></tr>" : "")).join("");
      all(".x").forEach((x, k) => { x.onclick = () => { open = open === k ? -1 : k; draw(); }; }); }; draw();`),
  "/sent": page('<a href="/get/sent-0">Get</a><p><button class="b">Good</button><button class="b">Bad</button>',
    `all(".b").forEach((b) => { b.onclick = () => fetch("/acted", { method: "POST" }); });`),
  ...Object.fromEntries([0, 1, 2].flatMap((at) => [at, `${at}-all`]).map((at) => [`/stored-${at}`, (_request, response) => response.writeHead(404, { "content-type": "text/html" }).end(stored())])),
  ...Object.fromEntries([0, 1, 2].map((at) => [`/router-${at}`, `<!DOCTYPE html><title>Tables</title><a href="/get/router-${at}">Get</a>`])),
  "/away-2": '<!DOCTYPE html><title>Tables</title><a href="/get/away-1">Get</a>',
};
const kinds = Object.entries(FILES).flatMap(([name, count]) => Array.from({ length: count }, (_, at) => `${name}-${at}`));
const ROUTES = {
  ...PAGES,
  "/": [...Object.keys(FILES), "terms", "licence", "question", "banner"].map((name) => `<a href="/${name}">${name}</a>`).join(" "),
  ...Object.fromEntries(kinds.map((name) => [`/get/${name}`,
    body("text/csv", `name,value\n${name},1\n`, { "content-disposition": `attachment; filename="${name}.csv"` })])),
  ...Object.fromEntries([0, 1, 2].map((part) => [`/part/${part}`,
    Array.from({ length: 4 }, (_, at) => `<li><a href="/get/remote-${part * 4 + at}">Get</a>`).join("")])),
  "/search": (request, response) => {
    let sent = "";
    request.on("data", (some) => { sent += String(some); }).on("end", () => response.end(`<li><a href="/get/posted-${JSON.parse(sent).query}">Get</a>`));
  },
  "/ahead.json": body("application/json", '{"count":2}'),
  "/acted": body("text/plain", "done"),
  "/seen": body("text/plain", "done"),
  "/slow": (_request, response) => void setTimeout(() => response.end(), 300),
  "/private": (_request, response) => response.writeHead(401, { "www-authenticate": 'Basic realm="x"' }).end(),
};

for (const kind of ["chromium", "firefox"]) {
  describe(`lists in parts, in ${kind}`, { skip: lackingOrTold(kind) }, () => {
    const folder = temporaryFolder();
    const site = new Site(ROUTES);
    before(() => {
      served = [];
      return site.start();
    });
    after(() => {
      site.stop();
      folder.remove();
    });

    it("are turned to their end, what acts is not pressed, and what leads elsewhere is followed", async () => {
      const job = join(folder.path, "job");
      const ended = await run(["harvest", `${site.base}/`, "--out", job, "--browser", "always", "--browser-kind", kind, "--delay", "0", "--connections", "4",
        "--allow-private", "--json", "--quiet", "--page-time", "5m"], { limitMs: 15 * WAIT_MS });
      assert.equal(ended.code, 0, ended.stderr);
      const found = addressesOf(manifestOf(job)).map(({ sources }) => new URL(sources[0].path).pathname.slice("/get/".length));
      assert.deepEqual(kinds.filter((name) => !found.includes(name)), [], ended.stdout);
      assert.ok(!site.hits.includes("/acted"));
      assert.equal(site.hits.filter((path) => path === "/pushed").length, 1);
      // Once, to see that it asks the server.
      assert.equal(served.filter((by) => by !== "").length, 1);
      // Each of three cards, and each view again.
      assert.ok(site.hits.filter((path) => path === "/seen").length <= 6);
      // "Delete all", the vote, "Good", as "Bad" sends the same, "Accept and continue", "I agree", what the page asked, and the tab that was taken away; "Bye".
      const left = resultOf(ended).left_out.filter(({ cause }) => cause !== "forms_more").map(({ cause, count }) => [cause, count]);
      assert.deepEqual(left, [["controls", 7], ["routes", 1]]);
    });
  });
}
