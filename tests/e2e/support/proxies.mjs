// Small proxies on loopback that note what goes through them, and know sites that no name server knows.
import { once } from "node:events";
import { createServer as createHttp, request as httpRequest } from "node:http";
import { connect, createServer as createTcp } from "node:net";
import { createServer as createTls } from "node:https";

/**
 * `sites`: host name -> port on loopback; nothing else is reached. `login`: "user:password" that is asked
 * for. `seen` lists `{ host, url }` of what went through, `refused` counts what came without the login.
 */
class NotedProxy {
  seen = [];
  refused = 0;
  sockets = new Set();

  constructor({ sites = {}, login = null }) {
    this.sites = sites;
    this.login = login;
  }

  async listen(server, scheme) {
    this.server = server;
    server.on("connection", (socket) => {
      this.sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => this.sockets.delete(socket));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    this.address = `${scheme}://127.0.0.1:${server.address().port}`;
    this.withLogin = this.login === null ? null : this.address.replace("://", `://${this.login}@`);
    return this;
  }

  hosts() {
    return [...new Set(this.seen.map(({ host }) => host))].sort();
  }

  stop() {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  /** Joins two sockets; either's end is the other's. */
  static join(one, other) {
    one.pipe(other).pipe(one);
    for (const [from, to] of [[one, other], [other, one]]) {
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroy());
    }
  }
}

class HttpProxy extends NotedProxy {
  #admits(request) {
    if (this.login === null) return true;
    const given = request.headers["proxy-authorization"];
    if (given === `Basic ${Buffer.from(this.login).toString("base64")}`) return true;
    this.refused += 1;
    return false;
  }

  plain(request, response) {
    if (!this.#admits(request)) {
      response.writeHead(407, { "proxy-authenticate": 'Basic realm="test"' });
      return void response.end("a login is needed");
    }
    const url = new URL(request.url);
    this.seen.push({ host: url.hostname, url: request.url });
    const port = this.sites[url.hostname];
    if (port === undefined) return void response.writeHead(502).end();
    const { "proxy-authorization": _, "proxy-connection": __, ...headers } = request.headers;
    const onward = httpRequest({ host: "127.0.0.1", port, path: url.pathname + url.search, method: request.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
      });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  }

  connect(request, socket) {
    if (!this.#admits(request)) {
      return void socket.end('HTTP/1.1 407 Login\r\nProxy-Authenticate: Basic realm="test"\r\nContent-Length: 0\r\n\r\n');
    }
    const host = request.url.slice(0, request.url.lastIndexOf(":"));
    this.seen.push({ host, url: request.url });
    const port = this.sites[host];
    if (port === undefined) return void socket.end("HTTP/1.1 502 Unknown\r\nContent-Length: 0\r\n\r\n");
    const onward = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Here\r\n\r\n");
      NotedProxy.join(socket, onward);
    });
    onward.on("error", () => socket.destroy());
  }
}

/** `tls`: `{ key, cert }` makes it an https proxy. */
export async function startHttpProxy({ tls = null, ...options } = {}) {
  const proxy = new HttpProxy(options);
  const server = tls ? createTls(tls) : createHttp();
  server.on("request", (request, response) => proxy.plain(request, response));
  server.on("connect", (request, socket) => proxy.connect(request, socket));
  return proxy.listen(server, tls ? "https" : "http");
}

/** Reads exact numbers of bytes from a socket. */
async function* reader(socket) {
  let bytes = Buffer.alloc(0);
  let wanted = yield;
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    bytes = Buffer.concat([bytes, chunk]);
    while (bytes.length >= wanted) {
      const taken = bytes.subarray(0, wanted);
      bytes = bytes.subarray(wanted);
      wanted = yield taken;
    }
  }
}

/** RFC 1928 with names and IPv4 addresses, RFC 1929 for the login. */
class SocksProxy extends NotedProxy {
  async serve(socket) {
    const bytes = reader(socket);
    await bytes.next();
    const take = async (count) => (await bytes.next(count)).value;
    const [, methods] = await take(2);
    const offered = [...await take(methods)];
    const method = this.login === null ? 0 : 2;
    if (!offered.includes(method)) {
      this.refused += 1;
      return void socket.end(Buffer.from([5, 0xff]));
    }
    socket.write(Buffer.from([5, method]));
    if (method === 2) {
      const [, nameBytes] = await take(2);
      const name = (await take(nameBytes)).toString();
      const password = (await take((await take(1))[0])).toString();
      const good = `${name}:${password}` === this.login;
      socket.write(Buffer.from([1, good ? 0 : 1]));
      if (!good) {
        this.refused += 1;
        return void socket.end();
      }
    }
    const [, , , type] = await take(4);
    const host = type === 3 ? (await take((await take(1))[0])).toString() : [...await take(4)].join(".");
    await take(2);
    this.seen.push({ host, url: host });
    // Lets go of the socket, so that it can be joined.
    await bytes.return();
    const reply = (code) => Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0]);
    const port = this.sites[host];
    if (port === undefined) return void socket.end(reply(4));
    const onward = connect(port, "127.0.0.1", () => {
      socket.write(reply(0));
      NotedProxy.join(socket, onward);
    });
    onward.on("error", () => socket.destroy());
  }
}

export async function startSocksProxy(options = {}) {
  const proxy = new SocksProxy(options);
  return proxy.listen(createTcp((socket) => proxy.serve(socket).catch(() => socket.destroy())), "socks5");
}
