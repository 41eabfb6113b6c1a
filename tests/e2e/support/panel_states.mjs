// What a background would tell the panel, in each state that people can meet, and a page that
// answers with it in the background's place.

const host = (state) => ({ state, error: null, version: "0.1.0", root: "/home/ada/Tagtrail" });
const SITE = "https://stat.example.org";
const LONG = "a-very-long-name-of-a-statistical-publication-with-everything-in-it-2024-final-revised";

const options = {
  targets: "data", blocklist: "data", delayMs: 1000, scope: "site", robots: true, useSession: true, followRequests: 200,
  notifications: true, language: "auto", learnedHosts: ["stat.example.org"],
};

const fileLook = (name, mime, bytes, position) => ({
  url: `${SITE}/data/${name}`, position, anchor: `Download ${name}`, tagPath: "/html/body/main/table.data/tr/td/a",
  kind: "file", mime, bytes, group: 1, probability: 0.97, expected: 1,
});

const group = (id, heading, tagPath, fields) => ({
  id, tagPath, readable: tagPath.replaceAll("/", " ").trim(), word: "neutral", anchors: [], open: 10, withheld: 0, acting: 0,
  requests: 0, files: 0, expected: null, heading, links: [], ...fields,
});

const numbers = (count) => Array.from({ length: count }, (_, at) => at);

const groups = [
  group(1, "Publications", "/html/body/main#content/ul.publications-list/li/a",
    { anchors: ["Labour market 2024", "Prices 2024", "Trade by country"], open: 41, requests: 12, files: 98, expected: 8.16, links: numbers(41) }),
  group(2, "", "/html/body/main#content/div.archiveYears/a",
    { anchors: ["2023", "2022", "2021"], open: 17, requests: 3, files: 10, expected: 3.2, links: numbers(17), word: "good" }),
  group(3, "News and press releases of the office, by date of publication and by subject", "/html/body/main/section.news/a",
    { anchors: ["Population grows again"], open: 112, requests: 30, files: 2, expected: 0.07, links: numbers(112), word: "useless" }),
  group(4, "", "/html/body/nav/ul/li/a", { anchors: ["Home", "Subjects"], open: 9, expected: 0.4, links: numbers(9) }),
  group(5, "", "/html/body/footer.x83bd921/a", { anchors: ["Imprint", "Contact"], open: 5, expected: 0.01, links: numbers(5) }),
  group(6, "", "/html/body/div/a", { anchors: ["Read more"], open: 3, expected: null, links: numbers(3) }),
  group(7, "", "/html/body/div/p/a", { anchors: [], open: 2, expected: 0.02, links: numbers(2) }),
];

const page = {
  tabId: 7, url: `${SITE}/publications/`, title: "Publications and tables of the Office of Statistics", error: null,
  files: [
    fileLook("labour-2024.csv", "text/csv", 48_213, 3),
    fileLook("prices-2024.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", 1_204_551, 4),
    fileLook(`${LONG}.pdf`, "application/pdf", null, 5),
    fileLook("population.json", "application/json", 912, 6),
    ...numbers(10).map((at) => fileLook(`table-${2010 + at}.csv`, "text/csv", 10_000 + 997 * at, 10 + at)),
  ],
  groups, links: 203, catalogues: [],
  plan: { opens: 191, leaves: 12, left: numbers(12).map((at) => (
    { url: `${SITE}/admin/releases/${at}/approve`, anchor: at === 3 ? '' : `Approve release ${at}`, reason: 'its address says "approve"' })) }, learning: true, learnedPages: 16, overlay: false, job: null,
};

const catalogues = [{ kind: "ckan", name: "CKAN", base: SITE }];
const choice = (value, title, count) => ({ value, title, count });
/** What the host tells of it; titles are the portal's. */
const catalogue = {
  ...catalogues[0], filter: "", sets: 2153, files: 7027, conditions: ["organisation", "group", "format", "since", "until"],
  choices: [
    { by: "organisation", cut: true, values: [choice("health", "Ministry of Health", 812),
      choice("hostile", "<img src=x onerror=alert(1)> Office of Everything, Its Sub-Offices and Their Many Departments", 40)] },
    { by: "group", cut: false, values: [choice("env", "Environment", 410)] },
    { by: "format", cut: false, values: [choice("CSV", "CSV", 1204), choice("PDF", "PDF", 311)] },
  ],
};

const found = (at) => ({
  name: at === 1 ? `${LONG}.pdf` : `table-${String(300 - at)}.csv`, path: `files/table-${300 - at}.csv`,
  mime: at === 1 ? "application/pdf" : "text/csv", bytes: 12_345 + at * 977, url: `${SITE}/data/table-${300 - at}.csv`,
  page: `${SITE}/publications/${at}`,
});

