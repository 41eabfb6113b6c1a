// All kinds of invented portals: name -> function ({ catalogue, base, seed, ...options }) that gives
// { pathOf(resource), answer(URL), reaches?(resource), acts?(URL) }: where a resource's file is, what is answered to
// everything else, whether a file can be found at all, whether asking for a URL does something.
import { ckan } from './kinds/ckan.mjs';
import { dataJson } from './kinds/data_json.mjs';
import { forms } from './kinds/forms.mjs';
import { searchable } from './kinds/searchable.mjs';

export const kinds = { ckan, 'data-json': dataJson, forms, searchable };
