// Serves the built pages of the extension on loopback, with a fake background and as much of the
// browser's interface as they need: a browser under test refuses to open an extension's own pages.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fakeBackground } from "./panel_states.mjs";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".png": "image/png" };

/** Runs in the page, before its scripts. */
function fakeBrowser() {
  const event = { addListener: () => undefined };
  globalThis.browser = {
    runtime: {
      id: "fake", onMessage: { ...event }, getURL: (path) => `/${path}`,
      getManifest: () => ({ optional_permissions: ["tabs", "webRequest", "webNavigation", "notifications"] }),
    },
    i18n: { getUILanguage: () => "en", getMessage: () => "" },
    tabs: { getCurrent: async () => undefined, query: async () => [{ id: 7 }] },
    // Nothing is allowed until it is asked for.
    permissions: {
      asked: [],
      contains: async () => false,
      request: async (needs) => (globalThis.browser.permissions.asked.push(needs), true),
    },
    commands: { getAll: async () => [{ name: "toggle-overlay", shortcut: "Alt+Shift+L" }] },
  };
}

/** `dir`: a built output. Gives `{ url, show(fake), stop() }`; `show` sets what the next page is told. */
export async function startPanelServer(dir) {
  let fake = null;
  const server = createServer((request, response) => {
    const name = new URL(request.url, "http://h").pathname.slice(1);
    try {
      let body = readFileSync(join(dir, name));
      if (extname(name) === ".html") {
        const told = JSON.stringify(fake).replaceAll("<", "\\u003c");
        const script = `<script>(${fakeBrowser})();(${fakeBackground})(${told})</script>`;
        body = body.toString().replace("<head>", () => `<head>${script}`);
      }
      response.setHeader("content-type", TYPES[extname(name)] ?? "application/octet-stream");
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    show: (shown) => (fake = shown),
    stop: () => new Promise((done) => server.close(done).closeAllConnections()),
  };
}