const current = {
  url: `${SITE}/publications/labour-market-2024`, purpose: "page",
  tagPath: "html body main#content ul.publications-list li a", anchor: "Labour market 2024", sourcePage: `${SITE}/publications/`,
  words: "links in 'Publications' have brought 8.2 files each", score: 8.91, targetProbability: 0.02,
  terms: [
    { name: "expected files a request", value: 8.16 }, { name: "exploration", value: 0.75 },
    { name: "expected files a request: its text", value: 3.1 }, { name: "expected files a request: its address", value: -0.4 },
    { name: "expected files a request: the heading above it", value: 2.2 },
  ],
};

const curve = numbers(80).map((at) => [at * 5, Math.round(2.4 * at * (1 - at / 260)) + (at % 3)]);

const progress = (state, fields = {}) => ({
  job: "1", state, reason: "", message: "",
  progress: {
    requests: 395, gets: 381, heads: 14, pages: 203, targets: 134, targetBytes: 84_551_200, otherBytes: 9_120_000,
    knownUrls: 4211, frontier: 1873, issued: 395, inFlight: 1, acting: 0, estimate: { files: 140, low: 134, high: 190, price: 20 },
  },
  files: numbers(20).map(found), current: state === "running" ? current : null, seconds: 431,
  limits: { delayMs: 1000, maxRequests: 800, maxBytes: null, maxTimeMs: null },
  skips: { status_404: 7, robots: 3, timeout: 1, something_new: 2, status_503: 1 }, leftOut: [], ending: null, attention: null, wait: null, ...fields,
});

const job = (state, fields = {}, told = {}) => ({
  key: `job-${state}`, url: `${SITE}/`, kind: "harvest", chosen: 0, connection: "connected", error: null,
  info: { job: "1", seedUrl: `${SITE}/`, dir: "/home/ada/Tagtrail/stat.example.org", state, objective: "data-files" },
  progress: progress(state, told), curve, groups, etaSeconds: state === "running" ? 406 : null, ...fields,
});

const elsewhere = { hostCount: 1, taken: false, atLeast: false, hosts: [{ host: "files.example.org", files: 2 }] };

/** A job that ended so; with a reason it has no file. */
function end(how, reason = "", leftOut = []) {
  const told = { reason: "frontier_empty", ending: { complete: how === "complete", how, reason }, leftOut, skips: {} };
  const empty = { files: [], progress: { ...progress("finished").progress, targets: 0, targetBytes: 0 } };
  return job("finished", { key: `${how} ${reason}`, ...(reason !== "" && { curve: [], groups: [] }) }, { ...told, ...(reason !== "" && empty) });
}

/** The same job, looking for pages. */
const ofPages = (one) => ({ ...one, info: { ...one.info, objective: "markup" } });

const enough = { files: 86, low: 84, high: 95, price: 5 };
const attention = { kind: "login_lost", url: `${SITE}/login`, what: "" };
const acted = { kind: "acted", url: `${SITE}/tickets/17/take`, what: '"Ticket 17 is yours now"' };
const nothing = { ...page, files: [], groups: [], links: 0, learnedPages: 0, learning: false, title: "Weather" };
const refused = { ...nothing, title: "", error: { code: "refused", message: "no access to this page" } };
const sites = [{ host: "stat.example.org", pages: 16 }, { host: "data.a-long-name-of-a-ministry.example", pages: 1 }];

const state = (name, hostState, jobs, shown, half = "page") => ({ name, half, state: { host: host(hostState), jobs }, page: shown });

