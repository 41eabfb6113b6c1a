// What is known of sites, on the disk of this machine: one record a site, and its engine's snapshot
// apart, so that listing sites reads no snapshots. Bounded: the sites not looked at for longest go.
import type { JobOptions } from "../host/protocol/job_options.ts";
import type { RecipeGroup } from "../host/protocol/recipe.ts";

export interface StoredSite {
  host: string;
  /** Where its engine starts, such as `https://example.org/`. */
  seedUrl: string;
  /** JSON of the configuration that the snapshot was made with. */
  config: string;
  /** Pages that were learned from. */
  pages: number;
  /** What a recipe file or a job's end said, told to each new engine of the site. */
  groups: RecipeGroup[];
  settings: JobOptions;
  usedAt: number;
}

export interface SiteStore {
  get(host: string): Promise<StoredSite | null>;
  snapshot(host: string): Promise<Uint8Array | null>;
  /** `snapshot` null: none is kept. */
  put(site: StoredSite, snapshot: Uint8Array | null): Promise<void>;
  list(): Promise<StoredSite[]>;
  remove(host: string): Promise<void>;
}

export const MAX_SITES = 200;
/** Of one snapshot; a site that needs more is learned anew. */
export const MAX_SNAPSHOT_BYTES = 16 * 1024 * 1024;

const DATABASE = "tagtrail";
const SITES = "sites";
const SNAPSHOTS = "snapshots";

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the database failed"));
  });
}

function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("the database failed"));
  });
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(SITES, { keyPath: "host" });
    request.result.createObjectStore(SNAPSHOTS);
  };
  return done(request);
}

export class IndexedSiteStore implements SiteStore {
  private database: Promise<IDBDatabase> | undefined;

  async get(host: string): Promise<StoredSite | null> {
    const store = (await this.transaction("readonly")).objectStore(SITES);
    return ((await done(store.get(host))) as StoredSite | undefined) ?? null;
  }

  async snapshot(host: string): Promise<Uint8Array | null> {
    const store = (await this.transaction("readonly")).objectStore(SNAPSHOTS);
    return ((await done(store.get(host))) as Uint8Array | undefined) ?? null;
  }

  async put(site: StoredSite, snapshot: Uint8Array | null): Promise<void> {
    const transaction = await this.transaction("readwrite");
    transaction.objectStore(SITES).put(site);
    if (snapshot === null) transaction.objectStore(SNAPSHOTS).delete(site.host);
    else transaction.objectStore(SNAPSHOTS).put(snapshot, site.host);
    await committed(transaction);
  }

  async list(): Promise<StoredSite[]> {
    const store = (await this.transaction("readonly")).objectStore(SITES);
    return (await done(store.getAll())) as StoredSite[];
  }

  async remove(host: string): Promise<void> {
    const transaction = await this.transaction("readwrite");
    transaction.objectStore(SITES).delete(host);
    transaction.objectStore(SNAPSHOTS).delete(host);
    await committed(transaction);
  }

  private async transaction(mode: IDBTransactionMode): Promise<IDBTransaction> {
    this.database ??= openDatabase();
    try {
      return (await this.database).transaction([SITES, SNAPSHOTS], mode);
    } catch (thrown) {
      this.database = undefined;
      throw thrown;
    }
  }
}
