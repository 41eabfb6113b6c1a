// VitePress (Vue): pages of Markdown, a sidebar, files beside them; one page lists its files by a component.
import { builtBy, servers } from '../../support/npm.mjs';
import { catalogueOf, filesBelow, shelvesOf } from '../../support/shelves.mjs';

const shelves = shelvesOf(12, 4);
const catalogue = catalogueOf(shelves);
const listed = catalogue.slice(-3);
const written = catalogue.slice(0, -3);

const pageOf = ({ title, prose, files }) => `# ${title}\n\n${prose}\n\n${files.map(({ name, year, href }) => `- [${year}](${href}): \`${name}\``).join('\n')}\n`;
/** Its links are made by Vue, with the site's base before them. */
const pageByComponent = ({ title, prose, files }) => `<script setup>
import { withBase } from 'vitepress'
const files = ${JSON.stringify(files)}
</script>

# ${title}

${prose}

<table><tr v-for="file of files">
<td>{{ file.year }}</td><td><a :href="withBase(file.href)" :download="file.name">{{ file.name }}</a></td></tr></table>
`;

export const vitepress = builtBy({
  name: 'vitepress',
  source: import.meta.filename,
  port: 47330,
  packages: { vitepress: '1.6.4', vue: '3.5.45', serve: '14.2.7' },
  shelves,
  tree: {
    'docs/.vitepress/config.mjs': `export default { title: 'Region in figures', themeConfig: { search: { provider: 'local' }, sidebar: [
      { text: 'Themes', items: ${JSON.stringify(catalogue.map(({ slug, title }) => ({ text: title, link: `/themes/${slug}` })))} }] } }`,
    'docs/index.md': '---\nlayout: home\nhero:\n  name: Region in figures\n  actions:\n    - text: Themes\n      link: /themes/\n---\n',
    'docs/themes/index.md': `# Themes\n\n${catalogue.map(({ slug, title }) => `- [${title}](./${slug})`).join('\n')}\n`,
    ...Object.fromEntries(written.map((shelf) => [`docs/themes/${shelf.slug}.md`, pageOf(shelf)])),
    ...Object.fromEntries(listed.map((shelf) => [`docs/themes/${shelf.slug}.md`, pageByComponent(shelf)])),
    ...filesBelow('docs/public/files', shelves),
  },
  build: [['vitepress', 'build', 'docs']],
  out: 'docs/.vitepress/dist',
  server: servers.serve,
  pages: shelves.length + 2,
});
