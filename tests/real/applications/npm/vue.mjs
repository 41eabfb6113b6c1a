// Vue with vue-router, drawn in the browser from a catalogue that it fetches: a list in pages by buttons, a route for each shelf,
// files behind a button that unfolds them. Once with addresses as paths, once behind a hash.
import { builtBy, servers } from '../../support/npm.mjs';
import { catalogueOf, filesBelow, htmlOf, shelvesOf } from '../../support/shelves.mjs';

const shelves = shelvesOf(12, 4);

const kList = `<script setup>
import { computed, ref } from 'vue'
import { shelves } from './shelves.js'
const size = 5
const page = ref(0)
const shown = computed(() => shelves.value.slice(page.value * size, (page.value + 1) * size))
const last = computed(() => (page.value + 1) * size >= shelves.value.length)
</script>
<template>
  <h1>Themes</h1>
  <ul><li v-for="{ slug, title } of shown" :key="slug">
    <RouterLink :to="{ name: 'shelf', params: { slug } }">{{ title }}</RouterLink></li></ul>
  <nav><button :disabled="page === 0" @click="page--">Previous</button> {{ page + 1 }}
    <button :disabled="last" @click="page++">Next</button></nav>
</template>
`;
const kShelf = `<script setup>
import { computed, ref } from 'vue'
import { shelves } from './shelves.js'
const { slug } = defineProps(['slug'])
const shelf = computed(() => shelves.value.find((one) => one.slug === slug))
const open = ref(false)
</script>
<template>
  <article v-if="shelf">
    <h1>{{ shelf.title }}</h1><p>{{ shelf.prose }}</p>
    <p><a :href="shelf.files[0].href">{{ shelf.files[0].name }}</a></p>
    <button :aria-expanded="open" @click="open = !open">Other years</button>
    <ul v-if="open"><li v-for="file of shelf.files.slice(1)" :key="file.name"><a :href="file.href" download>{{ file.name }}</a></li></ul>
  </article>
</template>
`;

const vueWith = (name, port, history, server) => builtBy({
  name,
  source: import.meta.filename,
  port,
  packages: { vue: '3.5.45', 'vue-router': '4.6.5', vite: '7.3.8', '@vitejs/plugin-vue': '6.0.11', serve: '14.2.7' },
  shelves,
  tree: {
    'index.html': htmlOf('Region', '<div id="app"></div><script type="module" src="/src/main.js"></script>'),
    'vite.config.js': `import vue from '@vitejs/plugin-vue'\nexport default { plugins: [vue()] }`,
    'src/main.js': `import { createApp } from 'vue'
import { createRouter, ${history} } from 'vue-router'
import App from './App.vue'
const routes = [
  { path: '/', component: () => import('./List.vue') },
  { path: '/themes/:slug', name: 'shelf', props: true, component: () => import('./Shelf.vue') },
  { path: '/about', component: { render: () => 'About' } },
]
createApp(App).use(createRouter({ history: ${history}(), routes })).mount('#app')
`,
    'src/App.vue': '<template><header><RouterLink to="/">Themes</RouterLink> <RouterLink to="/about">About</RouterLink></header>' +
      '<main><RouterView /></main></template>\n',
    'src/shelves.js': `import { ref } from 'vue'
export const shelves = ref([])
fetch('/api/catalogue.json').then((answer) => answer.json()).then((all) => (shelves.value = all))
`,
    'src/List.vue': kList,
    'src/Shelf.vue': kShelf,
    'public/api/catalogue.json': JSON.stringify(catalogueOf(shelves)),
    ...filesBelow('public/files', shelves),
  },
  build: [['vite', 'build']],
  out: 'dist',
  server,
  pages: shelves.length + 2,
});

export const vueHistory = vueWith('vue-history', 47332, 'createWebHistory', servers.serveSingle);
export const vueHash = vueWith('vue-hash', 47333, 'createWebHashHistory', servers.vitePreview);
