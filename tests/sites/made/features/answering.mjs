// Addresses of files, well linked, that answer badly.
import { link } from '../../portals/pages.mjs';
import { contentOf, lost, plain, sendHtml, sends, to } from '../parts.mjs';

/** A file whose answer `handle` takes over. */
const answered = (handle, ...causes) => ({
  build(plot) {
    const file = plot.file({ reach: causes.length > 0 ? lost(...causes) : plain });
    handle(plot, file);
    plot.show(to(file));
  },
});
const status = (code, cause, headers = {}) =>
  answered((plot, { path }) => plot.answer(path, sends('text/plain', code === 204 || code === 304 ? undefined : `${code}\n`, code, headers)), cause);
const misbehaving = (how, ...causes) => answered((plot, file) => plot.misbehave(file, how), ...causes);
/** It is good at the second try. */
const passing = (how) => answered((plot, file) => plot.misbehave(file, how, 1));

/** It is there when it is asked for again. */
function madeMeanwhile(plot, file) {
  let asked = 0;
  plot.answer(file.path, (request, response) => {
    asked += 1;
    if (asked > 1) return sends(file.type, file.body)(request, response);
    return sends('text/plain', 'It is being made.\n', 202, { 'retry-after': '0' })(request, response);
  });
}

/** No file was ever there, so nothing is missing. */
const dead = (code) => ({
  reasons: ['nothing'],
  build(plot) {
    plot.answer(plot.path('gone.csv'), sends('text/html', '<p>Gone', code));
    plot.show(to({ path: plot.path('gone.csv') }));
  },
});

function loginPage(plot) {
  plot.answer(plot.path('login'), (_request, response) => sendHtml(response, '<!DOCTYPE html><title>Log in</title><form method="post" action="login">'
    + '<p><label>Name <input name="user"></label></p><p><label>Password <input type="password" name="password"></label></p><button>Log in</button></form>'));
}

/** A page on which a file stands, and whose own answer `handle` takes over. */
const page = (handle, ...causes) => ({
  build(plot) {
    const one = plot.page('tables', causes.length > 0 ? lost(...causes) : plain);
    one.add(to(plot.file({ on: one })));
    // Other features may write on it yet.
    handle(plot, { path: one.path, type: 'text/html', get body() { return Buffer.from(one.html()); } });
    plot.show(`<p>${link(one.path, 'All tables')}</p>`);
  },
});
const pageStatus = (code, cause, headers = {}) =>
  page((plot, { path }) => plot.answer(path, sends('text/html', code === 204 ? undefined : `<p>${code}`, code, headers)), cause);
const badPage = (how, ...causes) => page((plot, one) => plot.misbehave(one, how), ...causes);

/** A file as careless servers send it. */
const typed = (name, type, more = {}) => ({ build: (plot) => plot.show(to(plot.file({ name, type, ...more }))) });

/** What `one` sends is asked for late: others may write on a page yet. */
function cookieWall(plot, one) {
  plot.answer(one.path, (request, response) => {
    if (request.headers.cookie?.includes('seen=1')) return sends(one.type, one.body)(request, response);
    return sends('text/plain', '', 302, { location: one.path, 'set-cookie': 'seen=1' })(request, response);
  });
}

/** As ASP.NET tries whether cookies come back: by way of another address. */
function cookieTry(plot, one) {
  const { path } = one;
  const tried = `${path}?AspxAutoDetectCookieSupport=1`;
  const send = (location, headers = {}) => sends('text/plain', '', 302, { location, ...headers });
  plot.answer(path, (request, response) => {
    if (request.headers.cookie?.includes('support=1')) return sends(one.type, one.body)(request, response);
    return send(tried, { 'set-cookie': 'support=1' })(request, response);
  });
  plot.answer(tried, (request, response) => send(request.headers.cookie?.includes('support=1') ? path : `${path}?none=1`)(request, response));
}

