// Where links of the page lead: to files of the job by relative links, and to the web. Nothing else.

/** `name` as a way below files/; null where it would lead elsewhere. */
function wayOf(name: string): string[] | null {
  const parts = name.split("/");
  return parts.some((part) => part === "" || part === "." || part === "..") ? null : parts;
}

function hrefOf(base: string, parts: string[]): string {
  return `${base}files/${parts.map((part) => encodeURIComponent(part.toWellFormed())).join("/")}`;
}

/** The file, from the page; null where the name is none. */
export function fileHref(base: string, name: string): string | null {
  const parts = wayOf(name);
  return parts === null ? null : hrefOf(base, parts);
}

/** The folder that the file is in. */
export function folderHref(base: string, name: string): string | null {
  const parts = wayOf(name);
  if (parts === null) return null;
  const folder = hrefOf(base, parts.slice(0, -1));
  return folder.endsWith("/") ? folder : `${folder}/`;
}

/** A page of the web; null for all that is not http or https. */
export function webHref(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return protocol === "http:" || protocol === "https:" ? href : null;
}

/** What of a URL tells pages of a site apart. */
export function shortUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  const text = pathname + search;
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
