// TiddlyWiki: a wiki in one file of HTML, which keeps its texts in it and shows those that are opened; addresses differ in the hash.
// Once as a file, and once served by itself to who has a login, when its scripts send back by PUT what changes in it.
import { join } from 'node:path';
import { builtBy, servers } from '../../support/npm.mjs';
import { catalogueOf, filesBelow, shelvesOf } from '../../support/shelves.mjs';
import { filesState } from '../../support/state.mjs';

const shelves = shelvesOf(10, 4);
const catalogue = catalogueOf(shelves, 'files');
const tiddler = (title, text, tags = '') => `title: ${title}\ntags: ${tags}\ntype: text/vnd.tiddlywiki\n\n${text}\n`;

const kTiddlers = {
  'wiki/tiddlers/Start.tid': tiddler('Start', `! Themes\n\n<<list-links "[tag[Theme]sort[title]]">>`),
  'wiki/tiddlers/default.tid': tiddler('$:/DefaultTiddlers', 'Start'),
  'wiki/tiddlers/title.tid': tiddler('$:/SiteTitle', 'Region in figures'),
  ...Object.fromEntries(catalogue.map(({ slug, title, prose, files }) => [`wiki/tiddlers/${slug}.tid`,
    tiddler(title, `${prose}\n\n${files.map(({ name, href }) => `* [ext[${name}|${href}]]`).join('\n')}`, 'Theme')])),
};
const kThemes = ['tiddlywiki/vanilla', 'tiddlywiki/snowwhite'];
const kOwner = { name: 'ada', password: 'open sesame 17' };

export const tiddlywiki = builtBy({
  name: 'tiddlywiki',
  source: import.meta.filename,
  port: 47344,
  packages: { tiddlywiki: '5.4.1', 'http-server': '14.1.1' },
  shelves,
  tree: {
    'wiki/tiddlywiki.info': JSON.stringify({ plugins: [], themes: kThemes, build: { index: ['--render', '$:/core/save/all', 'index.html', 'text/plain'] } }),
    ...kTiddlers,
    ...filesBelow('wiki/output/files', shelves),
  },
  build: [['tiddlywiki', 'wiki', '--build', 'index']],
  out: 'wiki/output',
  server: servers.httpServer,
  pages: shelves.length + 1,
});

export const tiddlywikiServer = builtBy({
  name: 'tiddlywiki-server',
  source: import.meta.filename,
  port: 47326,
  packages: { tiddlywiki: '5.4.1' },
  shelves,
  tree: {
    'wiki/tiddlywiki.info': JSON.stringify({ plugins: ['tiddlywiki/tiddlyweb', 'tiddlywiki/filesystem'], themes: kThemes }),
    ...kTiddlers,
    ...filesBelow('wiki/files', shelves),
  },
  out: 'wiki',
  server: (port) => ['tiddlywiki', '.', '--listen', 'host=127.0.0.1', `port=${port}`, `username=${kOwner.name}`, `password=${kOwner.password}`],
  pages: shelves.length + 1,
  credentials: kOwner,
  state: (folder) => filesState(join(folder, 'www')),
  acts: /\/login-basic/,
});
