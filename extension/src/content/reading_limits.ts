// The limits of shared/include/tagtrail/link.hpp that a reader of pages keeps, in UTF-8 bytes.

export const LIMITS = {
  linksPerPage: 100_000,
  /** A longer URL is refused by the host in any case, so the link is left out, and counted. */
  writtenBytes: 8192,
  anchorBytes: 300,
  headingBytes: 200,
  aroundBytes: 200,
  relBytes: 64,
  pathTokenBytes: 256,
  pathDepth: 512,
  titleBytes: 300,
  languageBytes: 64,
  pageTextWords: 300,
  pageTextBytes: 4096,
} as const;

/** All strings of a page's links together, in UTF-16 units: they must fit into one message. */
export const MAX_LINK_UNITS = 16 * 1024 * 1024;
/** One page's nodes; a live page may grow while it is read. */
export const MAX_NODES = 5_000_000;
/** The text of all <noscript> elements that is parsed, in UTF-16 units. */
export const MAX_NOSCRIPT_UNITS = 4 * 1024 * 1024;
