// As much of a browser as jobs need, with hosts behind its ports; it can kill the background script
// at any write to its storage, and forgets all but that storage then.

const PROTOCOL = 3;

function progressOf(host) {
  const { requests } = host.folder;
  return {
    notice: "job.progress", job: "1", state: host.state, reason: "", message: "",
    progress: {
      requests, gets: requests, heads: 0, pages: 0, targets: requests, targetBytes: 0, otherBytes: 0,
      knownUrls: 0, frontier: 0, issued: 0, inFlight: 0, acting: 0, estimate: null,
    },
    files: [], current: null, seconds: requests,
    limits: { delayMs: 0, maxRequests: null, maxBytes: null, maxTimeMs: null }, skips: {}, leftOut: [], ending: null, attention: null,
  };
}

/** One host process: it owns a folder from job.start until it ends. */
class FakeHost {
  state = null;
  folder = null;
  alive = true;

  constructor(world, port) {
    this.world = world;
    this.port = port;
  }

  receive(message) {
    if (!this.alive) return;
    const handler = this[message.call] ?? (() => ({ error: { code: "unknown_command", message: "?" } }));
    this.port.deliver({ id: message.id, reply: true, ...handler.call(this, message) });
  }

  hello() {
    return { protocol: PROTOCOL, version: "1", job: null, root: "/jobs" };
  }

  "job.start"({ url, options, feedback = [] }) {
    const dir = options.dir ?? new URL(url).hostname;
    const folder = (this.world.folders[dir] ??= { requests: 0, ends: 0, told: [], starts: 0, owner: null });
    if (this.world.refusal !== null) return { error: this.world.refusal };
    if (folder.owner !== null) return { error: { code: "busy", message: "the folder is locked" } };
    folder.owner = this;
    folder.starts++;
    folder.options = options;
    // Told once: a folder that has them is not told again.
    if (folder.starts === 1) folder.told.push(...feedback.map((word) => word.url ?? word.word));
    this.folder = folder;
    this.state = "running";
    setImmediate(() => this.work());
    return { job: { job: "1", seedUrl: url, dir: `/jobs/${dir}`, state: "running" } };
  }

  "job.control"({ action }) {
    if (this.folder === null) return { error: { code: "not_found", message: "no job" } };
    if (action === "stop") setImmediate(() => this.finish("stopped"));
    else this.state = action === "pause" ? "paused" : "running";
    return { state: this.state };
  }

  "job.teach"({ feedback }) {
    this.folder.told.push(feedback.url ?? feedback.word);
    return { groups: [] };
  }

  work() {
    if (!this.alive || this.folder === null) return;
    // A folder that is complete asks for nothing more, however often it is opened.
    if (this.folder.requests >= this.world.length) return this.finish("finished");
    if (this.state === "running") this.folder.requests++;
    this.port.deliver(progressOf(this));
    setImmediate(() => this.work());
  }

  finish(state) {
    if (!this.alive || this.folder === null) return;
    this.state = state;
    this.folder.owner = null;
    if (state === "finished") this.folder.ends = 1;
    const last = progressOf(this);
    this.folder = null;
    this.port.deliver(last);
  }

  /** Its port has closed: it ends in good order, which takes a moment. */
  end() {
    this.alive = false;
    const { folder } = this;
    setTimeout(() => {
      if (folder?.owner === this) folder.owner = null;
    }, 3);
  }
}

class FakePort {
  onMessage = listeners();
  onDisconnect = listeners();
  open = true;

  constructor(world) {
    this.world = world;
    this.host = new FakeHost(world, this);
  }

  postMessage(message) {
    if (!this.open) throw new Error("Attempt to postMessage on disconnected port");
    setImmediate(() => this.host.receive(JSON.parse(JSON.stringify(message))));
  }

  deliver(message) {
    setImmediate(() => this.open && this.onMessage.call(message));
  }

  /** By the script: it hears nothing of that. */
  disconnect() {
    this.open = false;
    this.host.end();
  }

  /** The host dies. */
  break() {
    if (!this.open) return;
    this.disconnect();
    this.onDisconnect.call({ error: { message: "" } });
  }
}

function listeners() {
  const all = [];
  return { addListener: (one) => all.push(one), call: (value) => all.forEach((one) => one(value)) };
}

const never = () => new Promise(() => undefined);

/** What is left of the browser for a script that was killed: nothing answers any more. */
function deadBrowser() {
  const dead = new Proxy(never, { get: () => dead, apply: () => never() });
  return dead;
}

export class FakeWorld {
  folders = {};
  stored = {};
  writes = 0;
  /** The write at which the script is killed, and whether it reaches the disk before. */
  killAt = 0;
  killAfterWriting = false;
  killed = false;
  /** What every job.start is refused with. */
  refusal = null;
  /** Requests that a job makes. */
  length = 12;
  ports = [];
  #timers = new Set();

  /** A browser for a script that starts now. */
  boot() {
    this.killed = false;
    const local = {
      get: async (name) =>
        structuredClone(name === null ? this.stored : { [name]: this.stored[name] }),
      set: (items) => this.#write(() => Object.assign(this.stored, structuredClone(items))),
      remove: (names) => this.#write(() => [names].flat().forEach((name) => delete this.stored[name])),
    };
    globalThis.browser = {
      storage: { local },
      alarms: { create: async () => undefined, clear: async () => true },
      runtime: {
        connectNative: () => {
          const port = new FakePort(this);
          this.ports.push(port);
          return port;
        },
      },
    };
    const real = (this.realSetTimeout ??= globalThis.setTimeout);
    globalThis.setTimeout = (work, ms, ...args) => {
      const timer = real(work, ms, ...args);
      timer.unref();
      this.#timers.add(timer);
      return timer;
    };
  }

  get openPorts() {
    return this.ports.filter((port) => port.open);
  }

  /** The script is gone: its timers, its ports, and whatever it waited for. */
  kill() {
    this.killed = true;
    globalThis.browser = deadBrowser();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    for (const port of this.openPorts) port.disconnect();
  }

  restore() {
    globalThis.setTimeout = this.realSetTimeout;
    delete globalThis.browser;
  }

  #write(apply) {
    this.writes++;
    if (this.writes === this.killAt) {
      if (this.killAfterWriting) apply();
      this.kill();
      return never();
    }
    apply();
    return Promise.resolve();
  }
}
