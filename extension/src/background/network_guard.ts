// Keeps the tabs of jobs out of the user's own network where a name leads there, which no rule of the browser can see
// (compat/private_network.ts).
import { addressesOf, type Contact, listenForContacts, listenForLookUps } from "../compat/blocking_requests.ts";
import { isPrivateAddress, namesPrivateAddress } from "../compat/private_network.ts";

type TabId = number;

const WEB = { urls: ["http://*/*", "https://*/*", "ws://*/*", "wss://*/*"] };
/** Far more than an honest page names. */
const MAX_HOSTS = 100;

interface Guarded {
  /** A proxy may be between, and is what answers then; Firefox tells whether it is. */
  proxied: boolean;
  /** Nobody else uses the browser: what has no tab is the job's, too. */
  alone: boolean;
}

function hostOf(url: string): string {
  return new URL(url).hostname;
}

export class NetworkGuard {
  private readonly tabs = new Map<TabId, Guarded & { inside: Set<string> }>();

  /** `refuse`: is told what was stopped, or should not have been answered. */
  constructor(
    private readonly refuse: (contact: Contact) => void,
    private readonly lookUp: (host: string) => Promise<string[]> = addressesOf,
  ) {}

  /** Registers listeners; to be called once, where webRequest is there. */
  attach(): void {
    listenForLookUps(WEB, (asked) => this.asked(asked));
    listenForContacts(WEB, (contact) => this.answered(contact));
  }

  /** For a load: what an earlier one has met is forgotten. */
  watch(tabId: TabId, guarded: Guarded): void {
    this.tabs.set(tabId, { ...guarded, inside: new Set() });
  }

  unwatch(tabId: TabId): void {
    this.tabs.delete(tabId);
  }

  /** Before a connection is made: whether the name leads inside. A browser keeps what it was told of a name for a while. */
  async asked(contact: Contact): Promise<boolean> {
    const guarded = this.guardOf(contact);
    // A name that a proxy is to look up is nobody's to know here.
    if (guarded === undefined || guarded.proxied || isProxied(contact, false)) return false;
    // That is stopped by its address, and told.
    if (namesPrivateAddress(contact.url)) return false;
    const addresses = await this.lookUp(hostOf(contact.url));
    if (!addresses.some(isPrivateAddress)) return false;
    this.refuse(contact);
    return true;
  }

  /** Whether it came from inside. */
  answered(contact: Contact): boolean {
    if (!this.isInside(contact)) return false;
    const inside = this.guardOf(contact)?.inside;
    if (inside !== undefined && inside.size < MAX_HOSTS) inside.add(hostOf(contact.url));
    this.refuse(contact);
    return true;
  }

  /** Whether what answered is of the user's own network, and nobody has permitted that. */
  isInside(contact: Pick<Contact, "tabId" | "ip" | "proxyInfo">): boolean {
    const guarded = this.guardOf(contact);
    if (guarded === undefined || isProxied(contact, guarded.proxied)) return false;
    return typeof contact.ip === "string" && isPrivateAddress(contact.ip);
  }

  /** Whether anything that has come since the tab is watched was of that host, and from inside. */
  hasMet(tabId: TabId, url: string): boolean {
    return this.tabs.get(tabId)?.inside.has(hostOf(url)) === true;
  }

  private guardOf({ tabId }: Pick<Contact, "tabId">): (Guarded & { inside: Set<string> }) | undefined {
    return this.tabs.get(tabId) ?? [...this.tabs.values()].find(({ alone }) => alone);
  }
}

/** Firefox tells it of each request that is; `otherwise`: where nobody does. */
function isProxied({ proxyInfo }: Pick<Contact, "proxyInfo">, otherwise: boolean): boolean {
  if (proxyInfo === undefined || proxyInfo === null) return __BROWSER__ !== "firefox" && otherwise;
  return proxyInfo.type !== "direct";
}
