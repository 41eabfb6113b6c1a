// OAI-PMH 2.0 (openarchives.org/OAI/openarchivesprotocol.html) over a list of records, with resumption tokens.
import { escapeHtml, xml } from '../pages.mjs';

const kSchemas = {
  oai_dc: ['http://www.openarchives.org/OAI/2.0/oai_dc.xsd', 'http://www.openarchives.org/OAI/2.0/oai_dc/'],
  ore: ['http://tweety.lanl.gov/public/schemas/2008-06/atom-tron.sch', 'http://www.w3.org/2005/Atom'],
};

const dc = (name, value) => `<dc:${name}>${escapeHtml(value)}</dc:${name}>`;

/** Dublin Core of a dataset; `identifiers`: what stands in dc:identifier. */
export function dublinCoreOf(dataset, identifiers) {
  return '<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">'
    + dc('title', dataset.title) + dc('creator', dataset.organisation.title) + dataset.tags.map(({ title }) => dc('subject', title)).join('')
    + dc('description', dataset.notes) + dc('publisher', dataset.organisation.title) + dc('date', dataset.created.slice(0, 10)) + dc('type', 'Dataset')
    + [...new Set(dataset.resources.map(({ format }) => format))].map((format) => dc('format', format)).join('')
    + identifiers.map((one) => dc('identifier', one)).join('') + dc('rights', dataset.licence.url) + '</oai_dc:dc>';
}

/**
 * (URL) -> an answer. `archive`: { base: its URL, name, identifier: (dataset) => its OAI identifier, size: records a
 * page, formats: { prefix: (dataset) => XML } }.
 */
export function oaiPmh({ datasets, organisations, title }, archive) {
  const { base, identifier, size, formats } = archive;
  const byIdentifier = new Map(datasets.map((dataset) => [identifier(dataset), dataset]));
  const setOf = ({ name }) => `com_${name}`;
  const envelope = (url, content) => xml(`<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2024-01-01T00:00:00Z</responseDate>`
    + `<request>${escapeHtml(base)}</request>${content}</OAI-PMH>`, { type: 'text/xml;charset=UTF-8' });
  const fault = (url, code, words) => envelope(url, `<error code="${code}">${words}</error>`);
  const header = (dataset) => `<header><identifier>${identifier(dataset)}</identifier><datestamp>${dataset.modified}Z</datestamp><setSpec>${setOf(dataset.organisation)}</setSpec></header>`;
  const record = (dataset, prefix) => `<record>${header(dataset)}<metadata>${formats[prefix](dataset)}</metadata></record>`;

  /** A token has all that its query had: prefix/set/offset. */
  function listing(url, verb, one) {
    const query = url.searchParams;
    const token = query.get('resumptionToken');
    const [prefix, set, offset] = token === null ? [query.get('metadataPrefix'), query.get('set') ?? '', '0'] : token.split('/');
    if (token !== null && !/^\w+\/[\w-]*\/\d+$/.test(token)) return fault(url, 'badResumptionToken', 'The token is not valid');
    if (!prefix) return fault(url, 'badArgument', 'metadataPrefix is missing');
    if (!formats[prefix]) return fault(url, 'cannotDisseminateFormat', 'This format is not supported');
    const wanted = set ? datasets.filter(({ organisation }) => setOf(organisation) === set) : datasets;
    if (wanted.length === 0) return fault(url, 'noRecordsMatch', 'No matches');
    const from = Number(offset);
    const left = from + size < wanted.length ? `${prefix}/${set}/${from + size}` : '';
    const resumption = wanted.length > size ? `<resumptionToken completeListSize="${wanted.length}" cursor="${from}">${left}</resumptionToken>` : '';
    return envelope(url, `<${verb}>${wanted.slice(from, from + size).map((dataset) => one(dataset, prefix)).join('')}${resumption}</${verb}>`);
  }

  const verbs = {
    Identify: (url) => envelope(url, `<Identify><repositoryName>${escapeHtml(title)}</repositoryName><baseURL>${base}</baseURL><protocolVersion>2.0</protocolVersion>`
      + '<adminEmail>admin@portal.example</adminEmail><earliestDatestamp>2015-01-01T00:00:00Z</earliestDatestamp><deletedRecord>transient</deletedRecord><granularity>YYYY-MM-DDThh:mm:ssZ</granularity></Identify>'),
    ListMetadataFormats: (url) => envelope(url, `<ListMetadataFormats>${Object.keys(formats).map((prefix) =>
      `<metadataFormat><metadataPrefix>${prefix}</metadataPrefix><schema>${kSchemas[prefix][0]}</schema><metadataNamespace>${kSchemas[prefix][1]}</metadataNamespace></metadataFormat>`).join('')}</ListMetadataFormats>`),
    ListSets: (url) => envelope(url, `<ListSets>${organisations.map((one) => `<set><setSpec>${setOf(one)}</setSpec><setName>${escapeHtml(one.title)}</setName></set>`).join('')}</ListSets>`),
    ListIdentifiers: (url) => listing(url, 'ListIdentifiers', header),
    ListRecords: (url) => listing(url, 'ListRecords', record),
    GetRecord(url) {
      const [found, prefix] = [byIdentifier.get(url.searchParams.get('identifier')), url.searchParams.get('metadataPrefix')];
      if (!found) return fault(url, 'idDoesNotExist', 'There is no such record');
      return formats[prefix] ? envelope(url, `<GetRecord>${record(found, prefix)}</GetRecord>`) : fault(url, 'cannotDisseminateFormat', 'This format is not supported');
    },
  };
  return (url) => {
    const verb = url.searchParams.get('verb');
    return Object.hasOwn(verbs, verb ?? '') ? verbs[verb](url) : fault(url, 'badVerb', 'Illegal verb');
  };
}

