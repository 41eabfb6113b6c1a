// Pages of a site that lead a tab into the user's own network in every way that a site has, and what is there.

export const SITE = "93.184.216.34";
export const START = "http://site.example.com/";
export const INSIDE = ["127.0.0.1", "10.0.0.5", "100.64.0.1", "169.254.169.254", "172.16.0.1", "192.168.1.1", "::1", "fd00::1"];

/** As pages write them; the browser makes the same of some. */
const LITERALS = ["127.0.0.1", "2130706433", "0x7f.1", "127.1", "0", "10.5", "100.64.0.1", "169.254.169.254", "2852039166", "172.16.0.1",
  "192.168.1.1", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:a9fe:a9fe]", "[64:ff9b::7f00:1]", "[fd00::1]", "localhost", "LOCALHOST.", "a.localhost"];
/** What a name leads to, no address tells. */
export const NAMES = ["own.example.com", "meta.example.com", "ten.example.com"];

const to = (host, path) => `http://${host}/${path}`;
const page = (body) => ({ type: "text/html", body: `<!doctype html><title>Page</title>${body}` });
const honest = (name) => `<a href="/files/${name}.csv">data</a>`;

/** Ways for a page of its own for each host. */
const WAYS = {
  redirect: (url) => ({ status: 302, location: url }),
  refresh: (url) => page(`<meta http-equiv="refresh" content="0;url=${url}">`),
  script: (url) => page(`<script>location = ${JSON.stringify(url)}</script>`),
};

/** In one page, with a file that it names itself. */
function parts(host) {
  const url = (kind) => JSON.stringify(to(host, kind));
  return page(`${honest("parts")}<iframe src=${url("frame")}></iframe><script src=${url("loaded.js")}></script><object data=${url("o.html")}></object>
    <script>for (const mode of ["cors", "no-cors"]) fetch(${url("stolen.csv")}, { mode }).catch(() => undefined);
    try { new WebSocket(${url("socket")}.replace("http", "ws")); } catch {}</script>`);
}

/** A page whose name leads elsewhere once it was loaded, as its script asks for more of it. */
const moving = () => page(`${honest("moves")}<p id="more"></p><script>
  fetch("/more.html?" + Math.random()).then((answer) => answer.text()).then((text) => { document.getElementById("more").innerHTML = text; }, () => undefined);
</script>`);

/** Whoever has asked for it is led inside by the name of its host. */
export const MOVES = "/moving";
const PATHS = [...LITERALS, ...NAMES].flatMap((host, at) => [...Object.keys(WAYS), "parts"].map((way) => `/${way}/${at}`));

function contentOf(url) {
  const [, way, at] = /^\/(\w+)\/(\d+)$/.exec(url) ?? [];
  const host = [...LITERALS, ...NAMES][Number(at)];
  if (way === "parts") return parts(host);
  if (way in WAYS) return WAYS[way](to(host, `${way}-${at}`));
  if (url === MOVES) return moving();
  if (/^\/files\/\w+\.csv$/.test(url)) return { type: "text/csv", body: `a,b\n${url},1\n` };
  if (url === "/") return page([...PATHS, `http://moves.example.com${MOVES}`].map((path) => `<p><a href="${path}">page</a>`).join("") + honest("start"));
  return { status: 404, type: "text/plain", body: "" };
}

export function answer({ url }, response) {
  const { status = 200, type = "text/plain", body = "", location } = contentOf(url);
  response.writeHead(status, { "content-type": type, ...(location === undefined ? {} : { location }), connection: "close" });
  response.end(body);
}

/** A link that nobody else has shows who took something from there. */
export function answerInside({ url }, response) {
  const type = url.endsWith(".csv") ? "text/csv" : url.endsWith(".js") ? "text/javascript" : "text/html";
  response.writeHead(200, { "content-type": type, "access-control-allow-origin": "*", connection: "close" });
  response.end(type === "text/html" ? '<title>secret</title>secret <a href="http://site.example.com/files/taken.csv">taken</a>' : "secret,1\n");
}
