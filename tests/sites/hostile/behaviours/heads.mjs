// Status lines and headers that lie, flood or never come.
import { goodFile, raw, repeat, send, sendHtml, stream } from '../answers.mjs';

/** The first `times` requests to a path get `status`, later ones the file. */
function after(times, status, headers) {
  let seen = 0;
  return (_, response, serve) => {
    seen += 1;
    if (seen <= times) send(response, status, headers); else serve();
  };
}

function typed(path, title, contentType, body) {
  return { path, title, handle: (_, response) => {
    const bytes = Buffer.from(body, 'latin1');
    response.writeHead(200, { 'Content-Length': bytes.length, ...(contentType && { 'Content-Type': contentType }) });
    response.end(bytes);
  } };
}

const kBinary = String.fromCharCode(...Array.from({ length: 4096 }, (_, at) => (at * 89) & 0xff));

/** Names that must not decide where a file is stored. */
const kDispositions = [
  'attachment; filename="../../../../tmp/escaped.csv"', 'attachment; filename="/etc/escaped.csv"',
  'attachment; filename="..\\\\..\\\\escaped.csv"', 'attachment; filename="CON.csv"', 'attachment; filename=""',
  `attachment; filename="${'long'.repeat(1000)}.csv"`, "attachment; filename*=UTF-8''%00%2e%2e%2fescaped.csv",
  "attachment; filename*=UTF-8''%E2%80%AEvsc.csv", 'attachment; filename="unclosed.csv', 'attachment; filename=".."',
];

export const heads = [
  typed('/type/html.csv', 'HTML called text/csv', 'text/csv', '<!DOCTYPE html><html><body>No table.</body></html>'),
  typed('/type/table.html', 'CSV called text/html', 'text/html', 'a,b\n1,2\n'),
  typed('/type/binary.html', 'Binary called text/html', 'text/html', kBinary),
  typed('/type/none.html', 'HTML without Content-Type', '', '<!DOCTYPE html><html><body><a href="/nowhere/untyped">x</a></body></html>'),
  typed('/type/none.csv', 'CSV without Content-Type', '', 'a,b\n1,2\n'),
  typed('/type/broken', 'Broken Content-Type', 'text; / ;;charset="', 'a,b\n'),
  typed('/type/long', 'Content-Type of 8,000 characters', `text/${'x'.repeat(8000)}`, 'a,b\n'),
  ...kDispositions.map((value, at) => goodFile(`/name/${at}.csv`,
    { title: `Content-Disposition ${at}`, headers: { 'Content-Disposition': value } })),
  goodFile('/busy/429.csv', { title: '429 with Retry-After', group: 'retry', handle: after(2, 429, { 'Retry-After': '1' }) }),
  goodFile('/busy/503.csv', { title: 'A burst of 503', group: 'retry', handle: after(3, 503, { 'Retry-After': '0' }) }),
  { path: '/busy/never.csv', title: '429 for ever, Retry-After in a year', handle: (_, response) =>
    send(response, 429, { 'Retry-After': '31536000' }) },
  { path: '/head/flood', title: 'Headers without end', handle: (_, response) => {
    const socket = response.socket;
    raw(response, 'HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\n');
    return stream(socket, (function* lines() {
      while (true) yield 'X-Flood: 0123456789012345678901234567890123456789\r\n'.repeat(100);
    })());
  } },
  { path: '/head/slow', title: 'Headers that trickle', handle: (_, response) => {
    raw(response, 'HTTP/1.1 200 OK\r\nX-Slow: ');
    repeat(response.socket, 200, () => raw(response, '.'));
  } },
  { path: '/head/silent', title: 'No answer at all', handle: () => {} },
  { path: '/head/garbage', title: 'Not HTTP', handle: (_, response) => {
    raw(response, '\x00\xff\x00 this is not HTTP\r\n\r\n');
    response.socket.end();
  } },
  { path: '/head/closed', title: 'Closed without an answer', handle: (_, response) => response.socket.destroy() },
  goodFile('/head/late.csv', { title: 'A file after two seconds', handle: (_, response, serve) => {
    const timer = setTimeout(serve, 2000);
    response.on('close', () => clearTimeout(timer));
  } }),
  { path: '/head/error.html', title: '500 with links', handle: (_, response) =>
    sendHtml(response, '<a href="/nowhere/from-error">x</a>', 500) },
];
