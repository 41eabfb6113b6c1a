// A network of its own: a site at a public address, services at addresses that nobody should reach, and a name server. To be started as
// `unshare --map-root-user --net --mount node world.mjs FOLDER PROGRAM ARGUMENTS...`; ends as the program does.
import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { startNames } from "./names.mjs";
import { answer, answerInside, INSIDE, MOVES, SITE } from "./pages.mjs";

const NAMES_AT = "127.0.0.53";

function prepare(folder) {
  const ip = (...words) => execFileSync("ip", words);
  ip("link", "set", "lo", "up");
  // Firefox is offline where a machine has no other link.
  ip("link", "add", "link0", "type", "veth", "peer", "name", "link1");
  for (const link of ["link0", "link1"]) ip("link", "set", link, "up");
  ip("addr", "add", "192.0.2.1/24", "dev", "link0");
  for (const address of [SITE, ...INSIDE]) {
    const loopback = address.startsWith("127.") || address === "::1";
    if (!loopback) ip(...(address.includes(":") ? ["-6", "addr", "add", `${address}/128`, "dev", "lo", "nodad"] : ["addr", "add", `${address}/32`, "dev", "lo"]));
  }
  const files = {
    "resolv.conf": `nameserver ${NAMES_AT}\n`,
    hosts: "127.0.0.1 localhost\n::1 localhost\n",
    "nsswitch.conf": readFileSync("/etc/nsswitch.conf", "utf8").replace(/^hosts:.*$/m, "hosts: files dns"),
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
    execFileSync("mount", ["--bind", join(folder, name), `/etc/${name}`]);
  }
}

async function serve(address, take) {
  const server = createServer(take);
  server.listen(80, address);
  await once(server, "listening");
  return server;
}

const [folder, program, ...words] = process.argv.slice(2);
const note = (what) => appendFileSync(join(folder, "log"), `${JSON.stringify(what)}\n`);
prepare(folder);
const asked = new Set();
await startNames(NAMES_AT, (name) => asked.has(name));
await serve(SITE, (request, response) => {
  note({ at: SITE, host: request.headers.host, url: request.url });
  // From now on its name leads elsewhere.
  if (request.url === MOVES) asked.add(request.headers.host);
  answer(request, response);
});
for (const address of INSIDE) {
  await serve(address, (request, response) => {
    note({ at: address, host: request.headers.host, url: request.url });
    answerInside(request, response);
  });
}
const [code] = await once(spawn(program, words, { stdio: "inherit" }), "close");
process.exit(code ?? 1);
