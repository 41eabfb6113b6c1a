// Stands before an application and writes down what every program asks of it and gets: so a harvest,
// wget and anything else are measured alike, from outside.
import { createHash } from 'node:crypto';
import { Agent, createServer, request as send } from 'node:http';

/** Of one hop only, or not to be passed on: bodies are to come as they are, so that their digests are the files'. */
const kNotPassedOn = new Set(['accept-encoding', 'connection', 'keep-alive', 'proxy-connection', 'te', 'upgrade']);

function passedOn(rawHeaders) {
  const kept = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (!kNotPassedOn.has(rawHeaders[at].toLowerCase())) kept.push(rawHeaders[at], rawHeaders[at + 1]);
  }
  return kept;
}

export class CountingProxy {
  /** In the order in which they came: { method, url, agent, cookie, status, type, sha256, bytes }; status 0 until answered. */
  requests = [];
  #server = createServer((request, response) => this.#pass(request, response));
  #agent = new Agent({ keepAlive: true });
  #behind;
  #watchers = [];

  /** `behind`: the port of the application on loopback. */
  constructor(behind) {
    this.#behind = behind;
  }

  /** Listens on `port`, or on any where that is taken: the same address gives the same crawl. */
  async listen(port) {
    const open = (wanted) => new Promise((done, failed) => {
      this.#server.once('error', failed);
      this.#server.listen(wanted, '127.0.0.1', () => done(this.#server.off('error', failed)));
    });
    await open(port).catch(() => open(0));
    this.url = `http://127.0.0.1:${this.#server.address().port}`;
  }

  /** Calls `act` once `count` requests have come. */
  at(count, act) {
    this.#watchers.push({ count, act });
  }

  clear() {
    this.requests = [];
    this.#watchers = [];
  }

  close() {
    this.#agent.destroy();
    this.#server.closeAllConnections();
    return new Promise((done) => this.#server.close(done));
  }

  #note(request) {
    const { method, url, headers } = request;
    const entry = { method, url, agent: headers['user-agent'] ?? '', cookie: headers.cookie ?? '', status: 0, type: '', sha256: '', bytes: 0 };
    this.requests.push(entry);
    for (const { count, act } of this.#watchers) if (count === this.requests.length) act();
    return entry;
  }

  #pass(request, response) {
    const entry = this.#note(request);
    const onward = send({
      agent: this.#agent, host: '127.0.0.1', port: this.#behind, method: request.method, path: request.url,
      headers: passedOn(request.rawHeaders),
    }, (answer) => {
      entry.type = answer.headers['content-type'] ?? '';
      const hash = createHash('sha256');
      answer.on('data', (chunk) => {
        hash.update(chunk);
        entry.bytes += chunk.length;
      });
      answer.on('end', () => Object.assign(entry, { status: answer.statusCode, sha256: hash.digest('hex') }));
      answer.on('error', () => response.destroy());
      response.writeHead(answer.statusCode, answer.statusMessage, passedOn(answer.rawHeaders));
      answer.pipe(response);
    });
    // Some servers send more behind an answer that is whole, which browsers don't mind.
    onward.on('error', ({ code }) => code === 'HPE_CLOSED_CONNECTION' || response.destroy());
    response.on('close', () => response.writableFinished || onward.destroy());
    request.pipe(onward);
  }
}
