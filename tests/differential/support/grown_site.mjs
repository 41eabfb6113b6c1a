// Writes a site of thousands of URLs: listings in pages, details with files, and much that leads
// nowhere. The same bytes come out each time.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const SECTIONS = 12;
const PAGES = 12;
const DETAILS = 12;

/** A small generator of numbers below `bound`: the site must not change between runs. */
function numbers(seed) {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

function page(title, body) {
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body id="b"><header><nav class="top">`
    + `<a href="/index.html">Home</a></nav></header><main><h1>${title}</h1>${body}</main></body></html>\n`;
}

function list(kind, links) {
  return `<ul class="${kind}">${links.map(([href, text]) => `<li><a href="${href}">${text}</a></li>`).join("")}</ul>`;
}

function detail(section, number, below, write) {
  const files = Array.from({ length: below(3) }, (_, file) => `/s${section}/files/${number}-${file}.csv`);
  for (const file of files) write(file, `year,value\n2020,${below(1000)}\n`);
  const related = Array.from({ length: 3 }, () =>
    [`/s${below(SECTIONS)}/d${below(PAGES * DETAILS)}.html`, `Related &amp; more ${below(99)}`]);
  const words = files.map((file, at) => [file, below(2) === 0 ? "Download CSV" : `Table ${at}`]);
  return page(`Détail ${number}`, `<h2>Data</h2>${list(`data v${below(4)}`, words)}<h2>See also</h2>${list("related", related)}`
    + `<p class="n${below(6)}"><a href="/s${section}/gone-${below(50)}.html">old</a></p>`);
}

/** Returns the number of pages and files. */
export function writeGrownSite(folder) {
  const below = numbers(7);
  let count = 0;
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    count += 1;
  };
  const sections = Array.from({ length: SECTIONS }, (_, at) => at);
  write("/index.html", page("Start", list("sections", sections.map((at) => [`/s${at}/p0.html`, `Section ${at}`]))));
  for (const section of sections) {
    for (let number = 0; number < PAGES; number++) {
      const details = Array.from({ length: DETAILS }, (_, at) => number * DETAILS + at);
      const next = number + 1 < PAGES ? `<p class="pager"><a rel="next" href="p${number + 1}.html">Next</a></p>` : "";
      write(`/s${section}/p${number}.html`, page(`Section ${section}, page ${number}`,
        list("details", details.map((at) => [`d${at}.html`, `Detail ${at}`])) + next));
      for (const at of details) write(`/s${section}/d${at}.html`, detail(section, at, below, write));
    }
  }
  return count;
}

const YEARS = Array.from({ length: 12 }, (_, at) => 2010 + at);

/** Writes an office's site: half of its pages have tables of statistics, the others forms to fill in. */
export function writeOffice(folder) {
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const numbered = Array.from({ length: 60 }, (_, number) => number);
  const links = numbered.flatMap((number) => ["tables", "forms"].map((part) => [`/${part}/${number}.html`, `${part} ${number}`]));
  write("/index.html", page("Office", links.map((one) => list(one[1].split(" ")[0], [one])).join("")));
  for (const number of numbered) {
    write(`/tables/${number}.html`, page(`Tables ${number}`, list("files", [[`/data/t${number}.csv`, "Figures"]])));
    write(`/forms/${number}.html`, page(`Forms ${number}`, `<p class="form"><a href="/blank/f${number}.csv">Form</a></p>`));
    write(`/data/t${number}.csv`, `year,region,births\n${YEARS.map((year) => `${year},North,${400 + number + year % 7}\n`).join("")}`);
    write(`/blank/f${number}.csv`, `name,address,signature of ${number}\n`);
  }
}
