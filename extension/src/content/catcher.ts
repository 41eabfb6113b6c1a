// Catches what pressing a button makes the page's scripts do, and lets none of it through: leaving
// the page, opening a window, saving a file. Files that a script made are kept, under a name.
import * as dom from "./dom.ts";
import type { Caught } from "./reading.ts";
import { CAUGHT_EVENT } from "./reading.ts";

const MAX_URL_UNITS = 8192;
/** A file within its own address. */
const MAX_DATA_UNITS = 64 * 1024 * 1024;
const MAX_CAUGHT = 100;
const MAX_NAME_UNITS = 100;

interface NavigateEvent extends Event {
  readonly navigationType: string;
  readonly hashChange: boolean;
  readonly downloadRequest: string | null;
  readonly destination: { readonly url: string };
}

async function areEqual(one: Blob, other: Blob): Promise<boolean> {
  if (one.size !== other.size || one.type !== other.type) return false;
  const [bytes, others] = await Promise.all([one, other].map(async (blob) => new Uint8Array(await blob.arrayBuffer())));
  return bytes !== undefined && others !== undefined && bytes.every((byte, at) => byte === others[at]);
}

/** As part of a query and of a file's name. */
function safeName(name: string): string {
  const plain = name.toWellFormed().replace(/[\p{Cc}/\\?#&%:*"<>|]+/gu, "_").trim();
  return Array.from(plain).slice(0, MAX_NAME_UNITS).join("");
}

/** `a.csv`, then `a (2).csv`: the second file of a name is another one. */
function freeName(wanted: string, taken: (name: string) => boolean): string {
  const base = wanted === "" ? "file" : wanted;
  const dot = base.lastIndexOf(".");
  const [stem, end] = dot > 0 ? [base.slice(0, dot), base.slice(dot)] : [base, ""];
  for (let copy = 2, name = base; ; copy++) {
    if (!taken(name)) return name;
    name = `${stem} (${copy})${end}`;
  }
}

/** Routers that keep their views behind `#` push them as they would another address. */
function isViewHere(url: string): boolean {
  const [page, here] = [url, location.href].map((one) => one.replace(/#.*$/s, ""));
  return page === here && url !== location.href && url.includes("#");
}

export class Catcher {
  /** What was made, by name; null when it could not be read. */
  readonly files = new Map<string, Promise<Blob | null>>();
  /** Those of each name that scripts gave. */
  private readonly alike = new Map<string, string[]>();
  private caught: Caught[] = [];
  private armed = false;
  private released = false;

  /** The page may be left. */
  release(): void {
    this.released = true;
  }

  /** From now on nothing gets through. */
  arm(): void {
    if (this.armed) return;
    this.armed = true;
    addEventListener("click", (event) => this.clicked(event));
    document.addEventListener(CAUGHT_EVENT, (event) => this.told(event));
    const { navigation } = globalThis as { navigation?: EventTarget };
    navigation?.addEventListener("navigate", (event) => this.navigates(event as NavigateEvent));
  }

  /** What has been caught since the last time; a file that was made before is that one. */
  async take(): Promise<Caught[]> {
    const { caught } = this;
    this.caught = [];
    const told: Caught[] = [];
    for (const one of caught) told.push(one.file === "" ? one : { url: "", file: await this.firstOf(one.file) });
    return told;
  }

  private async firstOf(name: string): Promise<string> {
    const made = await this.files.get(name);
    const alike = [...this.alike.values()].find((names) => names.includes(name)) ?? [];
    for (const other of alike.slice(0, alike.indexOf(name))) {
      const before = await this.files.get(other);
      if (!made || !before || !(await areEqual(made, before))) continue;
      this.files.delete(name);
      alike.splice(alike.indexOf(name), 1);
      return other;
    }
    return name;
  }

  get any(): boolean {
    return this.caught.length > 0;
  }

  /** Links without a download go into a window of their own, which the navigation doesn't tell. */
  private clicked(event: MouseEvent): void {
    const [target] = event.composedPath();
    if (event.isTrusted || event.defaultPrevented || !(target instanceof Element)) return;
    const link = dom.closest(target, "a[href]");
    if (link === null || /^\s*(?:#|javascript:)/i.test(dom.attribute(link, "href") ?? "")) return;
    event.preventDefault();
    this.keep((link as HTMLAnchorElement).href, dom.attribute(link, "download"));
  }

  /** The script in the page's own world tells what it caught; so may the page, of what it likes. */
  private told(event: Event): void {
    const { detail } = event as CustomEvent<unknown>;
    if (typeof detail !== "string" || detail.length > MAX_DATA_UNITS) return;
    const [url, name] = detail.split("\n", 2);
    if (url !== undefined && url !== "") this.keep(url, name ?? null);
  }

  private navigates(event: NavigateEvent): void {
    if (event.hashChange || this.released || isViewHere(event.destination.url)) return;
    if (event.cancelable) event.preventDefault();
    if (event.navigationType === "push" || event.navigationType === "replace") {
      this.keep(event.destination.url, event.downloadRequest);
    }
  }

  private keep(url: string, name: string | null): void {
    if (this.caught.length >= MAX_CAUGHT) return;
    if (/^(?:blob|data):/i.test(url)) this.keepFile(url, name ?? "");
    else if (url.length <= MAX_URL_UNITS) this.keepAddress(url);
  }

  private keepAddress(url: string): void {
    const full = URL.canParse(url, document.baseURI) ? new URL(url, document.baseURI) : null;
    if (full === null || !/^https?:$/.test(full.protocol)) return;
    if (this.caught.some((one) => one.url === full.href)) return;
    this.caught.push({ url: full.href, file: "" });
  }

  private keepFile(url: string, wanted: string): void {
    if (url.length > MAX_DATA_UNITS) return;
    // At once: the page may revoke the address as soon as its handler is through.
    const made = fetch(url).then((answer) => answer.blob()).catch(() => null);
    const said = safeName(wanted);
    const name = freeName(said, (taken) => this.files.has(taken));
    this.files.set(name, made);
    this.alike.set(said, [...(this.alike.get(said) ?? []), name]);
    this.caught.push({ url: "", file: name });
  }
}
