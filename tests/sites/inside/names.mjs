// A name server for the names of the site, some of which lead inside.
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { SITE } from "./pages.mjs";

const A = 1;
const FIXED = { "own.example.com": "127.0.0.1", "meta.example.com": "169.254.169.254", "ten.example.com": "10.0.0.5" };

/** `moves` begin at the site, and lead inside once they were asked there. */
function addressOf(name, wasAsked) {
  if (name.startsWith("moves")) return wasAsked(name) ? "127.0.0.1" : SITE;
  return FIXED[name] ?? (name.endsWith("example.com") ? SITE : undefined);
}

function questionIn(message) {
  const labels = [];
  let at = 12;
  for (; message[at] !== 0; at += message[at] + 1) labels.push(message.toString("latin1", at + 1, at + 1 + message[at]));
  return { name: labels.join(".").toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** RFC 1035: the question again, and one answer at most, which nobody is to keep. */
function reply(message, wasAsked) {
  const { name, type, end } = questionIn(message);
  const address = type === A ? addressOf(name, wasAsked) : undefined;
  const head = Buffer.from(message.subarray(0, 12));
  head.writeUInt16BE(0x8180, 2);
  [1, address === undefined ? 0 : 1, 0, 0].forEach((count, at) => head.writeUInt16BE(count, 4 + 2 * at));
  const answer = address === undefined ? [] : [Buffer.from([0xc0, 12, 0, A, 0, 1, 0, 0, 0, 0, 0, 4]), Buffer.from(address.split(".").map(Number))];
  return Buffer.concat([head, message.subarray(12, end), ...answer]);
}

export async function startNames(address, wasAsked) {
  const socket = createSocket("udp4");
  socket.on("message", (message, { port, address: to }) => socket.send(reply(message, wasAsked), port, to));
  socket.bind(53, address);
  await once(socket, "listening");
}
