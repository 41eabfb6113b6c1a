import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_STOPPED, StoppedRequests } from "../../../extension/src/background/stopped_requests.ts";
import { isStopped, readingRules, takesQuestions } from "../../../extension/src/compat/reading_rules.ts";
import { changesSomething } from "../../../extension/src/content/sent_bodies.ts";

const script = (method, url = "https://h.example/api/items", tabId = 1) => ({ tabId, method, url, type: "xmlhttprequest" });
const held = (posts, alone) => ({ host: "h.example", posts, ownNetwork: true, alone });

/** As a browser weighs rules: an allowing one of higher priority wins; one without types leaves pages out. */
function blocks(rules, { tabId, method, url, type, initiator = "h.example" }) {
  const matching = rules.filter(({ condition }) => {
    const { tabIds, excludedTabIds, initiatorDomains, requestMethods, excludedRequestMethods, resourceTypes, urlFilter, regexFilter } = condition;
    return (tabIds?.includes(tabId) ?? true) && excludedTabIds?.includes(tabId) !== true && (initiatorDomains?.includes(initiator) ?? true)
      && (requestMethods?.includes(method.toLowerCase()) ?? true) && excludedRequestMethods?.includes(method.toLowerCase()) !== true
      && (resourceTypes?.includes(type) ?? type !== "main_frame")
      && (urlFilter === undefined || (urlFilter === "|http" && url.startsWith("http")))
      && (regexFilter === undefined || new RegExp(regexFilter, "i").test(url));
  });
  const [strongest] = matching.sort((a, b) => (b.priority ?? 1) - (a.priority ?? 1));
  return strongest?.action.type === "block";
}

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "LOCK", "STOPPED-POST"];
const URLS = ["https://h.example/api/items", "https://h.example/api/search", "https://h.example/graphql?v=1", "ws://h.example/live"];

test("the rules stop what is counted as stopped, and nothing else", () => {
  for (const how of [held(true, true), held(false, true), held(true, false), held(false, false)]) {
    const rules = readingRules(1, how);
    for (const method of METHODS) {
      for (const url of URLS) {
        if (url.startsWith("ws") && method !== "GET") continue;
        for (const type of ["xmlhttprequest", "sub_frame", "main_frame", "websocket"]) {
          if (url.startsWith("ws") !== (type === "websocket")) continue;
          // A page is led elsewhere by GET and POST alone.
          if (type === "main_frame" && !["GET", "POST"].includes(method)) continue;
          for (const tabId of [1, -1]) {
            const asked = { tabId, method, url, type };
            assert.equal(blocks(rules, asked), isStopped(asked, how), JSON.stringify({ ...asked, how }));
          }
        }
      }
    }
  }
});

test("of POST only questions leave, by scripts of a page; of GraphQL where what is sent is looked at", () => {
  const [search, graphql] = ["https://h.example/api/search", "https://h.example/graphql"];
  for (const alone of [true, false]) {
    const stops = (asked) => isStopped(asked, held(false, alone));
    assert.ok(!stops(script("POST", search)));
    assert.ok(stops(script("POST")));
    assert.ok(stops(script("POST", search, -1)), "a worker that is shared");
    assert.ok(stops({ ...script("POST", search), type: "main_frame" }), "a form");
    assert.equal(stops(script("POST", graphql)), !alone);
    assert.ok(!isStopped(script("POST"), held(true, alone)));
    assert.ok(isStopped(script("PUT", search), held(true, alone)));
  }
});

test("in a person's browser only the tab, and workers of the same site, are held to reading", () => {
  const rules = readingRules(1, held(false, false));
  const put = script("PUT");
  assert.ok(blocks(rules, put));
  assert.ok(blocks(rules, { ...put, tabId: -1 }));
  assert.ok(!blocks(rules, { ...put, tabId: -1, initiator: "mail.example" }));
  assert.ok(!blocks(rules, { ...put, tabId: 2 }));
  assert.ok(blocks(readingRules(1, held(false, true)), { ...put, tabId: 2 }), "a window that a page has opened");
});

test("addresses that take questions are known by their last part", () => {
  for (const path of ["search", "api/search", "api/3/action/package_search", "index/_search", "index/_msearch", "api/search/", "graphql", "v1/graphql?op=x",
    "api/ds/query", "data/find", "sparql", "API/Search"]) {
    assert.ok(takesQuestions(`https://h.example/${path}`, true), path);
  }
  for (const path of ["", "api/filter", "research", "search/delete", "api/searches", "queries", "save?next=/search", "api#/search", "searches/7", "a/search;x"]) {
    assert.ok(!takesQuestions(`https://h.example/${path}`, true), path);
  }
  assert.ok(!takesQuestions("https://search/", true), "a host's name is none");
  assert.ok(!takesQuestions("https://h.example/graphql", false));
});

