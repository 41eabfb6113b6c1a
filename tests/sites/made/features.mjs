// What sites are made of: a name each, with
//   build(plot)  what it adds to a site (site.mjs)
//   options      of harvest that it needs
//   alone        it changes the whole run, so it is never beside others
//   home         it has a start page of its own
//   fails        the run can't begin: it need not leave a manifest
//   kin          it is never beside others of this name: they want the same addresses
//   slow         it takes seconds: in long runs only
//   doubts       causes that may be named although everything came
//   reasons      reasons of an ending without files, where it has a file that can't be had; else any cause of its files
//   notYet       what Tagtrail does wrong with it, or { never, auto }: without a browser, and with one. The test holds that it
//                still does
// A name with `:not` is the same thing, made so that it can't be followed.
import { answering } from './features/answering.mjs';
import { asking } from './features/asking.mjs';
import { furniture } from './features/furniture.mjs';
import { leaving } from './features/leaving.mjs';
import { linking } from './features/linking.mjs';
import { listing } from './features/listing.mjs';
import { portals } from './features/portals.mjs';
import { scripting } from './features/scripting.mjs';
import { starting } from './features/starting.mjs';

export const features = { ...linking, ...listing, ...portals, ...asking, ...answering, ...leaving, ...scripting, ...starting, ...furniture };

/** What is wrong yet with a feature, in a run with --browser `browser`; undefined where nothing is. */
export function markOf(name, browser) {
  const { notYet } = features[name];
  return typeof notYet === 'object' ? notYet[browser] : notYet;
}
