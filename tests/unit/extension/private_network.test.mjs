import assert from "node:assert/strict";
import { test } from "node:test";
import { Navigation } from "../../../extension/src/background/navigation.ts";
import { NetworkGuard } from "../../../extension/src/background/network_guard.ts";
import { ScriptJson } from "../../../extension/src/background/script_json.ts";
import { StoppedRequests } from "../../../extension/src/background/stopped_requests.ts";
import { isPrivateAddress, namesPrivateAddress, networkRules, PRIVATE_URLS } from "../../../extension/src/compat/private_network.ts";

/** As tests/unit/fetch/address_guard_test.cpp has them, and as pages write them. */
const PRIVATE = ["0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254", "169.254.169.254",
  "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.0.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.7",
  "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
  "[::]", "[::1]", "[::ffff:10.0.0.1]", "[::ffff:a00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::1]", "[100::1]", "[2001::1]", "[2001:1ff::1]",
  "[2001:db8::1]", "[2002:7f00:1::]", "[2002:c0a8:101::1]", "[3fff::1]", "[3fff:fff::1]", "[5f00::1]", "[fc00::1]", "[fd00::1]", "[fe80::1]", "[fec0::1]", "[ff02::1]", "[200::1]", "[3::1]"];
const SPELLINGS = ["127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0x7f.1", "0", "127.0.0.1.", "１２７.０.０.１", "127。0。0。1", "①②⑦.0.0.1", "10.5", "2852039166", "u:p@127.0.0.1:8080",
  "[0:0:0:0:0:0:0:1]", "[0000::0001]", "[::FFFF:127.0.0.1]"];
const LOCAL = ["localhost", "localhost.", "LOCALHOST", "a.localhost", "a.b.localhost.", "intranet", "intranet.:8080", "u@intranet", "printer.local", "metadata.google.internal", "router.lan", "x.home.arpa"];
const PUBLIC = ["1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1", "126.0.0.1", "128.0.0.1", "169.253.1.1", "169.255.1.1", "172.15.0.1", "172.32.0.1", "192.0.1.1",
  "192.0.3.1", "192.167.1.1", "192.169.1.1", "198.17.0.1", "198.20.0.1", "223.255.255.255", "[2606:4700::1111]", "[2001:200::1]", "[2001:db80::1]", "[2a00:1450::1]", "[3fff:1000::1]"];
const PUBLIC_NAMES = ["example.com", "lan.example", "local.example.com", "homelocal.example", "127.0.0.1.nip.example", "10.example.com", "127.0.0.1@example.com", "xn--bcher-kva.example"];

const FORMS = (host) => [`http://${host}/`, `https://${host}/a?b=http://127.0.0.1/#c`, `ws://${host}/live`, `wss://${host}/`].map((url) => new URL(url).href);
const blocked = (url) => PRIVATE_URLS.some((regex) => new RegExp(regex, "i").test(url));

test("the rules stop what is counted as stopped, however it is written, and nothing else", () => {
  for (const [hosts, inside] of [[[...PRIVATE, ...SPELLINGS, ...LOCAL], true], [[...PUBLIC, ...PUBLIC_NAMES], false]]) {
    for (const url of hosts.flatMap(FORMS)) {
      assert.equal(namesPrivateAddress(url), inside, url);
      assert.equal(blocked(url), inside, url);
    }
  }
  for (const nothing of ["", "about:blank", "data:text/html,x", "blob:https://example.com/1"]) assert.ok(!namesPrivateAddress(nothing), nothing);
});

test("who has answered is judged by the number, also where an IPv4 address is in it", () => {
  for (const host of PRIVATE) assert.ok(isPrivateAddress(host.replace(/[[\]]/g, "")), host);
  for (const host of PUBLIC) assert.ok(!isPrivateAddress(host.replace(/[[\]]/g, "")), host);
  // Networks without IPv4 reach the sites that have nothing else so.
  for (const embedded of ["::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1"]) assert.ok(!isPrivateAddress(embedded), embedded);
  assert.ok(isPrivateAddress("fe80::1%eth0"));
  for (const other of ["", "example.com", "1.2.3", "::g"]) assert.ok(!isPrivateAddress(other), other);
});

test("rules hold for pages and for all else, and above those that let something pass", () => {
  const rules = networkRules([{ tabIds: [1] }]);
  for (const page of [true, false]) {
    const kinds = rules.filter(({ condition }) => (condition.resourceTypes?.includes("main_frame") ?? false) === page);
    assert.deepEqual(kinds.map(({ condition }) => condition.regexFilter), PRIVATE_URLS);
  }
  assert.ok(rules.every(({ priority, condition, action }) => priority === 3 && condition.tabIds[0] === 1 && action.type === "block"));
});

