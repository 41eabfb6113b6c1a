// How fluid the page of a large job is: node tests/bench/job_page.mjs [--files 50000]
// Makes a job of so many files, each looked into, has its page written, and opens it in both browsers. Times are
// milliseconds; prints a line a browser.
import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { programs, starters, temporaryFolder } from "../e2e/support/browsers.mjs";
import { run, runToEnd } from "../e2e/support/program.mjs";
import { Site } from "../e2e/support/site.mjs";

const { values } = parseArgs({ options: { files: { type: "string", default: "50000" } } });
const files = Number(values.files);

/** A site of 200 sections of pages with 5 files each; every second file holds a table of its own. */
function fill(job) {
  const look = `json_object('format', 'csv', 'statistics', json('true'), 'tables', json_array(json_object('name', '', 'headerRow', 1, 'rows', i * 7 % 9000,
    'fields', json_array(json_object('name', 'year', 'type', 'year'), json_object('name', 'region', 'type', 'string'), json_object('name', 'value', 'type', 'number')),
    'preview', json_array(json_array('year', 'region', 'value'), json_array('2015', 'Region ' || i, hex(randomblob(4))),
      json_array('2016', 'Region ' || (i + 1), hex(randomblob(4))), json_array('2017', 'Region ' || (i + 2), hex(randomblob(4)))))))`;
  const page = "'https://statistics.example/section-' || (i % 200) || '/topic-' || (i / 5) || '/index.html'";
  const name = "'table-' || i || '-of-' || (i * 7919 % 100003) || iif(i % 3, '.csv', '.xlsx')";
  const all = `WITH RECURSIVE c(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM c WHERE i < ${files + 99})`;
  execFileSync("sqlite3", [join(job, "job.db"), `BEGIN;
    ${all} INSERT INTO response(n, request_id, at_ms, committed_at, url, status, error, mime, bytes, via, record)
      SELECT i, i, i, '2026-01-01T00:00:00Z', 'https://statistics.example/data/' || ${name}, 200, 'none', 'text/csv', i, 'host', x'00' FROM c;
    ${all} INSERT INTO decision(n, request_id, url, method, purpose, source_page, tag_path, anchor, depth, action, score, probability, reason)
      SELECT i, i, 'https://statistics.example/data/' || ${name}, 'GET', 'target', ${page}, '/html/a', '', 2, 1, 0, 0, '{}' FROM c;
    ${all} INSERT INTO target(n, url, name, path, path_key, mime, bytes, sha256, page, tag_path, anchor, redirects, fetched_at, status, via, page_via)
      SELECT i, 'https://statistics.example/data/' || ${name}, 'f' || i, 'files/' || ${name}, ${name}, iif(i % 3, 'text/csv', 'application/vnd.ms-excel'), i * 97 % 4000000,
        printf('%064x', i), ${page}, '/html/a', 'Population by region and age, ' || (1950 + i % 70) || ', table ' || i, '[]',
        strftime('%Y-%m-%dT%H:%M:%SZ', 1767225600 + i, 'unixepoch'), 200, 'host', 'host' FROM c;
    ${all} INSERT INTO look SELECT printf('%064x', i), 1, '', ${look} FROM c WHERE i % 2;
    COMMIT;`]);
}

/** In the page: what typing, sorting and scrolling cost. */
async function measure() {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  /** Until the change is drawn: the work, the layout, the next frame begins. */
  const timed = async (deed) => {
    const began = performance.now();
    deed();
    document.querySelector(".rows").getBoundingClientRect();
    const took = performance.now() - began;
    await frame();
    await frame();
    return took;
  };
  const search = document.querySelector("input[type=search]");
  const typed = [];
  for (const text of ["population region 1987 table 12", "section-17/ xlsx"]) {
    for (let end = 1; end <= text.length; end++) {
      typed.push(await timed(() => {
        search.value = text.slice(0, end);
        search.dispatchEvent(new Event("input"));
      }));
    }
    search.value = "";
    typed.push(await timed(() => search.dispatchEvent(new Event("input"))));
  }
  const sorted = {};
  for (const column of ["name", "anchor", "page", "section", "type", "bytes", "at", "inside"]) {
    const button = document.querySelector(`thead .c-${column} button`);
    sorted[column] = [await timed(() => button.click()), await timed(() => button.click())];
  }
  const box = document.querySelector(".rows");
  const frames = [];
  const drawn = [];
  let last = await frame();
  for (let at = 0; at < 180; at++) {
    const began = performance.now();
    box.scrollTop += at % 30 === 29 ? 200_000 : 300;
    box.dispatchEvent(new Event("scroll"));
    box.getBoundingClientRect();
    drawn.push(performance.now() - began);
    const now = await frame();
    frames.push(now - last);
    last = now;
  }
  return { typed, sorted, frames, drawn };
}

const middle = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const most = (list) => Math.max(...list);
const short = (number) => Number(number.toFixed(1));

const folder = temporaryFolder();
try {
  const job = join(folder.path, "job");
  const site = new Site({ "/": "<p>nothing" });
  await site.start();
  await run(["harvest", site.base, "--out", job, "--browser", "never", "--delay", "0s", "--allow-private", "--quiet"]);
  site.stop();
  fill(job);
  const began = performance.now();
  runToEnd(["open", job, "--print"]);
  const page = join(job, "index.html");
  console.log(JSON.stringify({ files, written: Math.round(performance.now() - began), megabytes: short(statSync(page).size / 1e6) }));
  for (const [name, start] of Object.entries(starters)) {
    if (!programs[name]) continue;
    const browser = await start(folder.path);
    const tab = await browser.newPage();
    await tab.setViewport({ width: 1280, height: 900 });
    await tab.goto(pathToFileURL(page).href);
    await tab.waitForSelector("tbody .c-name a");
    const first = await tab.evaluate(() => performance.getEntriesByName("first-row")[0]?.startTime ?? performance.now());
    const { typed, sorted, frames, drawn } = await tab.evaluate(measure);
    const before = performance.now();
    await tab.$$eval("tbody:not(.gap) .c-inside button", (buttons) => buttons[3].click());
    await tab.waitForSelector("dialog[open] dl");
    console.log(JSON.stringify({
      browser: await browser.version(), firstRow: Math.round(first), key: { middle: short(middle(typed)), most: short(most(typed)) },
      sort: Object.fromEntries(Object.entries(sorted).map(([column, [one, two]]) => [column, `${short(one)} / ${short(two)}`])),
      scroll: { drawMiddle: short(middle(drawn)), drawMost: short(most(drawn)), frameMiddle: short(middle(frames)), over50: frames.filter((took) => took > 50).length, frames: frames.length },
      preview: Math.round(performance.now() - before),
    }));
    await browser.close();
  }
} finally {
  folder.remove();
}
