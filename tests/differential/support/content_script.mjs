// Pages of a test site in Chromium, with the content script that reads them in tabs of jobs.
import { after, before } from "node:test";
import { startChromium, temporaryFolder } from "../../e2e/support/browsers.mjs";
import { contentScript } from "../../e2e/support/content_scripts.mjs";

/** To be called in a `describe`; `browser`, `script` and a `folder` are there once tests run. `site` runs as long. */
export function useContentScript(site) {
  const used = { folder: temporaryFolder() };
  before(async () => {
    await site.start();
    used.script = await contentScript("content");
    used.browser = await startChromium(used.folder.path);
  });
  after(async () => {
    await used.browser?.close();
    site.stop();
    used.folder.remove();
  });
  return used;
}