export const answering = {
  'status-401': status(401, 'refused', { 'www-authenticate': 'Basic realm="tables"' }),
  'status-403': status(403, 'refused'),
  'status-400': status(400, 'client_error'),
  'status-404': dead(404),
  'status-410': dead(410),
  'status-429': { ...status(429, 'patience', { 'retry-after': '0' }), slow: true },
  'status-429-long': { ...status(429, 'patience', { 'retry-after': '7200' }), alone: true },
  'passing-429': { ...passing('busy-429'), slow: true },
  'status-500': status(500, 'server_error'),
  'passing-500': passing('error-500'),
  'status-502': misbehaving('error-502', 'server_error'),
  'status-202': status(202, 'no_content', { 'retry-after': '0' }),
  'passing-202': answered(madeMeanwhile),
  'status-204': status(204, 'no_content'),
  'status-304': status(304, 'no_content'),
  empty: answered((plot, { path, type }) => plot.answer(path, sends(type, '')), 'no_content'),
  truncated: misbehaving('truncated', 'incomplete', 'network'),
  'passing-truncated': passing('truncated'),
  'cut-gzip': misbehaving('cut-gzip', 'incomplete', 'network'),
  reset: misbehaving('reset-before', 'network'),
  'passing-reset': passing('reset-before'),
  'reset-within': misbehaving('reset-within', 'incomplete', 'network'),
  'redirect-loop': misbehaving('redirect-loop', 'no_content', 'network', 'client_error'),
  'redirect-itself': answered((plot, { path }) => plot.answer(path, sends('text/plain', '', 302, { location: path })), 'no_content'),
  'redirect-nowhere': answered((plot, { path }) => plot.answer(path, sends('text/plain', '', 302)), 'no_content'),
  'login-redirect': answered((plot, { path }) => {
    loginPage(plot);
    plot.answer(path, sends('text/plain', '', 302, { location: `${plot.path('login')}?next=${encodeURIComponent(path)}` }));
  }, 'login', 'page_for_file'),
  'page-for-file': misbehaving('wrong-type', 'page_for_file'),
  'too-large': {
    options: ['--max-file-size', '20KB'],
    ...answered((plot, { path }) => plot.answer(path, sends('text/csv', contentOf('csv', path, 2000))), 'too_large'),
  },
  timeout: {
    alone: true, slow: true, options: ['--max-time', '8s'],
    ...answered((plot, { path }) => plot.answer(path, (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' });
      response.write('year,value\n');
    }), 'timeout', 'incomplete', 'not_asked'),
  },
  'status-402': status(402, 'refused'),
  'status-451': status(451, 'refused'),
  'status-418': status(418, 'client_error'),
  'status-503': { ...status(503, 'server_error', { 'retry-after': '0' }), slow: true },
  'status-300': answered((plot, { path }) => plot.answer(path, sends('text/plain', 'a or b\n', 300)), 'no_content'),
  'status-206': answered((plot, { path, type, body }) => plot.answer(path, sends(type, body.subarray(0, 20), 206,
    { 'content-range': `bytes 0-19/${body.length}` })), 'incomplete', 'network'),
  'longer-length': misbehaving('longer-length', 'incomplete', 'network'),
  'broken-chunks': misbehaving('broken-chunks', 'incomplete', 'network'),
  'passing-502': passing('error-502'),
  'wants-referer': answered((plot, { path, type, body }) => plot.answer(path, (request, response) =>
    (request.headers.referer ? sends(type, body) : sends('text/plain', 'no', 403))(request, response)), 'refused'),
  'wants-cookie': answered(cookieWall),
  'page-wants-cookie': page(cookieWall),
  'page-tries-cookie': page(cookieTry),
  'page-403': pageStatus(403, 'refused'),
  'page-401': pageStatus(401, 'refused', { 'www-authenticate': 'Basic realm="tables"' }),
  'page-500': pageStatus(500, 'server_error'),
  'page-204': pageStatus(204, 'no_content'),
  'page-202': pageStatus(202, 'no_content'),
  'page-passing-202': page(madeMeanwhile),
  'page-empty': page((plot, { path }) => plot.answer(path, sends('text/html', '')), 'no_content'),
  'page-reset': badPage('reset-before', 'network'),
  'page-truncated': badPage('truncated', 'incomplete', 'partly_read', 'network'),
  'page-passing-500': page((plot, one) => plot.misbehave(one, 'error-500', 1)),
  'page-passing-truncated': page((plot, one) => plot.misbehave(one, 'truncated', 1)),
  'page-login': {
    ...page((plot, { path }) => {
      loginPage(plot);
      plot.answer(path, sends('text/plain', '', 302, { location: plot.path('login') }));
    }, 'login'),
  },
  'csv-as-text': typed('table.csv', 'text/plain'),
  'csv-as-page': typed('table.csv', 'text/html'),
  'csv-as-bytes': typed('table.csv', 'application/octet-stream'),
  'csv-as-excel': typed('table.csv', 'application/vnd.ms-excel'),
  'pdf-as-page': typed('report.pdf', 'text/html'),
  'pdf-unnamed': typed('get.php', 'application/octet-stream', { body: contentOf('pdf', 'unnamed') }),
};
