// Astro: pages that are made when it is built, in pages of a list (`paginate`), with islands of Svelte that show the files of a year,
// one at once, one when it is seen, and one that only the browser draws.
import { builtBy, servers } from '../../support/npm.mjs';
import { catalogueOf, filesBelow, shelvesOf } from '../../support/shelves.mjs';

const shelves = shelvesOf(12, 4);

export const astro = builtBy({
  name: 'astro',
  source: import.meta.filename,
  port: 47346,
  packages: { astro: '5.18.2', '@astrojs/svelte': '7.2.5', svelte: '5.57.3', serve: '14.2.7' },
  shelves,
  tree: {
    'package.json': '{"private":true,"type":"module"}',
    'astro.config.mjs': `import { defineConfig } from 'astro/config';
import svelte from '@astrojs/svelte';
export default defineConfig({ integrations: [svelte()] });\n`,
    'src/shelves.json': JSON.stringify(catalogueOf(shelves)),
    'src/Page.astro': `---\nconst { title } = Astro.props;
---
<html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>
<body><nav><a href="/">Home</a> <a href="/themes">Themes</a></nav><h1>{title}</h1><slot /></body></html>\n`,
    'src/Years.svelte': `<script>
  let { files } = $props();
  let chosen = $state();
</script>
{#each files as file}<button onclick={() => (chosen = file)}>Figures of {file.year}</button>{/each}
{#if chosen}<p><a href={chosen.href}>{chosen.name}</a></p>{/if}
`,
    'src/Loaded.svelte': `<script>
  let { slug } = $props();
  const files = fetch('/data/' + slug + '.json').then((answer) => answer.json());
</script>
{#await files}<p>Loading</p>{:then all}<ul>{#each all as { name, href }}<li><a {href}>{name}</a></li>{/each}</ul>{/await}
`,
    'src/pages/index.astro': `---\nimport Page from '../Page.astro';\n---\n<Page title="Region in figures"><p><a href="/themes">All themes</a></p></Page>\n`,
    'src/pages/themes/[...page].astro': `---
import Page from '../../Page.astro';
import shelves from '../../shelves.json';
export const getStaticPaths = ({ paginate }) => paginate(shelves, { pageSize: 5 });
const { page } = Astro.props;
---
<Page title="Themes"><ul>{page.data.map(({ slug, title }) => <li><a href={\`/theme/\${slug}\`}>{title}</a></li>)}</ul>
{page.url.prev && <a href={page.url.prev} rel="prev">Previous</a>} {page.url.next && <a href={page.url.next} rel="next">Next</a>}</Page>
`,
    'src/pages/theme/[slug].astro': `---
import Page from '../../Page.astro';
import Years from '../../Years.svelte';
import Loaded from '../../Loaded.svelte';
import shelves from '../../shelves.json';
export const getStaticPaths = () => shelves.map((shelf, at) => ({ params: { slug: shelf.slug }, props: { shelf, way: at % 3 } }));
const { shelf, way } = Astro.props;
---
<Page title={shelf.title}><p>{shelf.prose}</p>
{way === 0 && <Years files={shelf.files} client:load />}
{way === 1 && <><div style="height: 2000px"></div><Years files={shelf.files} client:visible /></>}
{way === 2 && <Loaded slug={shelf.slug} client:only="svelte" />}</Page>
`,
    'src/pages/data/[slug].json.js': `import shelves from '../../shelves.json';
export const getStaticPaths = () => shelves.map(({ slug, files }) => ({ params: { slug }, props: { files } }));
export const GET = ({ props }) => new Response(JSON.stringify(props.files));
`,
    ...filesBelow('public/files', shelves),
  },
  build: [['astro', 'build']],
  out: 'dist',
  server: servers.serve,
  pages: shelves.length + 4,
});
