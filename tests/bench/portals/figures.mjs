// What a harvest cost and brought, from the log of the server that was harvested.

/** In which request each file of the truth first came, in rising order; of those that were kept. */
function arrivals(log, truth, kept) {
  const first = new Map();
  log.forEach(({ url, file }, at) => {
    if (file && truth.has(file) && (kept.has(url) || kept.has(file)) && !first.has(file)) first.set(file, at + 1);
  });
  return [...first.values()];
}

/** Requests to other hosts that were for no file that robots may fetch, nor for their robots.txt. */
function strayed(log, elsewhere) {
  const allowed = new Set(elsewhere);
  return log.filter(({ host, url, file }) => host && host !== log[0].host && !allowed.has(url) && !allowed.has(file) && !url.endsWith('/robots.txt')).length;
}

const shareOf = (part, whole) => (whole === 0 ? undefined : part / whole);

/**
 * `truth` is undefined where nobody knows it; `kept` then is all that was kept.
 * { truth, kept, share, n50, n90, n100, requests, guessed (asked though nothing named it), failed (of those: 400 and
 *   over), queries, acts, formPages (answers of forms), fresh (of those: showed what none had), elsewhere (files of
 *   other hosts kept), strayed, ended }. n90 and so on are undefined where that share never came.
 */
export function figuresOf({ log, truth, elsewhere = [] }, { kept, result, code, seconds }) {
  const wanted = new Set(truth);
  const came = arrivals(log, wanted, kept);
  const until = (share) => (truth ? came[Math.ceil(wanted.size * share) - 1] : undefined);
  const guesses = log.filter(({ how }) => how === 'guessed');
  const forms = log.filter(({ form }) => form);
  return {
    truth: truth && wanted.size, kept: truth ? came.length : kept.size, share: truth && shareOf(came.length, wanted.size), n50: until(0.5), n90: until(0.9), n100: until(1),
    requests: log.length, guessed: guesses.length, failed: guesses.filter(({ status }) => status >= 400).length,
    queries: log.filter(({ how }) => how === 'query').length, acts: log.filter(({ acts }) => acts).length,
    formPages: forms.length, fresh: forms.filter(({ fresh }) => fresh > 0).length,
    elsewhere: arrivals(log, new Set(elsewhere), kept).length, elsewhereTruth: elsewhere.length, strayed: strayed(log, elsewhere),
    ended: result?.stopped_by ?? `exit ${code}`, seconds: Math.round(seconds),
  };
}

const number = (value) => (value === undefined ? '-' : String(value));
const percent = (value) => (value === undefined ? '-' : `${(100 * value).toFixed(1)} %`);

const kColumns = [
  ['site', ({ site }) => site], ['by', ({ by }) => by], ['files', ({ truth }) => truth], ['kept', ({ share, kept }) => (share === undefined ? kept : percent(share))],
  ['N50', ({ n50 }) => n50], ['N90', ({ n90 }) => n90], ['N100', ({ n100 }) => n100], ['requests', ({ requests }) => requests],
  ['guessed', ({ guessed }) => guessed], ['failed', ({ failed }) => failed], ['queries', ({ queries }) => queries],
  ['form pages', ({ formPages, fresh }) => (formPages ? `${formPages} (${fresh} new)` : '-')], ['acts', ({ acts }) => acts],
  ['elsewhere', ({ elsewhere, elsewhereTruth }) => (elsewhereTruth ? `${elsewhere}/${elsewhereTruth}` : '-')],
  ['strayed', ({ strayed: count }) => count], ['ended', ({ ended }) => ended], ['s', ({ seconds }) => seconds],
];

/** A table in Markdown. */
export function tableOf(rows) {
  const cells = [kColumns.map(([title]) => title), ...rows.map((row) => kColumns.map(([, of]) => number(of(row))))];
  const widths = kColumns.map((_, at) => Math.max(...cells.map((line) => line[at].length)));
  const line = (texts) => `| ${texts.map((text, at) => text.padEnd(widths[at])).join(' | ')} |`;
  const [titles, ...others] = cells;
  return [line(titles), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)].join('\n');
}
