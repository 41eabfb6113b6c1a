// All kinds of invented portals: name -> function ({ catalogue, base, seed, ...options }) that gives
// { pathOf(resource), answer(URL), aliasesOf?(resource), reaches?(resource), acts?(URL), post?(URL, body), answersFiles? }:
// where a resource's file is, what is answered to everything else, under which other paths the file is, whether it can be
// found at all, whether asking for a URL does something, what is answered to POST, whether answer() gives the files, too.
import { arcgisHub } from './kinds/arcgis_hub.mjs';
import { arcgisRest } from './kinds/arcgis_rest.mjs';
import { ckan } from './kinds/ckan.mjs';
import { dataJson } from './kinds/data_json.mjs';
import { dataverse } from './kinds/dataverse.mjs';
import { dkan } from './kinds/dkan.mjs';
import { dspace } from './kinds/dspace.mjs';
import { figshare } from './kinds/figshare.mjs';
import { forms } from './kinds/forms.mjs';
import { geonetwork } from './kinds/geonetwork.mjs';
import { invenio } from './kinds/invenio.mjs';
import { jkan } from './kinds/jkan.mjs';
import { opendatasoft } from './kinds/opendatasoft.mjs';
import { osf } from './kinds/osf.mjs';
import { pxweb } from './kinds/pxweb.mjs';
import { sdmx } from './kinds/sdmx.mjs';
import { searchable } from './kinds/searchable.mjs';
import { socrata } from './kinds/socrata.mjs';
import { stac } from './kinds/stac.mjs';
import { udata } from './kinds/udata.mjs';

export const kinds = {
  ckan, 'data-json': dataJson, socrata, 'arcgis-hub': arcgisHub, opendatasoft, dataverse, dspace, invenio, geonetwork, dkan, jkan, pxweb, sdmx, stac, udata, figshare, osf, 'arcgis-rest': arcgisRest, forms, searchable,
};

/** Those of which a crawl that follows links of pages alone sees nothing. */
export const scripted = new Set(['arcgis-hub', 'opendatasoft', 'dkan', 'sdmx', 'stac', 'udata', 'invenio', 'geonetwork', 'figshare', 'osf', 'arcgis-rest']);
