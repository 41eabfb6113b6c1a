// The smallest XLSX and ODS documents that office programs open: one sheet of text and numbers.
import { escapeHtml } from '../layout.mjs';
import { zip } from './zip.mjs';

const kXml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

function xlsxCell(value) {
  return typeof value === 'number'
    ? `<c><v>${value}</v></c>`
    : `<c t="inlineStr"><is><t>${escapeHtml(value)}</t></is></c>`;
}

/** `rows`: arrays of strings and numbers, the header first. */
export function xlsx(rows) {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const lines = rows.map((row) => `<row>${row.map(xlsxCell).join('')}</row>`).join('');
  return zip([
    ['[Content_Types].xml', `${kXml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">`
      + '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
      + '<Default Extension="xml" ContentType="application/xml"/>'
      + `<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>`
      + `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`],
    ['_rels/.rels', `${kXml}<Relationships xmlns="${relations}">`
      + `<Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`],
    ['xl/workbook.xml', `${kXml}<workbook xmlns="${main}" xmlns:r="${office}">`
      + '<sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>'],
    ['xl/_rels/workbook.xml.rels', `${kXml}<Relationships xmlns="${relations}">`
      + `<Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`],
    ['xl/worksheets/sheet1.xml',
      `${kXml}<worksheet xmlns="${main}"><sheetData>${lines}</sheetData></worksheet>`],
  ]);
}

function odsCell(value) {
  return typeof value === 'number'
    ? `<table:table-cell office:value-type="float" office:value="${value}"><text:p>${value}</text:p></table:table-cell>`
    : `<table:table-cell office:value-type="string"><text:p>${escapeHtml(value)}</text:p></table:table-cell>`;
}

export function ods(rows) {
  const mime = 'application/vnd.oasis.opendocument.spreadsheet';
  const prefix = 'urn:oasis:names:tc:opendocument:xmlns';
  const lines = rows
    .map((row) => `<table:table-row>${row.map(odsCell).join('')}</table:table-row>`).join('');
  return zip([
    ['mimetype', mime],  // must come first, unpadded: programs recognise the format by it
    ['META-INF/manifest.xml', `${kXml}<manifest:manifest xmlns:manifest="${prefix}:manifest:1.0" manifest:version="1.2">`
      + `<manifest:file-entry manifest:full-path="/" manifest:media-type="${mime}"/>`
      + '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>'],
    ['content.xml', `${kXml}<office:document-content xmlns:office="${prefix}:office:1.0" xmlns:table="${prefix}:table:1.0"`
      + ` xmlns:text="${prefix}:text:1.0" office:version="1.2"><office:body><office:spreadsheet>`
      + `<table:table table:name="Data">${lines}</table:table>`
      + '</office:spreadsheet></office:body></office:document-content>'],
  ]);
}
