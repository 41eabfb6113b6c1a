#!/usr/bin/env node
// A site with a form login on loopback:
//   node server.mjs [--port N] [--host ADDRESS] [--log FILE] [--expire-after N] [--with-parent]
// public pages with files, an area whose pages and files only a session gets (others are sent to
// /account/enter), a 401 area, and pages that anyone may read and that show a session more: of /club/ each, of /annex/
// those two links below. A session ends after N requests.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { serve } from '../serving.mjs';

const kPages = 8;
export const kNotes = 6;
export const kUser = 'reader';
export const kPassword = 'open sesame';

/** Paths of all files: `open` to everybody, the others only to a session. */
export function filesOf() {
  const members = Array.from({ length: kPages }, (_, page) => [0, 1].map((n) => `/members/files/${page}-${n}.csv`));
  return { open: ['/open/0.csv', '/open/1.csv'], members: [...members.flat(), '/vault/secret.csv'] };
}

function page(title, items) {
  const list = items.map(([href, words]) => `<li><a href="${href}">${words}</a></li>`).join('');
  return `<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1>
<nav><a href="/">Home</a> <a href="/account/enter">Log in</a> <a href="/account/logout">Log out</a></nav>
<ul class="${title.toLowerCase()}">${list}</ul></body></html>`;
}

/** Of pages for everybody: whoever is logged in sees that by its words, in a language that no list knows. */
function note(title, items, member) {
  const list = items.map(([href, words]) => `<li><a href="${href}">${words}</a></li>`).join('');
  const way = member ? '<a href="/account/quit">Çıkış</a>' : '<a href="/account/door">Giriş</a>';
  return `<!DOCTYPE html><html lang="tr"><head><title>${title}</title></head><body><nav>${way}</nav><ul>${list}</ul></body></html>`;
}

function form(back) {
  return `<!DOCTYPE html><html lang="en"><head><title>Please log in</title></head><body>
<form method="post" action="/account/enter"><input type="hidden" name="back" value="${encodeURI(back)}">
<label>Name <input name="user"></label><label>Password <input type="password" name="password"></label>
<button>Log in</button></form><a href="/">Home</a></body></html>`;
}

const csv = (path) => `file,rows\n${path},${path.length}\n`;

class LoginSite {
  sessions = new Map();
  #next = 1;

  constructor(expireAfter) {
    this.expireAfter = expireAfter;
  }

  #idOf(request) {
    return /(?:^|; )sid=(\w+)/.exec(request.headers.cookie ?? '')?.[1];
  }

  /** Whether the request has a living session; counts its requests. */
  #member(request) {
    const id = this.#idOf(request);
    const left = this.sessions.get(id) ?? 0;
    if (left <= 0) return false;
    this.sessions.set(id, left - 1);
    return true;
  }

  async answer(request, response) {
    const { pathname, searchParams } = new URL(request.url, 'http://site');
    const send = (status, type, text, headers = {}) => {
      response.writeHead(status, { 'content-type': type, ...headers });
      response.end(request.method === 'HEAD' ? undefined : text);
    };
    const html = (text, status = 200, headers = {}) => send(status, 'text/html; charset=utf-8', text, headers);
    if (pathname === '/account/enter' && request.method === 'POST') return this.#enter(request, html);
    if (pathname === '/account/enter') return html(form(searchParams.get('back') ?? '/members/'));
    if (pathname === '/account/logout') {
      this.sessions.delete(this.#idOf(request));
      return html(page('Bye', []));
    }
    if (pathname === '/') return html(page('Home', [['/open/', 'Open data'], ['/members/', 'For members']]));
    // For everybody, and for a session with a link more.
    if (pathname === '/notes/') return html(page('Notes', this.#member(request) ? [['/members/files/0-0.csv', 'Mine']] : []));
    if (pathname.startsWith('/club/')) return html(this.#club(pathname, this.#member(request)));
    if (pathname.startsWith('/annex/')) return html(this.#annex(pathname, this.#member(request)));
    if (pathname === '/open/') return html(page('Open', filesOf().open.map((path) => [path, path])));
    if (filesOf().open.includes(pathname)) return send(200, 'text/csv', csv(pathname));
    if (pathname.startsWith('/vault/')) return this.#vault(request, pathname, send, html);
    if (pathname.startsWith('/members/')) return this.#members(request, pathname, send, html);
    return html(page('Not found', []), 404);
  }

  async #enter(request, html) {
    let body = '';
    for await (const chunk of request) body += chunk;
    const fields = new URLSearchParams(body);
    if (fields.get('user') !== kUser || fields.get('password') !== kPassword) return html(form('/members/'));
    const id = `s${this.#next++}`;
    this.sessions.set(id, this.expireAfter);
    // Without an expiry: it is gone with the browser, unless the profile keeps it.
    return html('', 303, { location: '/members/', 'set-cookie': `sid=${id}; Path=/; HttpOnly; SameSite=Lax` });
  }

  #members(request, pathname, send, html) {
    if (!this.#member(request)) {
      return html('', 302, { location: `/account/enter?back=${encodeURIComponent(pathname)}` });
    }
    if (pathname === '/members/') {
      const pages = Array.from({ length: kPages }, (_, n) => [`/members/page/${n}`, `Page ${n}`]);
      return html(page('Members', [...pages, ['/vault/', 'Vault']]));
    }
    const number = /^\/members\/page\/(\d)$/.exec(pathname)?.[1];
    if (number !== undefined) {
      return html(page('Files', [0, 1].map((n) => [`/members/files/${number}-${n}.csv`, `Table ${n}`])));
    }
    if (filesOf().members.includes(pathname)) return send(200, 'text/csv', csv(pathname));
    return html(page('Not found', []), 404);
  }

  #club(pathname, member) {
    const number = /^\/club\/note\/(\d)$/.exec(pathname)?.[1];
    const notes = Array.from({ length: kNotes }, (_, n) => [`/club/note/${n}`, `Note ${n}`]);
    if (number === undefined) return note('Club', notes, member);
    return note('Note', member ? [[`/members/files/${number}-0.csv`, 'Table']] : [['/club/', 'Club']], member);
  }

  #annex(pathname, member) {
    const number = /^\/annex\/list\/(\d)(\/more)?$/.exec(pathname);
    if (number === null) return page('Annex', Array.from({ length: kNotes }, (_, n) => [`/annex/list/${n}`, `List ${n}`]));
    if (number[2] === undefined) return page('List', [[`/annex/list/${number[1]}/more`, 'More']]);
    return page('More', member ? [[`/members/files/${number[1]}-1.csv`, 'Table']] : []);
  }

  #vault(request, pathname, send, html) {
    if (!this.#member(request)) return html('<h1>No</h1>', 401, { 'www-authenticate': 'Session' });
    if (pathname === '/vault/secret.csv') return send(200, 'text/csv', csv(pathname));
    return html(page('Vault', [['/vault/secret.csv', 'Secret']]));
  }
}

function main() {
  const { values } = parseArgs({ options: {
    port: { type: 'string', default: '0' },
    log: { type: 'string' },
    'expire-after': { type: 'string', default: '1000000' },
    'with-parent': { type: 'boolean', default: false },
  } });
  const site = new LoginSite(Number(values['expire-after']));
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    if (values.log) {
      const line = { method, url, agent: headers['user-agent'] ?? '', cookie: headers.cookie ?? '' };
      appendFileSync(values.log, `${JSON.stringify(line)}\n`);
    }
    void site.answer(request, response);
  });
  serve(server, { port: Number(values.port), withParent: values['with-parent'] });
}

if (import.meta.filename === process.argv[1]) main();
