// Small sites for batches, each on a loopback address of its own.
import { Site, body, redirect } from "./site.mjs";

const html = (content) => `<!DOCTYPE html><html lang="en"><head><title>site</title></head><body>${content}</body></html>`;
const FILES_A_PAGE = 2;

function filesOf(folder, pages) {
  return Array.from({ length: pages }, (_, page) =>
    Array.from({ length: FILES_A_PAGE }, (_, file) => `${folder}files/${page + 1}-${file + 1}.csv`));
}

/** Answers after a moment, so that a test has time to interfere. */
function slowly(route, ms) {
  return (request, response) => void setTimeout(() => route(request, response), ms);
}

/** A listing, `pages` pages, two files on each. `expected`: paths of all files. */
export function plainSite(pages, { ms = 0, folder = "/" } = {}) {
  const files = filesOf(folder, pages);
  const page = (links) => slowly(body("text/html", html(links.map((to) => `<p><a href="${to}">${to}</a></p>`).join(""))), ms);
  const routes = { [folder]: page(files.map((_, at) => `${folder}page${at + 1}`)) };
  files.forEach((paths, at) => {
    routes[`${folder}page${at + 1}`] = page(paths);
    for (const path of paths) routes[path] = slowly(body("text/csv", `path\n${path}\n`), ms);
  });
  return { routes, expected: files.flat() };
}

/** As plainSite, but its links exist only once scripts have run. */
export function scriptedSite(pages) {
  const files = filesOf("/", pages);
  const page = (links) => html(`<main></main><script>for (const to of ${JSON.stringify(links)}) {
    const link = document.createElement("a"); link.href = to; link.textContent = to;
    document.querySelector("main").append(link, document.createElement("br")); }</script>`);
  const routes = { "/": page(files.map((_, at) => `/page${at + 1}`)) };
  files.forEach((paths, at) => {
    routes[`/page${at + 1}`] = page(paths);
    for (const path of paths) routes[path] = body("text/csv", `path\n${path}\n`);
  });
  return { routes, expected: files.flat() };
}

/** Every page sends to a form that wants a password. */
export function loginSite() {
  const form = html('<form method="post"><input name="user"><input type="password" name="password"><button>Log in</button></form>');
  return { routes: { "/": redirect(302, "/login?next=/"), "/login": form }, expected: [] };
}

/** As plainSite, but its pages have links only for who brings the cookie that `/welcome` gives. */
export function memberSite(pages) {
  const { routes, expected } = plainSite(pages);
  const guarded = Object.entries(routes).map(([path, route]) => [path, path.endsWith(".csv") ? route : (request, response) =>
    (/\bmember=yes\b/.test(request.headers.cookie ?? "") ? route : body("text/html", html("<p>members only")))(request, response)]);
  const welcome = body("text/html", html("<p>welcome"), { "set-cookie": "member=yes; Max-Age=86400; Path=/" });
  return { routes: { ...Object.fromEntries(guarded), "/welcome": welcome }, expected };
}

/** Closed to robots. */
export function closedSite() {
  return { routes: { ...plainSite(1).routes, "/robots.txt": body("text/plain", "User-agent: *\nDisallow: /\n") }, expected: [] };
}

/** Answers 503 to everything, robots.txt included; without Retry-After a harvest would wait for minutes. */
export function overloadedSite() {
  const routes = new Proxy({}, { get: () => (_request, response) => response.writeHead(503, { "retry-after": "0" }).end() });
  return { routes, expected: [] };
}

export async function startSite(description, address) {
  const site = new Site(description.routes);
  await site.start(address);
  return Object.assign(site, { expected: description.expected, url: `${site.base}/` });
}
