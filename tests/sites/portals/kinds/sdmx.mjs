// Statistics as an SDMX 2.1 web service gives them (SDMX REST 1.5): dataflows under /rest/dataflow, data under /rest/data.
// The pages are those of a data explorer that scripts draw. Each resource is a dataflow.
import { scriptShell } from '../html_catalogue.mjs';
import { escapeHtml, json, link, missing, text, xml } from '../pages.mjs';

const kAgency = 'OFFICE';
const kXml = 'application/vnd.sdmx.structure+xml; version=2.1';

const flowOf = ({ dataset, at }) => `DF_${dataset.at}_${at}`;
const pathOf = (resource) => `/rest/data/${kAgency},${flowOf(resource)},1.0/all?format=${resource.format}`;

export function sdmx({ catalogue, base }) {
  const { title: site, datasets } = catalogue;
  const all = datasets.flatMap(({ resources }) => resources);
  const byFlow = new Map(all.map((resource) => [flowOf(resource), resource]));
  const named = (resource) => `${resource.dataset.title}: ${resource.title}`;

  const asXml = (flows) => xml('<mes:Structure xmlns:mes="http://www.sdmx.org/resources/sdmxml/schemas/v2_1/message" xmlns:str="http://www.sdmx.org/resources/sdmxml/schemas/v2_1/structure" xmlns:com="http://www.sdmx.org/resources/sdmxml/schemas/v2_1/common">'
    + `<mes:Header><mes:ID>IREF1</mes:ID><mes:Test>false</mes:Test><mes:Prepared>2024-01-01T00:00:00</mes:Prepared><mes:Sender id="${kAgency}"/></mes:Header><mes:Structures><str:Dataflows>`
    + `${flows.map((one) => `<str:Dataflow id="${flowOf(one)}" agencyID="${kAgency}" version="1.0" isFinal="true"><com:Name xml:lang="en">${escapeHtml(named(one))}</com:Name></str:Dataflow>`).join('')}`
    + '</str:Dataflows></mes:Structures></mes:Structure>', { type: kXml });
  const asJson = (flows) => json({ meta: { id: 'IREF1', prepared: '2024-01-01T00:00:00Z', sender: { id: kAgency } }, data: { dataflows: flows.map((one) => ({
    id: flowOf(one), version: '1.0', agencyID: kAgency, isFinal: true, name: named(one), names: { en: named(one) }, description: one.dataset.notes,
    links: [{ rel: 'structure', urn: `urn:sdmx:org.sdmx.infomodel.datastructure.DataStructure=${kAgency}:DSD(1.0)` }, { rel: 'data', href: one.url }] })) } },
  { type: 'application/vnd.sdmx.structure+json; charset=utf-8; version=1.0' });

  function dataflows(url) {
    const [, agency, id] = /^\/rest\/dataflow(?:\/([^/]+))?(?:\/([^/]+))?/.exec(url.pathname);
    const flows = !id || id === 'all' ? all : [byFlow.get(id)].filter(Boolean);
    if (flows.length === 0 || (agency && !['all', kAgency].includes(agency))) return { status: 404, type: 'application/xml',
      body: '<mes:Error xmlns:mes="http://www.sdmx.org/resources/sdmxml/schemas/v2_1/message"><mes:ErrorMessage code="100"/></mes:Error>' };
    return url.searchParams.get('format') === 'sdmx-json' ? asJson(flows) : asXml(flows);
  }

  return {
    pathOf,
    answer(url) {
      if (url.pathname === '/robots.txt') return text('User-agent: *\nDisallow:\n');
      if (/^\/rest\/dataflow(?:\/|$)/.test(url.pathname)) return dataflows(url);
      if (url.pathname === '/' || url.pathname === '/vis') return scriptShell(site, {
        head: '<script>window.CONFIG = { env: "prod", sdmx: { datasources: [{ url: "/rest" }] } };</script><script src="/static/js/data-explorer.js"></script>',
        body: `<div id="root"></div>${link('/about', 'About')}`,
      });
      return url.pathname === '/about' ? scriptShell('About') : missing();
    },
  };
}
