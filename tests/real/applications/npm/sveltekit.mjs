// SvelteKit, adapter-static: half of the shelves are prerendered, half drawn in the browser at routes that only the fallback page knows.
import { builtBy, servers } from '../../support/npm.mjs';
import { catalogueOf, filesBelow, shelvesOf } from '../../support/shelves.mjs';

const shelves = shelvesOf(12, 4);
const catalogue = catalogueOf(shelves);

const kShelf = `<script>
  let { data } = $props();
  let chosen = $state(0);
</script>
<h1>{data.shelf.title}</h1><p>{data.shelf.prose}</p>
<div role="tablist">{#each data.shelf.files as file, at}
<button role="tab" aria-selected={chosen === at} onclick={() => (chosen = at)}>{file.year}</button>{/each}</div>
<p role="tabpanel">{#key chosen}<a href={data.shelf.files[chosen].href} download>{data.shelf.files[chosen].name}</a>{/key}</p>
`;
const kArchived = `<script>
  let { data } = $props();
</script>
<h1>{data.shelf.title}</h1>
{#each data.shelf.files as { name, href, year }}<details><summary>{year}</summary><a {href}>{name}</a></details>{/each}
`;

export const sveltekit = builtBy({
  name: 'sveltekit',
  source: import.meta.filename,
  port: 47335,
  packages: {
    '@sveltejs/kit': '2.70.4', '@sveltejs/adapter-static': '3.0.11', '@sveltejs/vite-plugin-svelte': '6.2.4', svelte: '5.57.3', vite: '7.3.8',
    'sirv-cli': '3.0.1',
  },
  shelves,
  tree: {
    'package.json': '{"private":true,"type":"module"}',
    'svelte.config.js': `import adapter from '@sveltejs/adapter-static';\nexport default { kit: { adapter: adapter({ fallback: '200.html' }) } };\n`,
    'vite.config.js': `import { sveltekit } from '@sveltejs/kit/vite';\nexport default { plugins: [sveltekit()] };\n`,
    'src/app.html': '<!doctype html><html lang="en"><head>%sveltekit.head%</head>\n<body data-sveltekit-preload-data="hover"><div style="display: contents">' +
      '%sveltekit.body%</div></body></html>',
    'src/routes/+layout.svelte': `<script>\n  let { children } = $props();\n</script>
<nav><a href="/">Themes</a> <a href="/archive">Archive</a></nav>\n{@render children()}\n`,
    'src/routes/+page.js': 'export const prerender = true;\n',
    'src/routes/+page.svelte': `<h1>Region in figures</h1>
<ul>${catalogue.slice(0, 6).map(({ slug, title }) => `<li><a href="/themes/${slug}">${title}</a></li>`).join('')}</ul>\n`,
    'src/lib/shelves.json': JSON.stringify(catalogue),
    'src/routes/themes/[slug]/+page.server.js': `import shelves from '$lib/shelves.json';
export const prerender = true;
export const load = ({ params }) => ({ shelf: shelves.find(({ slug }) => slug === params.slug) });
`,
    'src/routes/themes/[slug]/+page.svelte': kShelf,
    'src/routes/archive/+page.js': `export const ssr = false;
export const load = async ({ fetch }) => ({ shelves: await (await fetch('/archive.json')).json() });\n`,
    'src/routes/archive/+page.svelte': `<script>\n  let { data } = $props();\n</script>
<h1>Archive</h1>{#each data.shelves as { slug, title }}<p><a href="/archive/{slug}">{title}</a></p>{/each}\n`,
    'src/routes/archive/[slug]/+page.js': `export const ssr = false;
export const load = async ({ fetch, params }) => ({ shelf: (await (await fetch('/archive.json')).json()).find(({ slug }) => slug === params.slug) });
`,
    'src/routes/archive/[slug]/+page.svelte': kArchived,
    'static/archive.json': JSON.stringify(catalogue.slice(6)),
    ...filesBelow('static/files', shelves),
  },
  build: [['vite', 'build']],
  out: 'build',
  server: servers.sirvSingle,
  pages: shelves.length + 2,
});
