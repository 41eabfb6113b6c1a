// What only a script shows.
import { link } from '../../portals/pages.mjs';
import { inTab, lost, sends } from '../parts.mjs';

/** The address of a file, in a script, in a way that nobody can read out of it. */
const spelledOut = ({ path }) => `['${path.slice(0, -6)}', '${path.slice(-6)}'].join('')`;

/** A page whose script, which is no part of it, writes what is in `html`. `before`: what the script does first. */
function drawn(plot, reach, { before = '', shell = '<div id="app"></div>' } = {}) {
  const page = plot.page('app', reach);
  const file = plot.file({ name: 'table.csv', on: page });
  plot.answer(plot.path('app.js'), sends('text/javascript',
    `${before}\nconst a = document.createElement('a'); a.textContent = 'Table'; a.href = ${spelledOut(file)};\n`
    + 'document.getElementById("app").append(a);\n'));
  page.add(`${shell}<script src="${plot.path('app.js')}"></script>`);
  plot.show(`<p>${link(page.path, 'Tables')}</p>`);
}

/** Pages behind # of one document. */
function routes(plot) {
  const page = plot.page('views');
  const file = plot.file({ name: 'table.csv', on: page, reach: lost('routes', 'scripts') });
  plot.answer(plot.path('views.js'), sends('text/javascript', `function show() {
    const view = location.hash === '#/tables' ? '<a href="' + ${spelledOut(file)} + '">Table</a>' : '<p>Choose a view.</p>';
    document.getElementById('view').innerHTML = view;
  }
  addEventListener('hashchange', show); show();`));
  page.add(`<nav><a href="#/">Home</a> <a href="#/tables">Tables</a></nav><div id="view"></div><script src="${plot.path('views.js')}"></script>`);
  plot.show(`<p>${link(page.path, 'Views')}</p>`);
}

/** A control that gets more of the list: the address is in the script alone. */
function control(plot, html) {
  const page = plot.page('list');
  const file = plot.file({ name: 'more.csv', on: page, reach: inTab('controls', 'scripts') });
  page.add(`<ul id="rows"><li>${link(plot.file({ on: page }).path, 'First table')}</li></ul>${html}<script src="${plot.path('list.js')}"></script>`);
  plot.answer(plot.path('part'), sends('text/html', `<li>${link(file.path, 'Another table')}</li>`));
  plot.answer(plot.path('list.js'), sends('text/javascript', `document.getElementById('control').onclick = async () => {
    const answer = await fetch('${plot.folder}' + 'part');
    document.getElementById('rows').insertAdjacentHTML('beforeend', await answer.text());
  };`));
  plot.show(`<p>${link(page.path, 'All tables')}</p>`);
}

/** Tabs whose second panel is there, hidden. */
function tabsInPage(plot) {
  plot.show('<div role="tablist"><button role="tab" aria-selected="true" aria-controls="p1">One</button>'
    + '<button role="tab" aria-selected="false" aria-controls="p2">Two</button></div>'
    + `<div role="tabpanel" id="p1">${link(plot.file().path, 'Table one')}</div>`
    + `<div role="tabpanel" id="p2" hidden>${link(plot.file().path, 'Table two')}</div>`);
}

/** A page with a script of its own: `write` gives what it does, by the file's address as an expression. */
const byScript = (write, reach = inTab('scripts'), html = '<div id="app"></div>') => (plot) => {
  const page = plot.page('app');
  const file = plot.file({ name: 'table.csv', on: page, reach });
  plot.answer(plot.path('own.js'), sends('text/javascript', write(spelledOut(file), plot)));
  page.add(`${html}<script src="${plot.path('own.js')}"></script>`);
  plot.show(`<p>${link(page.path, 'Tables')}</p>`);
};

/** What a script gets as JSON, and shows; `answers`: or does not get. */
function fromApi(plot, answers) {
  const page = plot.page('explorer');
  const files = Array.from({ length: 3 }, (_, at) => plot.file({ name: `files/${at}.csv`, on: page,
    reach: answers ? inTab('scripts', 'script_json') : lost('scripts', 'script_json', 'server_error', 'stays_empty') }));
  const tables = files.map(({ path }, at) => ({ id: at, title: `Table ${at}`, url: path }));
  plot.answer(plot.path('api/tables'), answers ? sends('application/json', JSON.stringify({ tables })) : sends('application/json', '{}', 500));
  plot.mayBeSaved(plot.path('api/tables'));
  plot.answer(plot.path('explorer.js'), sends('text/javascript', `fetch(['${plot.folder}', 'api', '/tables'].join('')).then((a) => a.json()).then(({ tables }) => {
    document.getElementById('list').innerHTML = tables.map((t) => '<li><a href="' + t.url + '">' + t.title + '</a></li>').join('');
  });`));
  page.add(`<ul id="list"></ul><script src="${plot.path('explorer.js')}"></script>`);
  plot.show(`<p>${link(page.path, 'Explorer')}</p>`);
}

