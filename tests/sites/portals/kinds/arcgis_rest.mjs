// Services of an ArcGIS server: the directory, services and layers as developers.arcgis.com/rest/services-reference
// (Catalog, Feature Service, Map Service, Layer/Table, Query) and packages/featureserver of github.com/koopjs/koop have
// them. Pages for people are the default; f=json gives the same to programs. Errors come with status 200.
import { escapeHtml, html, json, link, list, missing, numberIn, text } from '../pages.mjs';

const kRoot = '/arcgis/rest/services';
const kFolder = 'Open_Data';
const kMost = 3;
const kRows = 4;

const failure = (code, message) => json({ error: { code, message, details: [] } });

/**
 * Of each data set a feature service, of each of its resources a layer; the second has a map service of the same layers,
 * the third only that, of the fourth the layers can't be queried. `plain`: as text, which old versions send. `most`:
 * features that are given at once, of a layer's four. `esri`: no GeoJSON.
 */
export function arcgisRest({ catalogue, base, most = kMost, plain = false, esri = false }) {
  const { title: site, datasets } = catalogue;
  const answerOf = (value) => json(value, plain ? { type: 'text/plain;charset=utf-8' } : {});
  const nameOf = ({ at }) => (at % 2 ? `${kFolder}/set_${at}` : `set_${at}`);
  const typesOf = ({ at }) => (at === 1 ? ['FeatureServer', 'MapServer'] : at === 2 ? ['MapServer'] : ['FeatureServer']);
  const isClosed = ({ at }) => at === 3;
  const listed = ({ sort }) => sort === 'plain' || sort === 'mistyped';
  const layersOf = ({ resources }) => resources.filter(listed);
  const typeOf = ({ at }) => (at % 2 ? 'Table' : 'Feature Layer');

  function directory(folder) {
    const here = datasets.filter((one) => (folder ? nameOf(one).startsWith(`${kFolder}/`) : !nameOf(one).includes('/')));
    const services = here.flatMap((one) => typesOf(one).map((type) => ({ name: nameOf(one), type })));
    return { currentVersion: 11.2, folders: folder ? [] : [kFolder], services: [...services, { name: 'Utilities/PrintingTools', type: 'GPServer' }] };
  }

  const capabilities = (one) => (isClosed(one) ? 'Map' : 'Map,Query,Data');
  const serviceOf = (one) => ({
    currentVersion: 11.2, serviceDescription: one.notes, maxRecordCount: most, capabilities: capabilities(one), supportedQueryFormats: 'JSON', description: '', copyrightText: one.organisation.title,
    layers: [{ id: 90, name: 'All', type: 'Group Layer', subLayerIds: [0] }, ...layersOf(one).filter((layer) => typeOf(layer) !== 'Table').map(({ at, title }) => ({ id: at, name: title, parentLayerId: -1, defaultVisibility: true, subLayerIds: null }))],
    tables: layersOf(one).filter((layer) => typeOf(layer) === 'Table').map(({ at, title }) => ({ id: at, name: title })),
  });
  const layerOf = (one, resource) => ({
    currentVersion: 11.2, id: resource.at, name: resource.title, type: typeOf(resource), description: one.notes, copyrightText: one.organisation.title, maxRecordCount: most, capabilities: capabilities(one),
    supportedQueryFormats: esri ? 'JSON' : 'JSON, geoJSON, PBF', advancedQueryCapabilities: { supportsPagination: true, supportsOrderBy: true }, objectIdField: 'OBJECTID',
    drawingInfo: { renderer: { type: 'simple', symbol: { type: 'esriSMS', url: `${base}/images/x.png` } } },
    fields: [{ name: 'OBJECTID', type: 'esriFieldTypeOID', alias: 'OBJECTID' }, { name: 'value', type: 'esriFieldTypeInteger', alias: 'value' }],
  });

  function features(resource, query) {
    if (query.get('where') !== '1=1') return failure(400, 'Unable to complete operation.');
    const from = numberIn(query, 'resultOffset', 0);
    const rows = Array.from({ length: kRows }, (_, at) => at + 1).slice(from, from + most);
    const more = from + rows.length < kRows;
    const attributes = (at) => ({ OBJECTID: at, value: resource.dataset.year + at, series: resource.id });
    const geometry = typeOf(resource) === 'Table' ? null : { type: 'Point', coordinates: [1, 2] };
    const asGeojson = query.get('f') === 'geojson';
    const body = asGeojson
      ? { type: 'FeatureCollection', features: rows.map((at) => ({ type: 'Feature', id: at, geometry, properties: attributes(at) })), ...(more && { properties: { exceededTransferLimit: true } }) }
      : { objectIdFieldName: 'OBJECTID', features: rows.map((at) => ({ attributes: attributes(at) })), ...(more && { exceededTransferLimit: true }) };
    const type = asGeojson ? 'application/geo+json' : plain ? 'text/plain;charset=utf-8' : 'application/json;charset=utf-8';
    return { file: from === 0 && resource.url, ...json(body, { type }) };
  }

  const shown = (title, links) => html(`<!DOCTYPE html><html><head><title>${escapeHtml(title)}</title></head><body><div class="apiref"><a href="?f=pjson">JSON</a></div><h2>${escapeHtml(title)}</h2>${list(links)}</body></html>`);
  const pageOf = (path, value) => shown(path, [
    ...(value.folders ?? []).map((name) => link(`${kRoot}/${name}`, name)), ...(value.services ?? []).map(({ name, type }) => link(`${kRoot}/${name}/${type}`, `${name} (${type})`)),
    ...[...(value.layers ?? []), ...(value.tables ?? [])].map(({ id, name }) => link(`${path}/${id}`, `${name} (${id})`)),
  ]);

  function find(path) {
    if (path === '') return directory();
    if (path === `/${kFolder}`) return directory(kFolder);
    const [, name, type, id, query] = /^\/(.+)\/(FeatureServer|MapServer)(?:\/(\d+)(\/query)?)?$/.exec(path) ?? [];
    const one = datasets.find((dataset) => nameOf(dataset) === name && typesOf(dataset).includes(type));
    if (!one) return undefined;
    if (id === undefined) return serviceOf(one);
    const layer = layersOf(one).find(({ at }) => String(at) === id);
    return layer && (query ? { layer } : layerOf(one, layer));
  }

  return {
    pathOf: ({ dataset, at }) => `${kRoot}/${nameOf(dataset)}/${typesOf(dataset)[0]}/${at}/query?where=1%3D1&outFields=*&orderByFields=OBJECTID&resultOffset=0&resultRecordCount=${most}&f=${esri ? 'json' : 'geojson'}`,
    answersFiles: true,
    reaches: (resource) => !isClosed(resource.dataset),
    answer(url) {
      if (url.pathname === '/robots.txt') return text('User-agent: *\nDisallow:\n');
      if (url.pathname === '/') return shown(site, [link(kRoot, 'Services')]);
      if (!url.pathname.startsWith(kRoot)) return missing();
      const path = decodeURIComponent(url.pathname.slice(kRoot.length)).replace(/\/$/, '');
      const value = find(path);
      if (!value) return url.searchParams.has('f') ? failure(404, 'Service not found') : missing();
      if (value.layer) return features(value.layer, url.searchParams);
      return url.searchParams.has('f') ? answerOf(value) : pageOf(`${kRoot}${path}`, value);
    },
  };
}
