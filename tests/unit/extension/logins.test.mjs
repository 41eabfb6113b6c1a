import assert from "node:assert/strict";
import test from "node:test";
import { Logins } from "../../../extension/src/background/logins.ts";

const LOGIN = { host: "127.0.0.1", port: 3128, user: "reader", password: "open-sesame" };
const SITE = { origin: "https://members.example", user: "lena", password: "pw" };
const challenge = (more = {}) =>
  ({ requestId: "1", url: "http://site.example/", type: "main_frame", isProxy: true, scheme: "basic", challenger: { host: "127.0.0.1", port: 3128 }, ...more });
const bySite = (more = {}) =>
  challenge({ url: "https://members.example/a", isProxy: false, challenger: { host: "members.example", port: 443 }, ...more });

test("the proxy gets its login, once a request", async () => {
  const logins = new Logins();
  logins.know({ proxy: LOGIN, site: null });
  assert.deepEqual(await logins.answer(challenge()), { authCredentials: { username: "reader", password: "open-sesame" } });
  assert.deepEqual(await logins.answer(challenge()), { cancel: true });
  assert.ok((await logins.answer(challenge({ requestId: "2" }))).authCredentials);
});

test("nobody else gets it", async () => {
  const logins = new Logins();
  logins.know({ proxy: LOGIN, site: null });
  for (const other of [{ isProxy: false }, { challenger: { host: "127.0.0.1", port: 80 } },
    { challenger: { host: "site.example", port: 3128 } }]) {
    assert.deepEqual(await logins.answer(challenge(other)), {});
  }
  const without = new Logins();
  without.know({ proxy: null, site: null });
  assert.deepEqual(await without.answer(challenge()), {});
});

test("who asks before the owner has spoken waits for it, but not for ever", async () => {
  const logins = new Logins();
  const asked = logins.answer(challenge());
  logins.know({ proxy: LOGIN, site: null });
  assert.ok((await asked).authCredentials);
  assert.deepEqual(await new Logins(1).answer(challenge()), {});
});

test("what scripts ask for opens no dialog, as nobody is there to close it", async () => {
  const logins = new Logins();
  logins.know({ proxy: LOGIN, site: SITE });
  for (const type of ["xmlhttprequest", "image", "sub_frame"]) {
    assert.deepEqual(await logins.answer(bySite({ type, url: "https://members.example:8443/" })), { cancel: true });
  }
  assert.ok((await logins.answer(bySite({ type: "xmlhttprequest" }))).authCredentials);
});

test("the site gets its login, once a request, and by Basic alone", async () => {
  const logins = new Logins();
  logins.know({ proxy: LOGIN, site: SITE });
  assert.deepEqual(await logins.answer(bySite()), { authCredentials: { username: "lena", password: "pw" } });
  assert.deepEqual(await logins.answer(bySite()), { cancel: true });
  for (const other of [{ url: "http://members.example/a" }, { url: "https://members.example:8443/" },
    { url: "https://other.example/" }, { scheme: "digest" }]) {
    assert.deepEqual(await logins.answer(bySite({ requestId: "3", ...other })), {});
  }
});
