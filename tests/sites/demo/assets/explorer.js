// Builds the tables of the explorer: the links to their files are in no page's HTML.
'use strict';

function fileLink(series, code) {
  const link = document.createElement('a');
  link.className = 'file';
  link.href = ['', 'data', 'explorer', series + '-' + code + '.csv'].join('/');
  link.textContent = 'CSV';
  return link;
}

function fillTable(table, series, rows) {
  const body = table.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    line.insertCell().textContent = row.name;
    line.insertCell().textContent = row.latest;
    line.insertCell().append(fileLink(series, row.code));
  }
}

class FileCards extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: 'open' });
    const list = document.createElement('ul');
    list.className = 'files';
    for (const row of JSON.parse(this.querySelector('script').textContent)) {
      const item = document.createElement('li');
      item.append(row.name + ' ', fileLink(this.dataset.series, row.code));
      list.append(item);
    }
    const style = document.createElement('link');
    style.rel = 'stylesheet';
    style.href = '/assets/style.css';
    root.append(style, list);
  }
}
customElements.define('file-cards', FileCards);

document.addEventListener('DOMContentLoaded', async () => {
  for (const table of document.querySelectorAll('table[data-series]')) {
    const inline = document.getElementById(table.dataset.rows);
    const rows = inline
      ? JSON.parse(inline.textContent)
      : await (await fetch('/assets/tables/' + table.dataset.rows + '.json')).json();
    fillTable(table, table.dataset.series, rows);
  }
});
