// The scripted site in the browser: the server sends the same empty page for every address.
const app = document.getElementById('app');

function element(tag, fields, ...children) {
  const made = Object.assign(document.createElement(tag), fields);
  made.append(...children);
  return made;
}

function button(label, onclick, fields = {}) {
  return element('button', { type: 'button', onclick, ...fields }, label);
}

async function tableOf(name) {
  return (await fetch(`/api/tables/${name}`)).text();
}

function saveBlob(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  element('a', { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

async function answered(topic) {
  await new Promise((wake) => setTimeout(wake, 400));
  location.href = (await (await fetch(`/api/address/${topic}-answered`)).json()).url;
}

async function saveData(name) {
  const text = await tableOf(name);
  const link = element('a', { href: `data:text/csv;base64,${btoa(text)}`, download: `${name}.csv` });
  document.body.append(link);
  link.click();
  link.remove();
}

function frame(topic) {
  document.body.append(element('iframe', { src: `/export?topic=${topic}`, hidden: true }));
}

function showTopic(topic) {
  const file = (kind) => `/files/${topic}-${kind}.csv`;
  app.append(
    element('h1', {}, topic),
    element('p', { className: 'files' }, element('a', { href: file('link') }, 'Table')),
    element('div', { className: 'buttons' },
      button('Download', () => (location.href = file('navigation')), { className: 'by-navigation' }),
      button('CSV', () => window.open(file('window'), '_blank')),
      button('Export in a window', () => {
        const opened = window.open('', '_blank');
        opened.location = file('emptyWindow');
      }),
      button('Herunterladen', () => element('a', { href: file('anchor'), download: '' }).click()),
      button('Télécharger', () => frame(topic)),
      button('Exportar', () => answered(topic)),
      button('Scarica', async () => saveBlob(`${topic}-blob.csv`, await tableOf(`${topic}-blob`))),
      button('', () => saveData(`${topic}-dataUrl`), { className: 'icon btn-exportCsv' }),
      button('Delete the CSV', () => fetch('/api/delete', { method: 'POST' }), { className: 'danger' }),
      element('form', { action: '/api/submitted', method: 'post' }, element('button', {}, 'Export all')),
      button('About', () => (location.href = '/about'), { className: 'about' })),
  );
  app.append(chart(topic));
  void showMade(topic);
}

/** A drawing whose menu, once it is open, has items that make files. */
function chart(topic) {
  const menu = element('ul', {});
  const save = async () => saveBlob(`${topic}-menu.csv`, await tableOf(`${topic}-menu`));
  const open = () => menu.replaceChildren(element('li', { onclick: save }, 'Table (CSV)'));
  return element('div', {}, element('span', { onclick: open }, 'Chart menu'), menu);
}

/** A link to what is made before anybody asks for it. */
async function showMade(topic) {
  const made = URL.createObjectURL(new Blob([await tableOf(`${topic}-blobLink`)], { type: 'text/csv' }));
  app.append(element('a', { href: made, download: `${topic}-blobLink.csv` }, 'Raw data'));
  const held = btoa(await tableOf(`${topic}-dataLink`));
  app.append(element('a', { href: `data:text/csv;base64,${held}`, download: `${topic}-dataLink.csv` }, 'Held'));
}

async function showTopics() {
  const list = element('ul', { className: 'topics' });
  app.append(element('h1', {}, 'Topics'), list);
  for (const topic of await (await fetch('/api/topics')).json()) {
    const item = element('li', { onclick: () => go(`/topics/${topic}`) }, topic);
    item.dataset.href = `/topics/${topic}`;
    list.append(item);
  }
}

function go(path) {
  history.pushState(null, '', path);
  show();
}

function show() {
  app.replaceChildren();
  const [, section, topic] = location.pathname.split('/');
  if (section === 'topics' && topic) return showTopic(topic);
  if (section === 'topics') return showTopics();
  app.append(element('a', { href: '/topics', onclick: (event) => {
    event.preventDefault();
    go('/topics');
  } }, 'All topics'));
}

addEventListener('popstate', show);
show();
