// The address of a file that a page's script makes when a button is pressed: the page's, with a mark.

const MARK = "tagtrail-blob";

interface MadeFileAddress {
  page: string;
  name: string;
}

export function addressOfMadeFile(page: string, name: string): string {
  // A page that was itself asked for with a mark is the page without it.
  const bare = (madeFileOf(page)?.page ?? page).replace(/#.*$/s, "");
  return `${bare}${bare.includes("?") ? "&" : "?"}${MARK}=${encodeURIComponent(name)}`;
}

/** Null for an address without the mark. */
export function madeFileOf(url: string): MadeFileAddress | null {
  const found = new RegExp(`^(.*)[?&]${MARK}=([^&#]*)`, "s").exec(url);
  if (found?.[1] === undefined || found[2] === undefined) return null;
  try {
    return { page: found[1], name: decodeURIComponent(found[2]) };
  } catch {
    return null;
  }
}