const GRAPHQL = "https://h.example/graphql";
const changes = (body, url = GRAPHQL) => changesSomething(url, typeof body === "string" ? body : JSON.stringify(body));

test("of GraphQL only what has no mutation asks", () => {
  for (const query of ["{ a }", "query q { a }", "query q($mutation_id: ID) { a }", '{ a(text: "mutation") }', '# mutation\n{ a }', '{ a(t: """mutation""") }']) {
    assert.equal(changes({ query }), false, query);
  }
  for (const query of ["mutation { a }", "query q { a } mutation m { b }", "mutation{a}", "subscription { a }", " \n mutation m { a }", '{ a(t: "x") } mutation { b }', ""]) {
    assert.equal(changes({ query }), true, query);
  }
  assert.equal(changes([{ query: "{ a }" }, { query: "mutation { b }" }]), true);
  assert.equal(changes([]), true);
  assert.equal(changes("{ a }"), false, "application/graphql");
  assert.equal(changes("query=mutation+%7B+a+%7D"), true);
  assert.equal(changes({ operationName: "GetRows", extensions: { persistedQuery: {} } }), false);
  assert.equal(changes({ operationName: "ApproveRow", extensions: { persistedQuery: {} } }), true);
  assert.equal(changes({ operationName: "GetMutation", extensions: {} }), true);
  assert.equal(changesSomething(GRAPHQL, null), true, "a body of files");
});

test("a message to a search that orders something is none", () => {
  const url = "https://h.example/api/search";
  assert.equal(changes({ filters: [{ field: "action", value: "x" }], page: 2 }, url), false);
  assert.equal(changes({ action: "search", rows: [] }, url), false);
  assert.equal(changes({ action: "save" }, url), true);
  assert.equal(changes({ requests: [{ method: "deleteAll" }] }, url), true);
  assert.equal(changes("q=trade&page=2", url), false);
  assert.equal(changes("q=trade&action=delete", url), true);
  assert.equal(changes("", url), false);
});

test("what was stopped is told once for each address, without its query, by the tab that it is of", () => {
  const stopped = new StoppedRequests();
  stopped.watch(1, held(false, false));
  for (const part of ["a", "b"]) stopped.asked({ ...script("PUT", `https://h.example/kept?key=${part}`), tabId: 1 });
  stopped.asked({ ...script("STOPPED-POST", GRAPHQL), tabId: 1 });
  stopped.asked({ ...script("GET"), tabId: 1 });
  stopped.asked(script("POST", "https://h.example/search"));
  stopped.asked({ ...script("PUT"), tabId: 2 });
  stopped.asked({ ...script("DELETE"), tabId: -1, initiator: "https://mail.example" });
  stopped.asked({ ...script("DELETE"), tabId: -1, initiator: "https://h.example" });
  assert.deepEqual(stopped.take(1), [
    { method: "PUT", url: "https://h.example/kept", count: 2 },
    { method: "POST", url: GRAPHQL, count: 1 },
    { method: "DELETE", url: "https://h.example/api/items", count: 1 },
  ]);
  assert.deepEqual(stopped.take(1), []);
  for (let at = 0; at < 2 * MAX_STOPPED; at++) stopped.asked({ ...script("PUT", `https://h.example/${at}`), tabId: 1 });
  const many = stopped.take(1);
  assert.equal(many.length, MAX_STOPPED + 1);
  assert.deepEqual(many.at(-1), { method: "PUT", url: "", count: MAX_STOPPED });
  const alone = new StoppedRequests();
  alone.watch(1, held(true, true));
  alone.asked({ ...script("PUT"), tabId: 7 });
  alone.asked({ ...script("POST"), tabId: 7 });
  alone.asked({ ...script("POST", "https://h.example/api/search"), tabId: 7 });
  alone.asked({ ...script("POST", "https://counts.example/seen"), tabId: 7 });
  assert.deepEqual(alone.take(1), [
    { method: "PUT", url: "https://h.example/api/items", count: 1 },
    { method: "POST", url: "https://h.example/api/items", count: 1, sent: true },
  ]);
});
