// What came of a request, by the names that the program has for it (docs/job-folder.md), in words.

const WORDS: Readonly<Record<string, string>> = {
  file: "a file of the list",
  page: "a page",
  redirect: "a redirect to another address",
  unchanged: "the same as before",
  other: "something else that was not wanted",
  empty: "an answer without contents",
  network: "no connection",
  timeout: "no answer in time",
  tls: "no secure connection",
  robots: "not asked: robots.txt forbids it",
  robots_unreachable: "not asked: robots.txt can't be read",
  rate_limited: "the host asked to be left alone",
  host_taken: "not asked yet: another machine asked the host",
  refused_address: "not asked: a private address",
  out_of_scope: "led to another host or out of the scope",
  too_large: "larger than the limit",
  truncated: "arrived only in part",
  too_many_redirects: "redirects without end",
  unsupported: "of a kind that is not loaded",
  browser: "the browser could not read it",
  disk_full: "the disk had no room",
};

const STATUS: Readonly<Record<string, string>> = {
  "401": "a login is needed", "403": "forbidden", "404": "dead link", "410": "gone", "429": "too many requests",
  "500": "server error", "503": "out of service",
};

export function answerWords(name: string): string {
  const status = /^status_(\d{3})$/.exec(name)?.[1];
  if (status !== undefined) return STATUS[status] === undefined ? `status ${status}` : `${STATUS[status]} (${status})`;
  return WORDS[name] ?? name.replaceAll("_", " ");
}
