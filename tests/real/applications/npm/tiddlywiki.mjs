// TiddlyWiki: a wiki in one file of HTML, which keeps its texts in it and shows those that are opened; addresses differ in the hash.
import { builtBy, servers } from '../../support/npm.mjs';
import { catalogueOf, filesBelow, shelvesOf } from '../../support/shelves.mjs';

const shelves = shelvesOf(10, 4);
const catalogue = catalogueOf(shelves, 'files');
const tiddler = (title, text, tags = '') => `title: ${title}\ntags: ${tags}\ntype: text/vnd.tiddlywiki\n\n${text}\n`;

export const tiddlywiki = builtBy({
  name: 'tiddlywiki',
  source: import.meta.filename,
  port: 47344,
  packages: { tiddlywiki: '5.4.1', 'http-server': '14.1.1' },
  shelves,
  tree: {
    'wiki/tiddlywiki.info': JSON.stringify({ plugins: [], themes: ['tiddlywiki/vanilla', 'tiddlywiki/snowwhite'],
      build: { index: ['--render', '$:/core/save/all', 'index.html', 'text/plain'] } }),
    'wiki/tiddlers/Start.tid': tiddler('Start', `! Themes\n\n<<list-links "[tag[Theme]sort[title]]">>`),
    'wiki/tiddlers/default.tid': tiddler('$:/DefaultTiddlers', 'Start'),
    'wiki/tiddlers/title.tid': tiddler('$:/SiteTitle', 'Region in figures'),
    ...Object.fromEntries(catalogue.map(({ slug, title, prose, files }) => [`wiki/tiddlers/${slug}.tid`,
      tiddler(title, `${prose}\n\n${files.map(({ name, href }) => `* [ext[${name}|${href}]]`).join('\n')}`, 'Theme')])),
    ...filesBelow('wiki/output/files', shelves),
  },
  build: [['tiddlywiki', 'wiki', '--build', 'index']],
  out: 'wiki/output',
  server: servers.httpServer,
  pages: shelves.length + 1,
});