/** A list that grows as people scroll. */
function scrolling(plot) {
  const page = plot.page('feed');
  const files = Array.from({ length: 4 }, (_, at) => plot.file({ name: `files/${at}.csv`, on: page, reach: inTab('scripts', 'controls') }));
  plot.answer(plot.path('more'), (request, response, url) =>
    sends('text/html', files[url.searchParams.get('at')] ? link(files[url.searchParams.get('at')].path, 'Table') : '')(request, response));
  plot.answer(plot.path('feed.js'), sends('text/javascript', `let at = 0; const end = document.getElementById('end');
    new IntersectionObserver(async ([seen]) => {
      if (!seen.isIntersecting || at > 3) return;
      const p = document.createElement('p'); p.style.height = '1200px';
      p.innerHTML = await (await fetch(['${plot.folder}', 'more?at='].join('') + at++)).text();
      end.before(p);
    }).observe(end);`));
  page.add(`<div id="end" style="height: 20px"></div><script src="${plot.path('feed.js')}"></script>`);
  plot.show(`<p>${link(page.path, 'All tables')}</p>`);
}

/** A file that a script makes and nobody else has: its address is the program's own. */
function madeInPage(plot) {
  const page = plot.page('export');
  const made = plot.file({ name: 'made.csv', on: page, reach: inTab('controls', 'scripts', 'script_links', 'inline_files') });
  plot.answer(made.path, sends('text/html', 'never here', 404));
  plot.answer(plot.path('export.js'), sends('text/javascript', `document.getElementById('get').onclick = () => {
    const a = document.createElement('a'); a.download = 'table.csv';
    a.href = URL.createObjectURL(new Blob([atob('${made.body.toString('base64')}')], { type: 'text/csv' })); a.click();
  };`));
  page.add(`<button type="button" id="get">Export CSV</button><script src="${plot.path('export.js')}"></script>`);
  plot.show(`<p>${link(page.path, 'Export')}</p>`);
}

export const scripting = {
  drawn: { build: (plot) => drawn(plot, inTab('scripts')) },
  alert: { build: (plot) => drawn(plot, inTab('scripts', 'tab_failed'), { before: 'alert("Welcome");' }) },
  routes: {
    build(plot) {
      const page = plot.page('contents');
      page.add('<ul><li><a href="#one">One</a></li><li><a href="#two">Two</a></li></ul>');
      for (const id of ['one', 'two']) page.add(`<h2 id="${id}">${id}</h2><p>${link(plot.file({ on: page }).path, 'Table')}</p>`);
      plot.show(`<p>${link(page.path, 'Contents')}</p>`);
    },
  },
  'routes:not': { build: routes },
  'load-more': {
    build: (plot) => control(plot, '<button type="button" id="control">Load more</button>'),
  },
  tabs: { build: tabsInPage },
  'tabs:not': {
    build: (plot) => control(plot, '<div role="tablist"><button role="tab" aria-selected="true">2024</button>'
      + '<button role="tab" aria-selected="false" id="control">2023</button></div>'),
  },
  // Beside other links a part of a page that its script fills is not told from one that is empty: not named without a browser.
  'from-api': { alone: true, build: (plot) => fromApi(plot, true) },
  'from-api:not': { alone: true, build: (plot) => fromApi(plot, false) },
  scrolling: { alone: true, build: scrolling },
  'script-redirect': { build: byScript((file) => `location.replace(${file});`) },
  'document-write': { build: byScript((file) => `document.write('<a href="' + ${file} + '">Table</a>');`) },
  'shadow-root': {
    build: byScript((file) => `document.getElementById('app').attachShadow({ mode: 'open' }).innerHTML = '<a href="' + ${file} + '">Table</a>';`),
  },
  'late-link': {
    build: byScript((file) => `setTimeout(() => { document.getElementById('app').innerHTML = '<a href="' + ${file} + '">Table</a>'; }, 700);`),
  },
  'button-by-script': {
    build: byScript((file) => `document.getElementById('get').addEventListener('click', () => { location.href = ${file}; });`,
      inTab('controls', 'scripts', 'script_links'), '<button type="button" id="get">Download CSV</button>'),
  },
  'made-in-page': { build: madeInPage },
  'menu-by-script': {
    build: byScript((file) => `document.getElementById('year').onchange = () => { document.getElementById('app').innerHTML = '<a href="' + ${file} + '">Table</a>'; };`,
      lost('controls', 'scripts', 'forms', 'stays_empty'), '<select id="year"><option>2023</option><option>2024</option></select><div id="app"></div>'),
  },
  'page-numbers-by-script': {
    build: (plot) => control(plot, '<ul class="pagination"><li><button type="button">1</button></li><li><button type="button" id="control">2</button></li></ul>'),
  },
  confirm: { build: (plot) => drawn(plot, inTab('scripts', 'tab_failed'), { before: 'confirm("Do you agree?");' }) },
  'script-missing': {
    build(plot) {
      const page = plot.page('app');
      plot.file({ on: page, reach: lost('scripts', 'stays_empty') });
      page.add(`<div id="app"></div><script src="${plot.path('gone.js')}"></script>`);
      plot.show(`<p>${link(page.path, 'Tables')}</p>`);
    },
  },
};
