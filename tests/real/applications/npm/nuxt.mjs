// Nuxt (Vue), generated: its pages fetch their data once more from payloads when one goes on to them in the browser; the list is
// paged in the query by buttons, and files are below headings that unfold.
import { builtBy, servers } from '../../support/npm.mjs';
import { catalogueOf, filesBelow, shelvesOf } from '../../support/shelves.mjs';

const shelves = shelvesOf(12, 4);

export const nuxt = builtBy({
  name: 'nuxt',
  source: import.meta.filename,
  port: 47347,
  packages: { nuxt: '4.1.3', 'http-server': '14.1.1' },
  day: '2025-10-20',
  shelves,
  tree: {
    'package.json': '{"private":true,"type":"module"}',
    'nuxt.config.ts': `export default defineNuxtConfig({ compatibilityDate: '2025-07-15', telemetry: false,
  nitro: { prerender: { routes: ${JSON.stringify(shelves.map(({ slug }) => `/themes/${slug}`))} } } })
`,
    'shared/shelves.json': JSON.stringify(catalogueOf(shelves)),
    'server/api/shelves.get.ts': `import shelves from '../../shared/shelves.json'
export default defineEventHandler(() => shelves.map(({ slug, title }) => ({ slug, title })))\n`,
    'server/api/shelves/[slug].get.ts': `import shelves from '../../../shared/shelves.json'
export default defineEventHandler((event) => shelves.find(({ slug }) => slug === getRouterParam(event, 'slug')))\n`,
    'app/app.vue': '<template><div><nav><NuxtLink to="/">Home</NuxtLink> <NuxtLink to="/themes">Themes</NuxtLink></nav><NuxtPage /></div></template>\n',
    'app/pages/index.vue': '<template><h1>Region in figures</h1></template>\n',
    'app/pages/themes/index.vue': `<script setup>
const { data: shelves } = await useFetch('/api/shelves')
const route = useRoute()
const page = computed(() => Number(route.query.page ?? 1))
const shown = computed(() => shelves.value.slice((page.value - 1) * 5, page.value * 5))
const go = (to) => navigateTo({ query: { page: to } })
</script>
<template><div><h1>Themes</h1>
  <ul><li v-for="{ slug, title } of shown" :key="slug"><NuxtLink :to="'/themes/' + slug">{{ title }}</NuxtLink></li></ul>
  <button :disabled="page === 1" @click="go(page - 1)">Previous</button>
  <button :disabled="page * 5 >= shelves.length" @click="go(page + 1)">Next</button></div></template>
`,
    'app/pages/themes/[slug].vue': `<script setup>
const { data: shelf } = await useFetch('/api/shelves/' + useRoute().params.slug)
const open = ref(null)
</script>
<template><div><h1>{{ shelf.title }}</h1><p>{{ shelf.prose }}</p>
  <section v-for="{ name, year, href } of shelf.files" :key="name">
  <h2><button :aria-expanded="open === name" @click="open = name">In {{ year }}</button></h2>
  <p v-if="open === name"><a :href="href" download>{{ name }}</a></p></section></div></template>
`,
    ...filesBelow('public/files', shelves),
  },
  build: [['nuxt', 'generate']],
  out: '.output/public',
  server: servers.httpServer,
  pages: shelves.length + 2,
});
