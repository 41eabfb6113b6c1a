// A TCP proxy that breaks connections by seed: refuses them, cuts them at a random byte, holds answers back, closes one
// direction only. Between a program and its database or store; it understands none of their protocols.
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { randomly } from "./random.mjs";

const FAULTS = ["refuse", "cut request", "cut answer", "delay", "half close"];

/**
 * Without a reset where there can be none: a socket of the file system, one that is not connected yet, or one that is just
 * ending, of which Node 20 would wait for the end forever when it exits itself.
 */
function reset(socket) {
  if (socket.remoteAddress && !socket.writableEnded) socket.resetAndDestroy();
  else socket.destroy();
}

/**
 * `to`: `{ host, port }` or `{ path }` of the server. `rate`: the share of connections that get a fault, 0 to 1, which may
 * be changed while it runs; `faults`: those to choose from; `mostBytes`: a cut comes within so many; `mostDelayMs`: of an
 * answer that is held back, piece by piece. `log` counts what was done. Also `away = true`: nobody is there, and
 * connections that stand are cut.
 */
export class CuttingProxy {
  log = {};
  #to;
  #random;
  #server;
  #pairs = new Set();
  #away = false;
  #deaf = false;
  #awaited;

  constructor({ to, seed = 1, rate = 0.2, faults = FAULTS, mostBytes = 65_536, mostDelayMs = 300 }) {
    Object.assign(this, { rate, faults, mostBytes, mostDelayMs });
    this.#to = to;
    this.#random = randomly(seed);
    // One that has said all still gets its answer.
    this.#server = createServer({ allowHalfOpen: true }, (client) => this.#serve(client));
  }

  /** `where`: of net.Server.listen(), such as `{ host, port }` or `{ path }`; else a free port of loopback. */
  async start(where = { port: 0, host: "127.0.0.1" }) {
    this.#server.listen(where);
    await once(this.#server, "listening");
    this.port = this.#server.address().port;
  }

  async stop() {
    this.cutAll();
    this.#server.close();
    await once(this.#server, "close");
  }

  get away() {
    return this.#away;
  }

  set away(is) {
    this.#away = is;
    if (is) this.cutAll();
  }

  /** Cuts all connections that stand. */
  cutAll() {
    for (const pair of this.#pairs) for (const socket of pair) reset(socket);
  }

  /** What comes in `ms` milliseconds, in either direction of connections that stand, arrives after them. */
  holdAll(ms) {
    for (const pair of this.#pairs) {
      for (const socket of pair) {
        socket.pause();
        setTimeout(() => socket.resume(), ms);
      }
    }
  }

  /** While it is, what clients say arrives and answers do not; then connections are cut. */
  set deaf(is) {
    if (this.#deaf && !is) this.cutAll();
    this.#deaf = is;
  }

  /** The next answer with this text in one piece is held back: gives what lets it go, once it is here. */
  holdAnswerWith(text) {
    return new Promise((caught) => {
      this.#awaited = { text, caught };
    });
  }

  async loseAnswers(ms) {
    this.deaf = true;
    await new Promise((wake) => setTimeout(wake, ms));
    this.deaf = false;
  }

  #count(what) {
    this.log[what] = (this.log[what] ?? 0) + 1;
  }

  #fault() {
    if (this.#away) return "away";
    if (this.#random() >= this.rate) return "none";
    return this.faults[Math.floor(this.#random() * this.faults.length)];
  }

  #serve(client) {
    const fault = this.#fault();
    this.#count(fault);
    client.on("error", () => client.destroy());
    if (fault === "away" || fault === "refuse") return void reset(client);
    const server = connect({ ...this.#to, allowHalfOpen: true });
    const pair = [client, server];
    this.#pairs.add(pair);
    server.on("error", () => reset(client));
    for (const [one, other] of [pair, pair.toReversed()]) {
      one.on("close", () => {
        this.#pairs.delete(pair);
        other.destroy();
      });
    }
    const cut = () => pair.forEach(reset);
    const bytes = 1 + Math.floor(this.#random() ** 3 * this.mostBytes);
    this.#pass(client, server, fault === "cut request" ? { bytes, then: cut } : {});
    if (fault === "cut answer") return this.#pass(server, client, { bytes, then: cut, isAnswer: true });
    if (fault === "half close") return this.#pass(server, client, { bytes, then: () => client.end(), isAnswer: true });
    this.#pass(server, client, { delay: fault === "delay", isAnswer: true });
  }

  /** Passes pieces on in their order; of the piece that `bytes` ends in, only what comes before. */
  #pass(from, to, { bytes = Infinity, then, delay = false, isAnswer = false }) {
    let left = bytes;
    let last = Promise.resolve();
    from.on("data", (piece) => {
      if (isAnswer && this.#deaf) return this.#count("lost");
      if (left <= 0) return;
      const part = piece.subarray(0, left);
      left -= part.length;
      if (isAnswer && this.#awaited && piece.includes(this.#awaited.text)) {
        const { caught } = this.#awaited;
        this.#awaited = undefined;
        from.pause();
        return void caught(() => to.write(part, () => from.resume()));
      }
      if (!delay) {
        if (!to.writableEnded && !to.write(part)) {
          from.pause();
          to.once("drain", () => from.resume());
        }
        if (left <= 0) setImmediate(then);
        return;
      }
      const ms = this.#random() * this.mostDelayMs;
      last = last.then(() => new Promise((wake) => setTimeout(wake, ms))).then(() => to.writableEnded || to.write(part));
    });
    from.on("end", () => void last.then(() => to.end()));
  }
}
