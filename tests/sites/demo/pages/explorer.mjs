// Pages whose links only a browser sees: tables, cards and a frame that a script fills.
import { kRegions, kYears, table } from '../catalogue.mjs';
import { csv } from '../formats/text.mjs';
import { framePage, page } from '../layout.mjs';
import { integer, randomFor } from '../random.mjs';
import { fileItem } from './parts.mjs';

const kScript = '<script src="/assets/explorer.js" defer></script>\n';
const kCrumbs = [['/explorer/', 'Explorer']];

/** Adds the files of one series and returns the rows from which the script builds its links. */
function series(site, name, codes) {
  return codes.map((code, at) => {
    const random = randomFor(`explorer ${name} ${code}`);
    site.file(`/data/explorer/${name}-${code}.csv`, csv(table(`${name} ${code}`)), { group: 'javascript' });
    return { code, name: kRegions[at % kRegions.length], latest: integer(random, 100, 9000) };
  });
}

function shell(series_, rows) {
  return `<table class="explorer-table" data-series="${series_}" data-rows="${rows}"><thead><tr><th>Region</th><th>${kYears.at(-1)}</th><th>File</th></tr></thead></table><noscript><p class="note">This table needs JavaScript.</p></noscript>`;
}

function inlineJson(rows, id = '') {
  return `<script type="application/json"${id && ` id="${id}"`}>${JSON.stringify(rows)}</script>`;
}

export function addExplorer(site) {
  site.page('/explorer/', page({
    url: '/explorer/', id: 'explorer', title: 'Explorer', crumbs: kCrumbs,
    main: `<p class="lead">Tables that are put together in your browser.</p><ul class="cards"><li><a href="prices.html">Shop prices</a><span class="count">8 tables</span></li><li><a href="regions.html">Regions in figures</a><span class="count">5 tables</span></li><li><a href="cards.html">Profiles</a><span class="count">4 tables</span></li><li><a href="frame.html">Live counters</a><span class="count">in a frame</span></li></ul>`,
  }));

  const shop = series(site, 'shop', ['bread', 'milk', 'eggs', 'rice', 'tea', 'soap', 'coal', 'salt']);
  site.page('/explorer/prices.html', page({
    url: '/explorer/prices.html', id: 'explorer-table', title: 'Shop prices', crumbs: kCrumbs, head: kScript,
    main: `${shell('shop', 'shop-rows')}${inlineJson(shop, 'shop-rows')}`,
  }));

  const regions = series(site, 'region', ['north', 'east', 'vale', 'city', 'south']);
  site.asset('/assets/tables/regions.json', 'application/json', JSON.stringify(regions));
  site.page('/explorer/regions.html', page({
    url: '/explorer/regions.html', id: 'explorer-table', title: 'Regions in figures', crumbs: kCrumbs, head: kScript,
    main: shell('region', 'regions'),
  }));

  const profiles = series(site, 'profile', ['young', 'old', 'urban', 'rural']);
  site.page('/explorer/cards.html', page({
    url: '/explorer/cards.html', id: 'explorer-cards', title: 'Profiles', crumbs: kCrumbs, head: kScript,
    main: `<file-cards data-series="profile">${inlineJson(profiles)}</file-cards>`,
  }));

  const counters = series(site, 'counter', ['bridge', 'tunnel', 'harbour']);
  site.page('/embed/counters.html', framePage({
    id: 'embed', title: 'Counters', head: kScript,
    main: `${shell('counter', 'counter-rows')}${inlineJson(counters, 'counter-rows')}`,
  }));
  const fixed = ['weir', 'quay', 'pass', 'ford'].map((name) => {
    const bytes = csv(table(`station ${name}`));
    return fileItem(site.file(`/data/stations/${name}.csv`, bytes), 'csv', bytes.length, `Station ${name}`);
  });
  site.page('/embed/stations.html', framePage({
    id: 'embed', title: 'Stations', main: `<ul class="files">${fixed.join('')}</ul>`,
  }));
  site.page('/explorer/frame.html', page({
    url: '/explorer/frame.html', id: 'explorer-frame', title: 'Live counters', crumbs: kCrumbs,
    main: '<iframe src="/embed/counters.html" title="Counters"></iframe><h2>Stations</h2><iframe src="../embed/stations.html" title="Stations"></iframe>',
  }));
}
