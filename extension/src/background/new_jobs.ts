// What is asked for at a page, as the jobs that do it.
import type { JobOptions } from "../host/protocol/job_options.ts";
import type { Recipe } from "../host/protocol/recipe.ts";
import type { Feedback } from "../host/protocol/teaching.ts";
import { folderName } from "./folder_name.ts";
import type { NewJob } from "./jobs.ts";
import type { GroupLook } from "../core/core.ts";
import type { LinkLook } from "./shown.ts";
import type { Options } from "./user_options.ts";
import { jobOptions } from "./user_options.ts";
import { namesPrivateAddress } from "../compat/private_network.ts";

/**
 * What a job that is started at a page may do besides. Who looks at a page of a private address and
 * asks for a job there means that address; a page elsewhere can't send a job into the user's network.
 */
export function permittedAt(page: string): JobOptions {
  return namesPrivateAddress(page) ? { allowPrivate: true } : {};
}

function optionsAt(page: string, options: Options): JobOptions {
  return { ...jobOptions(options), ...permittedAt(page) };
}

/** One `fetch` for each of the URLs; where the page links to it, with its place there. */
export function fetchWords(page: string, urls: string[], files: LinkLook[]): Feedback[] {
  const links = new Map(files.map((link) => [link.url, link]));
  return [...new Set(urls)].map((url) => {
    const { tagPath = "", anchor = "" } = links.get(url) ?? {};
    return { word: "fetch", tagPath, url, anchor, page };
  });
}

/** These files of the page and nothing else. */
export function collectJob(page: string, words: Feedback[], options: Options): NewJob {
  const own = { scope: "page", sitemaps: false, dir: folderName(page) };
  return {
    kind: "collect",
    url: page,
    options: { ...optionsAt(page, options), ...own },
    recipe: null,
    feedback: words,
  };
}

/** A crawl that starts at the page and takes links of one group only. */
export function followJob(
  page: string,
  group: GroupLook,
  shown: string[][],
  requests: number,
  options: Options,
): NewJob {
  const { tagPath, anchors } = group;
  const scope = options.scope === "page" ? "site" : options.scope;
  const own = { scope, sitemaps: false, maxRequests: requests, dir: folderName(page, tagPath) };
  return {
    kind: "follow",
    url: page,
    options: { ...optionsAt(page, options), ...own },
    recipe: null,
    feedback: [{ word: "only", tagPath, anchor: anchors[0] ?? "", page, shown }],
  };
}

/** What the catalogue of the page's site lists, narrowed by the filter, and nothing else of the site. */
export function catalogueJob(page: string, filter: string, options: Options): NewJob {
  const scope = options.scope === "page" ? "site" : options.scope;
  const own: JobOptions = { scope, catalogues: "only", ...(filter === "" ? {} : { catalogueFilter: filter }) };
  return { kind: "catalogue", url: page, options: { ...optionsAt(page, options), ...own }, recipe: null, feedback: [] };
}

/** The whole site, with what was learned of it; `asked` wins over the recipe, that over the options. */
export function harvestJob(
  url: string,
  asked: JobOptions,
  recipe: Recipe | null,
  options: Options,
): NewJob {
  const all = { ...jobOptions(options), ...recipe?.settings, ...asked };
  return { kind: "harvest", url, options: all, recipe, feedback: [] };
}
