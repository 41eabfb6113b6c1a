// The portal in the browser: the server sends the same empty page for every address.
const app = document.getElementById('app');

function element(tag, fields, ...children) {
  const made = Object.assign(document.createElement(tag), fields);
  made.append(...children);
  return made;
}

function link(href, text) {
  return element('a', { href }, text);
}

async function ask(path, headers = {}) {
  return (await fetch(path, { headers, cache: 'no-store' })).json();
}

function frame(...parts) {
  const menu = [link('/', 'Home'), ' ', link('/datasets', 'Data sets'), ' ', link('/about', 'About')];
  app.append(element('nav', {}, ...menu), element('main', {}, ...parts));
}

async function showList(page) {
  const { count, next, results } = await ask(`/api/datasets?page=${page}`);
  const rows = results.map(({ href, title }) => element('li', {}, link(href, title)));
  const more = next ? [link(`/datasets?page=${page + 1}`, 'Next')] : [];
  frame(element('h1', {}, `${count} data sets`), element('ul', { className: 'list' }, ...rows), ...more);
}

async function showDataset(id) {
  const { ITEMS = '/api' } = globalThis;
  const { title, resources } = await ask(`${ITEMS}/datasets/${id}`, { Accept: 'application/json' });
  const rows = resources.map(({ url, format }) => element('li', {}, link(url, `${title} (${format})`)));
  frame(element('h1', {}, title), element('ul', { className: 'files' }, ...rows));
}

async function show({ pathname, search }) {
  await ask('/api/settings');
  const [, id] = /^\/datasets\/(\d+)$/.exec(pathname) ?? [];
  if (id) await showDataset(id);
  else if (pathname === '/datasets') await showList(Number(new URLSearchParams(search).get('page') ?? 1));
  else frame(element('h1', {}, 'Portal'), element('p', {}, 'Everything is under "Data sets".'));
}

show(location);