function guard(names = {}, watched = { proxied: false, alone: false }) {
  const refused = [];
  const made = new NetworkGuard(({ url }) => refused.push(url), async (host) => names[host] ?? []);
  made.watch(1, watched);
  return { made, refused };
}
const contact = (more) => ({ tabId: 1, requestId: "1", method: "GET", type: "xmlhttprequest", url: "http://h.example/a", ...more });

test("a name that leads inside is refused before it is asked, where the browser waits", async () => {
  const { made, refused } = guard({ "own.example": ["8.8.8.8", "::1"], "h.example": ["8.8.8.8"] });
  assert.equal(await made.asked(contact({ url: "http://own.example/" })), true);
  assert.equal(await made.asked(contact()), false);
  assert.equal(await made.asked(contact({ tabId: 2, url: "http://own.example/" })), false);
  assert.equal(await made.asked(contact({ url: "http://own.example/", proxyInfo: { type: "http" } })), false);
  assert.deepEqual(refused, ["http://own.example/"]);
});

test("what came from inside is not taken; a proxy may be there", () => {
  const { made, refused } = guard();
  assert.ok(made.answered(contact({ ip: "10.0.0.1" })));
  assert.ok(!made.answered(contact({ ip: "8.8.8.8" })));
  assert.ok(!made.answered(contact({ ip: undefined })), "from the cache");
  assert.ok(!made.answered(contact({ ip: "10.0.0.1", proxyInfo: { type: "socks" } })));
  assert.ok(made.isInside(contact({ ip: "10.0.0.1", proxyInfo: null })));
  assert.ok(!guard({}, { proxied: true, alone: false }).made.isInside(contact({ ip: "10.0.0.1" })));
  assert.deepEqual(refused, ["http://h.example/a"]);
  assert.ok(made.hasMet(1, "http://h.example/b") && !made.hasMet(1, "http://other.example/"));
  made.watch(1, { proxied: false, alone: false });
  assert.ok(!made.hasMet(1, "http://h.example/b"));
});

test("what has no tab that is known is the job's where nobody else uses the browser", () => {
  for (const alone of [true, false]) {
    const { made } = guard({}, { proxied: false, alone });
    assert.equal(made.isInside(contact({ tabId: -1, ip: "127.0.0.1" })), alone);
    made.unwatch(1);
    assert.ok(!made.isInside(contact({ tabId: -1, ip: "127.0.0.1" })));
  }
});

test("a load that leads inside fails for that reason, whatever the browser says then", () => {
  const load = new Navigation("http://h.example/");
  load.asked("1", "http://h.example/");
  load.redirected("1", "http://h.example/", 302, "http://127.0.0.1/");
  load.refused("1", "http://127.0.0.1/");
  load.broke("1", "net::ERR_BLOCKED_BY_CLIENT");
  assert.deepEqual([load.stage, load.error, load.finalUrl], ["failed", "refused_address", "http://127.0.0.1/"]);
  const shown = new Navigation("http://h.example/");
  shown.asked("1", "http://h.example/");
  shown.answered("1", { status: 200, contentType: "text/html", attachment: false, contentLength: 0, retryAfter: "", links: "" });
  shown.committed("http://h.example/");
  shown.loaded("http://h.example/");
  shown.refused("2", "http://127.0.0.1/");
  assert.equal(shown.error, undefined, "a page that the browser has kept");
});

test("it is counted apart, and JSON from there is none", () => {
  const stopped = new StoppedRequests();
  stopped.watch(1, { host: "h.example", posts: true, ownNetwork: false, alone: false });
  stopped.asked({ ...contact({ url: "http://10.0.0.1/x?secret" }) });
  stopped.asked(contact());
  stopped.ledInside(contact({ url: "http://own.example/x" }));
  const told = (url) => ({ method: "GET", url, count: 1, ownNetwork: true });
  assert.deepEqual(stopped.take(1), [told("http://10.0.0.1/x"), told("http://own.example/x")]);
  stopped.watch(1, { host: "h.example", posts: true, ownNetwork: true, alone: false });
  stopped.asked({ ...contact({ url: "http://10.0.0.1/x" }) });
  assert.deepEqual(stopped.take(1), []);
  const json = new ScriptJson(({ ip }) => ip === "10.0.0.1");
  json.watch(1);
  const answer = { tabId: 1, method: "GET", statusCode: 200, responseHeaders: [{ name: "content-type", value: "application/json" }] };
  json.answered({ ...answer, url: "http://own.example/j", ip: "10.0.0.1" });
  json.answered({ ...answer, url: "http://h.example/j", ip: "8.8.8.8" });
  assert.deepEqual(json.take(1), ["http://h.example/j"]);
});
