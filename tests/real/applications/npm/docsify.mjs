// docsify: Markdown that the browser fetches and draws, each page behind a hash; its links to files are marked as docsify wants it.
import { builtBy, servers } from '../../support/npm.mjs';
import { catalogueOf, filesBelow, htmlOf, shelvesOf } from '../../support/shelves.mjs';

const shelves = shelvesOf(10, 4);
const catalogue = catalogueOf(shelves, '/files');

export const docsify = builtBy({
  name: 'docsify',
  source: import.meta.filename,
  port: 47338,
  packages: { docsify: '4.13.1', 'http-server': '14.1.1' },
  shelves,
  tree: {
    'index.html': htmlOf('Region in figures', `<div id="app"></div>
<script>window.$docsify = { name: 'Region in figures', loadSidebar: true, subMaxLevel: 2 };</script>
<script src="vendor/docsify.min.js"></script>`, '<link rel="stylesheet" href="vendor/vue.css">'),
    '_sidebar.md': catalogue.slice(0, 7).map(({ slug, title }) => `- [${title}](themes/${slug}.md)`).join('\n'),
    'README.md': '# Region in figures\n\nThemes are on the left, older ones in the [archive](archive.md).\n',
    'archive.md': `# Archive\n\n${catalogue.slice(7).map(({ slug, title }) => `- [${title}](themes/${slug}.md)`).join('\n')}\n`,
    ...Object.fromEntries(catalogue.map(({ slug, title, prose, files }) => [`themes/${slug}.md`,
      `# ${title}\n\n${prose}\n\n${files.map(({ name, year, href }) => `## ${year}\n\n[${name}](${href} ':ignore')\n`).join('\n')}`])),
    ...filesBelow('files', shelves),
  },
  parts: { 'vendor/docsify.min.js': 'docsify/lib/docsify.min.js', 'vendor/vue.css': 'docsify/lib/themes/vue.css' },
  server: servers.httpServer,
  pages: shelves.length + 2,
});
