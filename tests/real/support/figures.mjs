// What a harvest was worth: from what the proxy saw and what the job lists, against the truth.

/** A URL without what differs from one object to the next: numbers, hashes, values of its query. */
export function templateOf(url) {
  const { pathname, search } = new URL(url, 'http://site');
  // gitweb separates by semicolons.
  const searchParams = new URLSearchParams(search.replaceAll(';', '&'));
  const path = pathname.split('/').map((part) => {
    const dot = part.lastIndexOf('.');
    const [stem, extension] = dot > 0 ? [part.slice(0, dot), part.slice(dot)] : [part, ''];
    if (/^[0-9a-f]{7,40}$/.test(stem)) return `HASH${extension}`;
    return `${stem.replace(/\d+/g, 'N')}${extension}`;
  }).join('/');
  const keys = [...new Set([...searchParams.keys()].map((key) => key.replace(/\d+/g, 'N')))].sort();
  // What names an action is worth showing.
  const shown = keys.map((key) => (/^(do|action|a|tab|O|view|mode)$/.test(key) ? `${key}=${searchParams.get(key)}` : key));
  return `${path}${shown.length > 0 ? `?${shown.join('&')}` : ''}`;
}

function counted(items) {
  const counts = new Map();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
}

const isPart = (url, type) => /\.(?:m?js|css|woff2?|svg|png|ico)(?:\?|$)/.test(url) || /^(?:image|font)\/|javascript|css/.test(type);

/** In which request each wanted content first came, in rising order. */
function arrivals(requests, wanted) {
  const first = new Map();
  requests.forEach(({ status, sha256 }, at) => {
    if (status === 200 && wanted.has(sha256) && !first.has(sha256)) first.set(sha256, at + 1);
  });
  return [...first.values()];
}

/**
 * { truth, found, n90, allBy, requests, ended, code, reason, ending, leftOut, asked, duplicates, junk, fine, rest: [[template, count]], missing,
 *   acting: [[template, count]] of the requests that `acts` says do something }
 * `asked`: requests but those for the parts of which browsers make pages
 * `n90` and `allBy`: requests until 90 % and all of what is wanted had come; undefined where that never was.
 */
export function figuresOf(requests, truth, result, acts) {
  const wanted = new Map(truth.files.map((file) => [file.sha256, file.name]));
  const fine = new Set(truth.fine ?? []);
  const came = arrivals(requests, wanted);
  const contents = new Set(result.listed.map(({ sha256 }) => sha256));
  const others = result.listed.filter(({ sha256 }) => !wanted.has(sha256));
  const delivered = new Set();
  const rest = requests.filter(({ status, sha256 }) => {
    if (status !== 200 || !wanted.has(sha256) || delivered.has(sha256)) return true;
    delivered.add(sha256);
    return false;
  });
  return {
    acting: acts ? counted(requests.filter(({ url }) => acts.test(url)).map(({ url }) => templateOf(url))) : [],
    truth: wanted.size,
    pages: truth.pages,
    found: [...contents].filter((sha256) => wanted.has(sha256)).length,
    n90: came[Math.ceil(wanted.size * 0.9) - 1],
    allBy: came[wanted.size - 1],
    requests: requests.length,
    ended: result.reason === 'frontier_empty',
    code: result.code,
    reason: result.reason,
    ending: result.ending,
    leftOut: result.leftOut,
    asked: requests.filter(({ url, type }) => !isPart(url, type)).length,
    seconds: result.seconds,
    // A mirror keeps all pages, which says nothing of its choice.
    duplicates: result.mirrored ? undefined : result.listed.length - contents.size,
    junk: result.mirrored ? undefined : others.filter(({ sha256 }) => !fine.has(sha256)).length,
    fine: result.mirrored ? undefined : others.filter(({ sha256 }) => fine.has(sha256)).length,
    junkKinds: result.mirrored ? [] : counted(others.filter(({ sha256, url }) => url && !fine.has(sha256)).map(({ url }) => templateOf(url))),
    rest: counted(rest.map(({ url }) => templateOf(url))),
    missing: [...wanted].filter(([sha256]) => !contents.has(sha256)).map(([, name]) => name),
  };
}
