// What only a script shows.
import { link } from '../../portals/pages.mjs';
import { inTab, lost } from '../reach.mjs';
import { sends } from '../sending.mjs';

export const kDrawn = 'without a browser, a page that holds nothing but what a script draws is not named';

/** A page whose script, which is no part of it, writes what is in `html`. `before`: what the script does first. */
function drawn(plot, reach, { before = '', shell = '<div id="app"></div>' } = {}) {
  const page = plot.page('app', reach);
  const file = plot.file({ name: 'table.csv', on: page });
  const [first, last] = [file.path.slice(0, -6), file.path.slice(-6)];
  plot.answer(plot.path('app.js'), sends('text/javascript',
    `${before}\nconst a = document.createElement('a'); a.textContent = 'Table'; a.href = ['${first}', '${last}'].join('');\n`
    + 'document.getElementById("app").append(a);\n'));
  page.add(`${shell}<script src="${plot.path('app.js')}"></script>`);
  plot.show(`<p>${link(page.path, 'Tables')}</p>`);
}

/** Pages behind # of one document. */
function routes(plot) {
  const page = plot.page('views');
  const file = plot.file({ name: 'table.csv', on: page, reach: lost('routes', 'scripts') });
  const [first, last] = [file.path.slice(0, -6), file.path.slice(-6)];
  plot.answer(plot.path('views.js'), sends('text/javascript', `function show() {
    const view = location.hash === '#/tables' ? '<a href="' + ['${first}', '${last}'].join('') + '">Table</a>' : '<p>Choose a view.</p>';
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

export const scripting = {
  drawn: { build: (plot) => drawn(plot, inTab('scripts')), notYet: kDrawn },
  alert: { build: (plot) => drawn(plot, inTab('scripts', 'tab_failed'), { before: 'alert("Welcome");' }), notYet: kDrawn },
  routes: {
    build(plot) {
      const page = plot.page('contents');
      page.add('<ul><li><a href="#one">One</a></li><li><a href="#two">Two</a></li></ul>');
      for (const id of ['one', 'two']) page.add(`<h2 id="${id}">${id}</h2><p>${link(plot.file({ on: page }).path, 'Table')}</p>`);
      plot.show(`<p>${link(page.path, 'Contents')}</p>`);
    },
  },
  'routes:not': { build: routes, notYet: 'without a browser, views behind # that a script draws are not named' },
  'load-more': {
    build: (plot) => control(plot, '<button type="button" id="control">Load more</button>'),
    notYet: 'without a browser, a button "Load more" is not named',
  },
  tabs: { build: tabsInPage },
  'tabs:not': {
    build: (plot) => control(plot, '<div role="tablist"><button role="tab" aria-selected="true">2024</button>'
      + '<button role="tab" aria-selected="false" id="control">2023</button></div>'),
    notYet: 'without a browser, tabs whose content a script gets are not named',
  },
};
