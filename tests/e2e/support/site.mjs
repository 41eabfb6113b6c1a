// A website on loopback whose answers a test writes down as a table of paths.
import { once } from "node:events";
import { createServer } from "node:http";

/** `routes`: path -> HTML text, or a function (request, response). `hits` lists what was asked. */
export class Site {
  hits = [];
  #server;

  constructor(routes) {
    this.#server = createServer((request, response) => {
      const { pathname } = new URL(request.url, "http://site");
      this.hits.push(pathname);
      const route = routes[pathname];
      if (typeof route === "function") return route(request, response);
      response.writeHead(route === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
      response.end(route ?? "<p>not here");
    });
  }

  /** Each address of loopback, 127.0.0.2 and on, is a host of its own. */
  async start(address = "127.0.0.1") {
    this.#server.listen(0, address);
    await once(this.#server, "listening");
    this.base = `http://${address}:${this.#server.address().port}`;
  }

  stop() {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** A route that sends elsewhere. */
export function redirect(status, location) {
  return (_request, response) => {
    response.writeHead(status, { location, "content-type": "text/plain" });
    response.end();
  };
}

/** A route that answers with any type and headers. */
export function body(type, content, headers = {}) {
  return (_request, response) => {
    response.writeHead(200, { "content-type": type, ...headers });
    response.end(content);
  };
}
