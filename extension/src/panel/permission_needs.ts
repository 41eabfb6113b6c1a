// Which permissions something needs: no site but the one it is about, unless its scope says so.
import type { Options } from "../background/user_options.ts";

type Data = browser._manifest.OptionalDataCollectionPermission;

export interface Needs {
  permissions: browser._manifest.OptionalPermission[];
  origins: string[];
  /** What Firefox counts as collected; Chromium knows no such thing and would refuse the question. */
  data_collection?: Data[];
}

export const EVERYWHERE = "<all_urls>";

function isAddress(host: string): boolean {
  return host.startsWith("[") || /^[\d.]+$/.test(host);
}

/** The pages of one host, as a match pattern; null when `url` is no web page. */
export function hostPattern(url: string): string | null {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return null;
  return `*://${parsed.hostname}/*`;
}

/** What a job with this scope loads from. */
export function scopeOrigins(url: string, scope: string): string[] {
  const own = hostPattern(url);
  if (own === null) return [EVERYWHERE];
  if (scope === "host" || scope === "prefix" || scope === "page") return [own];
  if (scope !== "site") return [EVERYWHERE];
  const { hostname } = new URL(url);
  // The site is the host without www. and its subdomains.
  return isAddress(hostname) ? [own] : [`*://*.${hostname.replace(/^www\./, "")}/*`];
}

export function lookNeeds(url: string): Needs {
  return { permissions: [], origins: scopeOrigins(url, "host") };
}

/** `declared`: the manifest's optional permissions, all of which are there for jobs; `data`: the same of data. */
export function jobNeeds(url: string, scope: Options["scope"], declared: readonly string[], data: readonly string[] = []): Needs {
  return {
    permissions: declared as browser._manifest.OptionalPermission[],
    origins: scopeOrigins(url, scope),
    ...(data.length === 0 ? {} : { data_collection: data as Data[] }),
  };
}