/** `half`: the part to look at. */
export const states = [
  state("empty", "unknown", [], nothing),
  state("refused", "unknown", [], refused),
  state("page", "ready", [], page),
  state("portal", "ready", [], { ...page, catalogues }),
  state("running", "ready", [job("running")], { ...page, job: "job-running" }, "jobs"),
  state("enough", "ready", [job("running", {}, { progress: { ...progress("running").progress, targets: 84, estimate: enough } })], page, "jobs"),
  state("waiting", "ready", [job("running", {}, { current: null, wait: { by: "other_job", host: "stat.example.org", seconds: 3.6 } })],
    page, "jobs"),
  state("login", "ready", [job("paused", {}, { attention })], page, "jobs"),
  state("acted", "ready", [job("paused", {}, { attention: acted })], page, "jobs"),
  state("finished", "ready", [
    job("finished", {}, { reason: "frontier_empty", ending: { complete: false, how: "partial", reason: "" }, leftOut: [
      { cause: "partly_read", count: 1, links: 2248, example: `${SITE}/data/hub` },
      { cause: "robots", count: 3, links: 0, example: `${SITE}/private/` },
      { cause: "elsewhere", count: 312, links: 0, example: "https://assets.example.net/a.csv", hostCount: 2, taken: false,
        atLeast: false, hosts: [{ host: "assets.example.net", files: 290 }, { host: "files.example.org", files: 22 }] }] }),
    job("failed", { key: "b", kind: "follow", url: "https://other.example/", curve: [], groups: [],
      error: { code: "disk_full", message: "no space left on the disk" } }, { reason: "disk_full", files: [], skips: {} }),
  ], page, "jobs"),
  state("ended", "ready", [
    job("stopped", { key: "limit" }, { reason: "max_requests" }),
    job("finished", { key: "list", kind: "collect", chosen: 21, curve: [] },
      { reason: "frontier_empty", skips: { status_404: 1 }, progress: { ...progress("finished").progress, targets: 20 } }),
    job("failed", { key: "dead", url: "https://dead.example/", curve: [], groups: [] },
      { reason: "network", message: "https://dead.example/: the host can't be reached: Couldn't resolve host name", files: [], skips: {} }),
  ], page, "jobs"),
  // All that the host says of an end (native-host/src/store/ending.cpp): with files, and without for each kind of reason.
  state("ends", "ready", [
    end("complete"), end("about"), end("partial", "", [{ cause: "not_asked", count: 1873, links: 0, example: `${SITE}/archive/` }]),
    ...["scripts", "stays_empty", "login", "frames", "elsewhere", "robots", "controls", "forms"].map((cause) =>
      end("partial", cause, [{ cause, count: 2, links: 0, example: `${SITE}/explorer/`, ...(cause === "elsewhere" && elsewhere) }])),
    end("partial", "start_page"), end("complete", "types"), end("complete", "nothing"),
  ], page, "jobs"),
  state("pages", "ready", [ofPages(job("running")), ofPages(job("finished", { key: "pages" }, { files: [], ending: { complete: true, how: "complete", reason: "" } }))], page, "jobs"),
  state("missing", "missing", [], page),
  state("sandboxed", "sandboxed", [], page),
];

/** Answers in the background's place; runs in the page before its scripts. `told` holds what was asked. */
export function fakeBackground({ given, settings, known }) {
  const told = [];
  const listeners = [];
  const taught = (page, feedback) => {
    const groups = page.groups.map((one) => one.tagPath !== feedback.tagPath ? one
      : { ...one, word: feedback.word, expected: feedback.word === "good" ? 9.5 : one.expected });
    groups.sort((a, b) => (b.expected ?? 0) - (a.expected ?? 0));
    return { ...page, groups };
  };
  const answers = {
    "page.look": () => given.page,
    "page.teach": ({ feedback }) => (given.page = taught(given.page, feedback)),
    "page.highlight": () => ({}),
    "page.pick": () => ({ picked: null }),
    "page.learn": ({ on }) => (given.page = { ...given.page, learning: on }),
    "page.overlay": ({ on }) => (given.page = { ...given.page, overlay: on }),
    "page.catalogue": ({ filter }) => ({ catalogue: { ...given.catalogue, filter, ...(filter === "" ? {} : { sets: 132, files: null }) } }),
    "page.harvestCatalogue": () => given.state,
    "page.collect": () => ({ error: { code: "busy", message: "a job of this site is running" } }),
    "job.files": () => ({ total: 134, files: [], error: null }),
    "job.show": () => ({ error: null }),
    "options.get": () => settings,
    "options.set": ({ options }) => Object.assign(settings, options),
    "data.sites": () => ({ sites: known }),
    "data.clear": () => ({}),
    "recipe.import": () => ({ error: null }),
    "recipe.export": () => ({ recipe: null }),
  };
  const runtime = (globalThis.browser ?? globalThis.chrome).runtime;
  runtime.sendMessage = async (message) => {
    told.push(message);
    return structuredClone((answers[message.message] ?? (() => given.state))(message));
  };
  runtime.onMessage.addListener = (listener) => listeners.push(listener);
  globalThis.fake = { told, given, notify: (notice) => listeners.forEach((listener) => listener(notice)) };
}

export const fakeOf = ({ state, page }, change = {}) => structuredClone(
  { given: { state, page, catalogue }, settings: { ...options, ...change }, known: sites });

/** Until what was asked for is answered and shown: for three frames nothing has changed on the page. */
export const drawn = (page) => page.evaluate(() => new Promise((done) => {
  let still = 0;
  const changes = new MutationObserver(() => (still = 0));
  changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const frame = () => (++still > 3 ? done(changes.disconnect()) : requestAnimationFrame(frame));
  requestAnimationFrame(frame);
}));
