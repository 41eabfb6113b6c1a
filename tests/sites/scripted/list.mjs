// What there is to find on the scripted site, and how its pages give it away.
import { fileEntry } from '../csv_files.mjs';

export const TOPICS = ['air', 'soil', 'water'];

/** Behaviour -> the URL that the file is found under. Only `link` needs no press. */
const BEHAVIOURS = {
  link: (topic) => `/files/${topic}-link.csv`,
  navigation: (topic) => `/files/${topic}-navigation.csv`,
  window: (topic) => `/files/${topic}-window.csv`,
  emptyWindow: (topic) => `/files/${topic}-emptyWindow.csv`,
  anchor: (topic) => `/files/${topic}-anchor.csv`,
  frame: (topic) => `/export?topic=${topic}`,
  answered: (topic) => `/files/${topic}-answered.csv`,
  blob: (topic) => `/topics/${topic}?tagtrail-blob=${topic}-blob.csv`,
  blobLink: (topic) => `/topics/${topic}?tagtrail-blob=${topic}-blobLink.csv`,
  dataLink: (topic) => `/topics/${topic}?tagtrail-blob=${topic}-dataLink.csv`,
  menu: (topic) => `/topics/${topic}?tagtrail-blob=${topic}-menu.csv`,
  dataUrl: (topic) => `/topics/${topic}?tagtrail-blob=${topic}-dataUrl.csv`,
};

export function expectedFiles() {
  return TOPICS.flatMap((topic) => Object.entries(BEHAVIOURS)
    .map(([behaviour, urlOf]) => fileEntry(urlOf(topic), `${topic}-${behaviour}`)));
}
