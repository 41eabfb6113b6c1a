// All applications that are built by software from npm, as in applications.mjs.
import { angular } from '../applications/npm/angular.mjs';
import { astro } from '../applications/npm/astro.mjs';
import { bootstrap } from '../applications/npm/bootstrap.mjs';
import { agGridPages, agGridScroll, dataTables } from '../applications/npm/data_grids.mjs';
import { docsify } from '../applications/npm/docsify.mjs';
import { docusaurus } from '../applications/npm/docusaurus.mjs';
import { jsonServer } from '../applications/npm/json_server.mjs';
import { mui } from '../applications/npm/mui.mjs';
import { next } from '../applications/npm/next.mjs';
import { nuxt } from '../applications/npm/nuxt.mjs';
import { react } from '../applications/npm/react.mjs';
import { sveltekit } from '../applications/npm/sveltekit.mjs';
import { tiddlywiki } from '../applications/npm/tiddlywiki.mjs';
import { vitepress } from '../applications/npm/vitepress.mjs';
import { vueHash, vueHistory } from '../applications/npm/vue.mjs';

export const npmApplications = [vitepress, vueHistory, vueHash, nuxt, react, mui, next, docusaurus, sveltekit, angular, astro, docsify, bootstrap,
  dataTables, agGridPages, agGridScroll, jsonServer, tiddlywiki];
