// The user's own machine and network: the list of the native guard (native-host/src/fetch/address_guard.cpp), as it can be seen
// in a URL, in an address that has answered, and as rules of the browser.
import type { BlockRule, ResourceType } from "./restrictions.ts";

/** IANA's special-purpose registry: what is not globally reachable, plus multicast and reserved. */
const BLOCKS = [
  "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24",
  "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
].map((written) => {
  const [network = "", bits] = written.split("/");
  return { network: network.split(".").map(Number), bits: Number(bits) };
});

/** Names below these mean something only locally, as do those without a dot. */
const LOCAL_NAMES = ["localhost", "local", "internal", "lan", "home.arpa"];

function isPrivate4(octets: readonly number[]): boolean {
  const number = octets.reduce((sum, octet) => sum * 256 + octet, 0);
  return BLOCKS.some(({ network, bits }) => {
    const size = 2 ** (32 - bits);
    return Math.floor(number / size) * size === network.reduce((sum, octet) => sum * 256 + octet, 0);
  });
}

/** The eight parts of an IPv6 address that a URL or a browser has written; undefined for anything else. */
function partsOf(address: string): number[] | undefined {
  // Browsers may add the network that a link-local address belongs to.
  const written = `[${address.replace(/%.*$/, "")}]`;
  const parsed = URL.canParse(`http://${written}/`) ? new URL(`http://${written}/`).hostname.slice(1, -1) : undefined;
  if (parsed === undefined) return undefined;
  const [before = [], after] = parsed.split("::").map((half) => half.split(":").filter((part) => part !== "").map((part) => parseInt(part, 16)));
  if (after === undefined) return before;
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function octetsOf(high = 0, low = 0): number[] {
  return [high >> 8, high & 255, low >> 8, low & 255];
}

function isPrivate6(parts: readonly number[]): boolean {
  const [first = 0, second = 0] = parts;
  const begins = (...wanted: number[]) => wanted.every((part, at) => parts[at] === part);
  const last = octetsOf(parts[6], parts[7]);
  if (begins(0, 0, 0, 0, 0, 0xffff) || begins(0x64, 0xff9b, 0, 0, 0, 0)) return isPrivate4(last);
  if (first === 0x2002) return isPrivate4(octetsOf(second, parts[2]));
  // Of the rest only 2000::/3 is global unicast; in it some blocks are not for hosts.
  if (first >> 13 !== 1) return true;
  return (first === 0x2001 && (second < 0x200 || second === 0xdb8)) || (first === 0x3fff && second < 0x1000);
}

/** Whether who has that address is in a private or special network; of what is no address nothing is said. */
export function isPrivateAddress(address: string): boolean {
  if (/^\d+(?:\.\d+){3}$/.test(address)) return isPrivate4(address.split(".").map(Number));
  const parts = address.includes(":") ? partsOf(address) : undefined;
  return parts !== undefined && isPrivate6(parts);
}

/** Whether a URL names such an address itself, or a name that has none elsewhere; what other names lead to only a look-up can tell. */
export function namesPrivateAddress(url: string): boolean {
  if (!URL.canParse(url)) return false;
  // URL has made every way to write an address into one.
  const host = new URL(url).hostname.replace(/\.$/, "");
  if (host === "") return false;
  if (host.startsWith("[")) return isPrivateAddress(host.slice(1, -1)) || host.startsWith("[::") || /^\[(?:64:ff9b:|2002:)/.test(host);
  if (/^\d+(?:\.\d+){3}$/.test(host)) return isPrivateAddress(host);
  return !host.includes(".") || LOCAL_NAMES.some((name) => host.endsWith(`.${name}`));
}

/** Of the numbers from `low` to `high`, at most 255, in RE2's language: as short as its limit for a rule wants it. */
function numbersBetween(low: number, high: number): string {
  const tens = new Map<string, number[]>();
  for (let number = low; number <= high; number++) {
    const written = String(number);
    tens.set(written.slice(0, -1), [...(tens.get(written.slice(0, -1)) ?? []), number % 10]);
  }
  const parts = [...tens].map(([ten, [from, ...more]]) => `${ten}${more.length === 0 ? String(from) : `[${String(from)}-${String(more.at(-1))}]`}`);
  return parts.length === 1 ? parts.join("") : `(?:${parts.join("|")})`;
}

function inBlock({ network, bits }: (typeof BLOCKS)[number]): string {
  const octets = network.map((octet, at) => {
    const known = Math.min(8, Math.max(0, bits - 8 * at));
    if (known === 0) return "[0-9]+";
    return numbersBetween(octet, octet + 2 ** (8 - known) - 1);
  });
  return octets.join("[.]");
}

/** Of IPv6 literals nobody writes those of sites that hold an IPv4 address: all of them are stopped. */
const LITERALS_6 = [
  // Not in 2000::/3: its first part has four digits, the first of which is 2 or 3.
  "\\[(?:[^23]|[23][0-9a-f]{0,2}:)[^\\]]*\\]",
  "\\[(?:2002:|2001:db8:|2001:(?::|[0-9a-f]{1,2}:|1[0-9a-f]{2}:)|3fff:(?::|[0-9a-f]{1,3}:))[^\\]]*\\]",
];

/** What a browser has normalised; a name may have a dot at its end. */
const HOSTS = [
  ...BLOCKS.map(inBlock),
  ...LITERALS_6,
  "[^/?#:@.\\[\\]]+",
  `[^/?#:@]+[.](?:${LOCAL_NAMES.map((name) => name.replace(".", "[.]")).join("|")})`,
];
/** The first part is for what few URLs have, a user's name. */
export const PRIVATE_URLS: readonly string[] = HOSTS.map((host) => `^(?:http|ws)s?://(?:[^/?#@]*@)?${host}[.]?(?::[0-9]+)?(?:[/?#]|$)`);

/** Nothing of that network is asked for, whoever of `places` asks. */
export function networkRules(places: readonly browser.declarativeNetRequest._RuleCondition[]): BlockRule[] {
  // A rule that names no types leaves pages out.
  const kinds = [{}, { resourceTypes: ["main_frame" as ResourceType] }];
  // Above those that let some requests pass.
  const block = { priority: 3, action: { type: "block" as const } };
  return places.flatMap((place) => kinds.flatMap((kind) => PRIVATE_URLS.map((regexFilter) => ({ ...block, condition: { ...place, ...kind, regexFilter } }))));
}
