import assert from "node:assert/strict";
import test from "node:test";
import { ProxyLogins } from "../../../extension/src/background/proxy_login.ts";

const LOGIN = { host: "127.0.0.1", port: 3128, user: "reader", password: "open-sesame" };
const challenge = (more = {}) => ({ requestId: "1", isProxy: true, challenger: { host: "127.0.0.1", port: 3128 }, ...more });

test("the proxy gets its login, once a request", async () => {
  const logins = new ProxyLogins();
  logins.know(LOGIN);
  assert.deepEqual(await logins.answer(challenge()), { authCredentials: { username: "reader", password: "open-sesame" } });
  assert.deepEqual(await logins.answer(challenge()), { cancel: true });
  assert.ok((await logins.answer(challenge({ requestId: "2" }))).authCredentials);
});

test("nobody else gets it", async () => {
  const logins = new ProxyLogins();
  logins.know(LOGIN);
  for (const other of [{ isProxy: false }, { challenger: { host: "127.0.0.1", port: 80 } },
    { challenger: { host: "site.example", port: 3128 } }]) {
    assert.deepEqual(await logins.answer(challenge(other)), {});
  }
  const without = new ProxyLogins();
  without.know(null);
  assert.deepEqual(await without.answer(challenge()), {});
});

test("who asks before the owner has spoken waits for it, but not for ever", async () => {
  const logins = new ProxyLogins();
  const asked = logins.answer(challenge());
  logins.know(LOGIN);
  assert.ok((await asked).authCredentials);
  assert.deepEqual(await new ProxyLogins(1).answer(challenge()), {});
});
