// Names of job folders: readable, plain, and another one for another page.

const MAX_LENGTH = 80;

/** A short fingerprint of a text; not for secrets. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return hash.toString(36);
}

function plain(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9.-]+/g, "-").replaceAll(/^[-.]+|[-.]+$/g, "");
}

/**
 * The folder of what is collected from the page at `url`; `purpose` keeps jobs of one page apart.
 * Letters, digits, `.`, `-` and `_` only, as the host wants it.
 */
export function folderName(url: string, purpose = ""): string {
  const { host, pathname, search } = new URL(url);
  const words = [plain(host), plain(decoded(pathname + search))].filter((word) => word !== "");
  const readable = words.join("_").slice(0, MAX_LENGTH);
  // Only of these is the readable form no other page's too.
  const unique = purpose === "" && search === "" && /^\/[A-Za-z0-9]{0,40}$/.test(pathname);
  const name = unique ? readable : `${readable}_${fingerprint(`${url} ${purpose}`)}`;
  return /^[A-Za-z0-9]/.test(name) ? name : `page_${name}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
