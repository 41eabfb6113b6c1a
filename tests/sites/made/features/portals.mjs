// Whole portals (../portals/), each software as it answers, with nothing but files that are there.
import { catalogueOf } from '../../portals/catalogue.mjs';
import { fileOf } from '../../portals/files.mjs';
import { kinds } from '../../portals/kinds.mjs';
import { lost } from '../reach.mjs';
import { kDrawn, kEmptyTab } from './scripting.mjs';

export const kDatasets = 9;

/** A catalogue of the portals whose resources are all files. */
export function wholeCatalogueOf(plot) {
  const catalogue = catalogueOf({ seed: `${plot.seed} ${plot.name}`, datasets: kDatasets, elsewhere: 0 });
  for (const { resources } of catalogue.datasets) for (const resource of resources) resource.sort = 'plain';
  return catalogue;
}

/** Of those of which plain HTTP does not show all. */
const kReach = {
  // Its script is not there either.
  sdmx: lost('scripts', 'script_json', 'tab_failed'), forms: lost('forms', 'forms_more', 'server_error'),
};
const kMarks = {
  ckan: { slow: true },
  sdmx: { notYet: { never: kDrawn, auto: kEmptyTab } },
  'arcgis-hub': { notYet: 'cries wolf: /data.json leads by a redirect to the catalogue that was read already, and counts as page_for_file' },
};

/** Their robots.txt closes searches and the like, their filters go on and on, their forms have boxes for words. */
const kDoubts = ['robots', 'trap', 'forms', 'forms_more'];

const portal = (kind) => ({
  alone: true, home: true, doubts: kDoubts, ...kMarks[kind],
  build(plot) {
    const catalogue = wholeCatalogueOf(plot);
    const software = kinds[kind]({ catalogue, base: plot.base, seed: plot.seed });
    for (const resource of catalogue.datasets.flatMap(({ resources }) => resources)) {
      const file = { ...fileOf(resource), name: software.pathOf(resource), aliases: software.aliasesOf?.(resource) };
      resource.url = plot.base + file.name;
      if (software.reaches?.(resource) ?? true) plot.file({ ...file, reach: kReach[kind] });
    }
    plot.software((url) => software.answer(url));
  },
});

export const portals = Object.fromEntries(Object.keys(kinds).map((kind) => [`portal-${kind}`, portal(kind)]));
