// Pages whose markup or links are an attack, and sites without an end.
import { goodFile, send, sendHtml, stream } from '../answers.mjs';

function streamed(path, title, parts) {
  return { path, title, handle: (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    return stream(response, parts());
  } };
}

/** A few links lead into what robots.txt forbids, the others out of the site: no request comes of any. */
function* manyLinks(count) {
  yield '<!DOCTYPE html><html><body><ul><li><a href="/good/first-of-many.csv">first</a>\n';
  for (let at = 0; at < count; at += 1) {
    yield at % 1000 === 0 ? `<li><a href="/nowhere/${at}">${at}</a>\n` : `<li><a href="http://h${at}.invalid/">${at}</a>\n`;
  }
  yield '</ul></body></html>';
}

function* nested(depth) {
  yield '<!DOCTYPE html><html><body><a href="/good/before-depth.csv">before</a>';
  const block = '<div class="deep">'.repeat(1000);
  for (let at = 0; at < depth; at += 1000) yield block;
  yield '<a href="/nowhere/at-the-bottom">bottom</a>';
}

const kInvalid = [
  'http://', 'http://[', 'http://[::1', 'http:///nothing', 'http://a b/', 'http://%00/', 'http://example.org:99999/',
  'http://1.2.3.4.5.6/', '//', '///', '\\\\server\\share', 'http://xn--/', 'http://\u202eexample.org/', ' \t\n ',
  '%', '%zz', '/%ff%fe', '?', '#', 'mailto:a@example.org', 'javascript:void(0)', 'data:text/csv,a', 'about:blank',
  'blob:x', 'tel:1', 'file:///etc/passwd', '&#0;', '/a\u0000b', 'http://user:password@127.0.0.1:1/', 'wss://x/',
];

/** Bytes that are no UTF-8, in text, in an attribute and in an address. */
const kBadBytes = Buffer.concat([
  Buffer.from('<!DOCTYPE html><html><body class="'), Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80]),
  Buffer.from('"><p>'), Buffer.from([0xf8, 0x88, 0x80, 0x80, 0x80, 0xe2, 0x82]),
  Buffer.from('</p><a href="/nowhere/'), Buffer.from([0xff, 0xc3]),
  Buffer.from('">bad</a><a href="/good/among-bad-bytes.csv">good</a>'), Buffer.from([0xf0, 0x9f]),
]);

function monthLink(year, month, step) {
  const at = year * 12 + month - 1 + step;
  return `<a href="/calendar/${Math.floor(at / 12)}/${(at % 12) + 1}">${step > 0 ? 'next' : 'previous'}</a>`;
}

let sessions = 0;

export const pages = [
  streamed('/links/many.html', 'Page of 200,000 links', () => manyLinks(200_000)),
  goodFile('/good/first-of-many.csv'),
  streamed('/links/deep.html', '200,000 nested elements', () => nested(200_000)),
  goodFile('/good/before-depth.csv'),
  { path: '/links/long.html', title: 'Links of 100 KB', handle: (_, response) => sendHtml(response,
    `<a href="/nowhere/${'a'.repeat(100_000)}">path</a><a href="/nowhere?${'b=c&amp;'.repeat(15_000)}">query</a>`
    + `<a href="http://${'a.'.repeat(50_000)}example/">host</a><a href="/good/among-long.csv">good</a>`) },
  goodFile('/good/among-long.csv'),
  { path: '/links/invalid.html', title: 'Links that are no URLs', handle: (_, response) => sendHtml(response,
    `${kInvalid.map((href) => `<a href="${href.replaceAll('"', '&quot;')}">x</a>`).join('')}<a href="/good/among-invalid.csv">good</a>`) },
  goodFile('/good/among-invalid.csv'),
  { path: '/links/bytes.html', title: 'Invalid UTF-8', handle: (_, response) =>
    send(response, 200, { 'Content-Type': 'text/html; charset=utf-8' }, kBadBytes) },
  goodFile('/good/among-bad-bytes.csv'),
  { path: '/links/attributes.html', title: 'Classes and ids of 1 MB', handle: (_, response) => sendHtml(response,
    `<div id="${'i'.repeat(1_000_000)}" class="${'c '.repeat(500_000)}"><a href="/good/in-attributes.csv" title="${'t'.repeat(1_000_000)}">${'x'.repeat(1_000_000)}</a></div>`) },
  goodFile('/good/in-attributes.csv'),
  ...Array.from({ length: 20 }, (_, at) => goodFile(`/same/${at}.csv`,
    { title: `Equal content ${at}`, body: 'name,value\nequal,1\n' })),
  { path: '/calendar/', title: 'Calendar without end', start: '/calendar/2024/1', prefix: true, handle: (request, response) => {
    const [year, month] = request.url.split('/').slice(2).map(Number);
    sendHtml(response, Number.isInteger(year * month)
      ? `<h1>${year}-${month}</h1>${monthLink(year, month, 1)} ${monthLink(year, month, -1)}` : '');
  } },
  { path: '/session/', title: 'A new session id on each page', prefix: true, handle: (_, response) => {
    sessions += 1;
    sendHtml(response, Array.from({ length: 5 }, (_unused, at) =>
      `<a href="/session/page${at}.html?sid=${sessions.toString(16)}${at}">page ${at}</a>`).join(' '));
  } },
  { path: '/mirror/', title: 'Paths that repeat', start: '/mirror/', prefix: true, handle: (_, response) =>
    sendHtml(response, '<a href="a/">a</a> <a href="b/">b</a>') },
];
