// Pages of applications whose links and forms are marked by what they do (tests/data/acting), served, harvested with a
// session, and what of them was opened.
import { createServer } from "node:http";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join, parse } from "node:path";
import { root, run } from "./program.mjs";

const FOLDER = join(root, "tests/data/acting");
const LOGIN = "lena:secret";
const SESSION = `Basic ${Buffer.from(LOGIN).toString("base64")}`;
const TYPES = { csv: "text/csv", xlsx: "application/vnd.ms-excel", ods: "application/vnd.oasis.opendocument.spreadsheet", pdf: "application/pdf",
  zip: "application/zip" };

const plain = (text) => text.replaceAll("&amp;", "&").replaceAll("&quot;", '"');
/** As a request names it. */
const addressOf = (href, base) => {
  const url = new URL(plain(href), base);
  return url.pathname + url.search;
};

/** Lines between `@rows ID|TITLE; ...` and `@end`, once for each of these, with § and ¤ in their places. */
function unfold(text) {
  return text.replaceAll(/^@rows (.*)\n([^]*?)^@end\n/gm, (_all, rows, lines) =>
    rows.split(";").map((row) => row.trim().split("|"))
      .map(([id, title]) => lines.replaceAll("§", id).replaceAll("¤", title)).join(""));
}

const MARKED = /<(a|form)\b([^>]*?) ([!?])(?=[ >])([^>]*)>/g;
const attribute = (tag, name) => new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(tag)?.[1];

/** What a page's links and forms are: "acts", "honest", or "neither" of what only shows a form or leads nowhere. */
function marksOf(html, path) {
  const marks = [];
  for (const [, tag, inside] of html.matchAll(/<(a|form)\b([^>]*)>/g)) {
    const mark = / ([!?])(?= |$)/.exec(inside)?.[1];
    const target = attribute(inside, tag === "a" ? "href" : "action") ?? (tag === "form" ? path : undefined);
    if (target === undefined || target.startsWith("#") || target.startsWith("javascript:")) continue;
    marks.push({ tag, does: mark === "!" ? "acts" : mark === "?" ? "neither" : "honest", path: addressOf(target, `http://h${path}`) });
  }
  const forms = html.matchAll(/<form\b[^>]*>([^]*?)<\/form>/g);
  for (const mark of marks.filter(({ tag }) => tag === "form")) {
    const controls = [...forms.next().value[1].matchAll(/<(?:input|select|button)\b[^>]*? name="([^"]*)"[^>]*>/g)];
    const sent = controls.filter(([control]) => !/^<button|type="submit"/.test(control));
    mark.sends = (sent.length > 0 ? sent : controls)
      .map(([control, name]) => [plain(name), /type="hidden"/.test(control) ? attribute(control, "value") : undefined]);
  }
  return marks;
}

/** An application's list: what it says of itself, its pages by path, and the marks on them, each address once. */
function read(file) {
  const [head, ...parts] = readFileSync(join(FOLDER, file), "utf8").split(/^== /m);
  const facts = Object.fromEntries(head.trim().split("\n").map((line) => line.split(/: (.*)/).slice(0, 2)));
  const pages = {};
  const seen = new Map();
  let written = 0;
  for (const part of parts) {
    const path = addressOf(part.slice(0, part.indexOf("\n")), "http://h/");
    const source = part.slice(part.indexOf("\n") + 1);
    written += marksOf(source, path).filter(({ tag, does }) => tag === "a" && does === "acts").length;
    const html = unfold(source);
    pages[path] = html.replaceAll(MARKED, "<$1$2$4>");
    for (const mark of marksOf(html, path)) {
      const key = `${mark.tag} ${mark.path} ${mark.sends ?? ""}`;
      if (seen.has(key) && mark.does !== "neither" && seen.get(key).does !== "neither" && seen.get(key).does !== mark.does) throw new Error(`${file}: ${mark.path} is marked twice`);
      seen.set(key, mark);
    }
  }
  return { name: parse(file).name, ...facts, pages, start: Object.keys(pages)[0], marks: [...seen.values()], written };
}

export const applications = () => readdirSync(FOLDER).filter((file) => file.endsWith(".html")).sort().map(read);

function serve(application, asked) {
  return createServer((request, response) => {
    const { pathname, search } = new URL(request.url, "http://h");
    if (request.headers.authorization === SESSION) asked.add(pathname + search);
    const type = TYPES[/\.(\w+)$/.exec(pathname)?.[1]];
    const missing = /^\/(robots\.txt|favicon\.ico|sitemap|data\.json|\.well-known)/.test(pathname);
    response.writeHead(missing ? 404 : 200, { "content-type": type ?? "text/html; charset=utf-8" });
    const page = application.pages[request.url] ?? (type ? `a,b\n1,${request.url}\n` : `<h1>${request.url.replaceAll(/\W/g, " ")}</h1>`);
    response.end(missing ? "" : `${type ? "" : `<!doctype html><html lang="${application.language}"><meta charset="utf-8"><title>${application.application}</title>`}${page}`);
  });
}

/** Of a form: something was sent to where it sends, with all its names, and what stands in its hidden ones. */
function opened({ tag, path, sends }, asked) {
  if (tag === "a") return asked.has(path);
  const to = path.split("?")[0];
  return [...asked].map((each) => new URL(each, "http://h"))
    .some((url) => url.pathname === to && sends.length > 0 &&
      sends.every(([name, value]) => value === undefined ? url.searchParams.has(name) : url.searchParams.get(name) === value));
}

/** Harvests an application with a session, and gives its marks with whether each was opened. */
export async function harvest(application, job) {
  const asked = new Set();
  const server = serve(application, asked).listen(0, "127.0.0.1");
  await once(server, "listening");
  const base = `http://127.0.0.1:${server.address().port}`;
  const end = await run(["harvest", base + application.start, "--out", job, "--delay", "0", "--allow-private", "--json", "--quiet", "--sitemaps", "off",
    "--browser", "never", "--catalogues", "never", "--leave-traps", "off"], { env: { TAGTRAIL_LOGIN: LOGIN } });
  server.closeAllConnections();
  server.close();
  return { end, marks: application.marks.map((mark) => ({ ...mark, opened: opened(mark, asked) })) };
}
