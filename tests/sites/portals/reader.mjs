// For tests: who follows every link of an invented portal, and sends no form.

/** Parameters that are no filter: what has one of the others twice over only shows a part of what was seen. */
const kPlain = new Set(['page', 'offset', 'type', 'sequence', 'isAllowed', 'lang', 'outputFormat', 'download', 'filename', 'persistentId', 'accessType']);

/** URLs of all files that links of pages lead to, read breadth first. Orders, other languages and combined filters are left out. */
export async function readByLinks(portal) {
  const known = new Set([portal.url]);
  const queue = [portal.url];
  const files = new Set();
  while (queue.length > 0) {
    const from = queue.shift();
    const answer = await fetch(from);
    const body = await answer.text();
    if (answer.ok && !/html/.test(answer.headers.get('content-type'))) files.add(from);
    else queue.push(...linksIn(body, answer.url, portal.base).filter((to) => !known.has(to) && known.add(to)));
  }
  return files;
}

function linksIn(body, from, base) {
  const found = [...body.matchAll(/<a [^>]*?href="([^"]+)"/g)].map(([, href]) => new URL(href.replaceAll('&amp;', '&'), from));
  for (const url of found) url.hash = '';
  return found.filter((url) => url.origin === base && !/sort|order|_limit/.test(url.search) && !/^\/(?:de|fr|en)\b/.test(url.pathname)
    && [...url.searchParams.keys()].filter((name) => !kPlain.has(name)).length < 2).map(({ href }) => href);
}
