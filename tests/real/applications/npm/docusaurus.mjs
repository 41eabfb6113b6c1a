// Docusaurus (React): files that Markdown names beside it (bundled, with a hash in their names), static files, tabs of which
// only the chosen one is rendered, details.
import { builtBy, servers } from '../../support/npm.mjs';
import { catalogueOf, filesBelow, shelvesOf } from '../../support/shelves.mjs';

const shelves = shelvesOf(15, 3);
const parts = [shelves.slice(0, 5), shelves.slice(5, 10), shelves.slice(10)];
const [, inStatic, inTabs] = parts.map((part) => catalogueOf(part));

const head = ({ title, prose }) => `# ${title}\n\n${prose}\n\n`;
const beside = (shelf) => `${head(shelf)}${shelf.files.map(({ name, year }) => `- [Figures of ${year}](./${name})`).join('\n')}\n`;
const inDetails = (shelf) => `${head(shelf)}<details>\n<summary>Files</summary>\n
${shelf.files.map(({ name, href }) => `- [${name}](pathname://${href})`).join('\n')}\n\n</details>\n`;
const tabbed = (shelf) => `import Tabs from '@theme/Tabs';
import TabItem from '@theme/TabItem';

${head(shelf)}<Tabs lazy>
${shelf.files.map(({ name, year, href }) => `<TabItem value="${year}">\n\n[${name}](pathname://${href})\n\n</TabItem>`).join('\n')}
</Tabs>
`;
const pagesBelow = (folder, part, write) => Object.fromEntries(part.map((shelf) => [`docs/${folder}/${shelf.slug}/index.mdx`, write(shelf)]));
const category = (label) => JSON.stringify({ label, link: { type: 'generated-index' } });

export const docusaurus = builtBy({
  name: 'docusaurus',
  source: import.meta.filename,
  port: 47331,
  packages: { '@docusaurus/core': '3.10.2', '@docusaurus/preset-classic': '3.10.2', react: '19.3.1', 'react-dom': '19.3.1', serve: '14.2.7' },
  shelves,
  tree: {
    'package.json': '{"private":true}',
    'docusaurus.config.js': `module.exports = { title: 'Region in figures', url: 'https://region.example', baseUrl: '/', presets: [['classic', {
      docs: { routeBasePath: '/' }, blog: false }]] };`,
    'docs/intro.md': '---\nslug: /\n---\n\n# Region in figures\n\nAll themes are in the bar on the left.\n',
    ...pagesBelow('land', parts[0], beside), ...pagesBelow('people', inStatic, inDetails), ...pagesBelow('economy', inTabs, tabbed),
    'docs/land/_category_.json': category('Land'), 'docs/people/_category_.json': category('People'), 'docs/economy/_category_.json': category('Economy'),
    ...filesBelow('docs/land', parts[0]), ...filesBelow('static/files', shelves.slice(5)),
  },
  build: [['docusaurus', 'build']],
  out: 'build',
  server: servers.serve,
  pages: shelves.length + 4,
});
