// Whole portals (../portals/), each software as it answers, with nothing but files that are there.
import { catalogueOf } from '../../portals/catalogue.mjs';
import { fileOf } from '../../portals/files.mjs';
import { kinds } from '../../portals/kinds.mjs';
import { lost, sends } from '../parts.mjs';

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
  sdmx: lost('scripts', 'script_json', 'stays_empty'), forms: lost('forms', 'forms_more', 'server_error'),
};
/** Their robots.txt closes searches and the like, their filters go on and on, their forms have boxes for words. */
const kDoubts = ['robots', 'trap', 'forms', 'forms_more'];

const kShell = 'cries wolf: the page is a shell for scripts, though the catalogue behind it was read whole';
const kMarks = {
  ckan: { slow: true },
  stac: { notYet: { never: kShell } },
  geonetwork: { notYet: { never: kShell } },
  opendatasoft: { notYet: kShell },
  'arcgis-hub': { notYet: { never: kShell } },
  udata: { notYet: { never: kShell } },
  // One service may not be queried.
  'arcgis-rest': { doubts: [...kDoubts, 'refused'] },
};

/** Where answers state how many entries there are. */
const kStated = {
  opendatasoft: /"total_count":(\d+)/, dataverse: /"total_count":(\d+)/, invenio: /"total":(\d+)/, pxweb: /"totalElements":(\d+)/,
  geonetwork: /numberOfRecordsMatched="(\d+)"/, stac: /"numberMatched":(\d+)/,
};
/** So many more are stated than listed. */
const kUnlisted = 2;

/** Whatever states how many entries there are states more than it lists. */
function statingMore(kind, answer) {
  const raised = (stated, count) => stated.replace(count, String(Number(count) + kUnlisted));
  return (url) => {
    const given = answer(url);
    return given?.body === undefined ? given : { ...given, body: String(given.body).replace(kStated[kind], raised) };
  };
}

const portal = (kind, whole = true) => ({
  alone: true, home: true, doubts: kDoubts, ...kMarks[whole ? kind : `${kind}:not`],
  build(plot) {
    const catalogue = wholeCatalogueOf(plot);
    const software = kinds[kind]({ catalogue, base: plot.base, seed: plot.seed });
    for (const resource of catalogue.datasets.flatMap(({ resources }) => resources)) {
      const file = { ...fileOf(resource), name: software.pathOf(resource), aliases: software.aliasesOf?.(resource) };
      resource.url = plot.base + file.name;
      if (software.reaches?.(resource) ?? true) plot.file({ ...file, reach: kReach[kind] });
    }
    if (whole) return plot.software((url) => software.answer(url));
    const unlisted = plot.file({ name: 'unlisted.csv', reach: lost('listed_part') });
    plot.answer(unlisted.path, sends('text/plain', 'no', 404));
    return plot.software(statingMore(kind, (url) => software.answer(url)));
  },
});

export const portals = {
  ...Object.fromEntries(Object.keys(kinds).map((kind) => [`portal-${kind}`, portal(kind)])),
  ...Object.fromEntries(Object.keys(kStated).map((kind) => [`portal-${kind}:not`, portal(kind, false)])),
};
