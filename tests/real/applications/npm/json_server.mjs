// json-server, an interface of JSON over a list of records, with a page that shows them ten at a time.
import { builtBy } from '../../support/npm.mjs';
import { catalogueOf, filesBelow, htmlOf, shelvesOf } from '../../support/shelves.mjs';

const shelves = shelvesOf(15, 3);
const records = catalogueOf(shelves).flatMap(({ title, files }) => files.map(({ name, year, href }) => ({ theme: title, name, year, href })));

export const jsonServer = builtBy({
  name: 'json-server',
  source: import.meta.filename,
  port: 47343,
  packages: { 'json-server': '0.17.4' },
  shelves,
  tree: {
    'db.json': JSON.stringify({ files: records.map((record, at) => ({ id: at + 1, ...record })) }),
    'public/index.html': htmlOf('Files', `<h1>Files</h1><ul></ul><button type="button">Show more</button>
<script type="module">
const list = document.querySelector('ul'), more = document.querySelector('button')
let page = 0
async function show() {
  const answer = await fetch('/files?_limit=10&_page=' + ++page)
  for (const { theme, year, name, href } of await answer.json()) {
    const item = list.appendChild(document.createElement('li'))
    item.append(theme, ' ', year, ' ', Object.assign(document.createElement('a'), { href, textContent: name }))
  }
  more.hidden = !answer.headers.get('Link')?.includes('rel="next"')
}
more.onclick = show
await show()
</script>`),
    ...filesBelow('public/files', shelves),
  },
  server: (port) => ['json-server', '--host', '127.0.0.1', '--port', String(port), '--read-only', '--quiet', 'db.json'],
  pages: 6,
});
