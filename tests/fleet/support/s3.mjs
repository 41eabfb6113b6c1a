// An S3 server for tests: s3rver keeps the objects; before it stands a gate that checks each signature (by aws4, an
// implementation of its own; s3rver does not check those of version 4), each payload's digest and each request's time,
// logs, and breaks what a test wants broken.
import aws4 from "aws4";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, request as ask } from "node:http";
import S3rver from "s3rver";

export const KEY = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
export const REGION = "eu-test-1";
export const BUCKET = "bucket";
const MOST_SKEW_MS = 15 * 60_000;
const MOST_BODY = 64 << 20;
const MOST_ENDLESS = 512 << 20;

function bodyOf(message) {
  return new Promise((done, failed) => {
    const pieces = [];
    let size = 0;
    message.on("data", (piece) => {
      size += piece.length;
      if (size > MOST_BODY) message.destroy(new Error("too large"));
      pieces.push(piece);
    });
    message.once("end", () => done(Buffer.concat(pieces)));
    message.once("error", failed);
  });
}

/** What is wrong with a request, as S3 names it; or nothing. */
function faultOf({ method, url, headers }, body, now) {
  const [, id, region, signed] = /Credential=([^/]+)\/\d+\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+)/.exec(headers.authorization) ?? [];
  if (!id) return [403, "AccessDenied"];
  if (id !== KEY.accessKeyId) return [403, "InvalidAccessKeyId"];
  if (region !== REGION) return [400, "AuthorizationHeaderMalformed", `<Region>${REGION}</Region>`];
  const [, ...time] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(headers["x-amz-date"]) ?? [];
  if (!(Math.abs(Date.UTC(time[0], time[1] - 1, ...time.slice(2)) - now) < MOST_SKEW_MS)) return [403, "RequestTimeTooSkewed"];
  const names = signed.split(";");
  const must = Object.keys(headers).filter((name) => name.startsWith("x-amz-") || name === "host");
  if (must.some((name) => !names.includes(name))) return [403, "AccessDenied"];
  const expected = aws4.sign({
    service: "s3", region, method, path: url,
    headers: Object.fromEntries(names.map((name) => [name, headers[name]])),
    extraHeadersToInclude: Object.fromEntries(names.map((name) => [name, true])),
  }, KEY).headers.Authorization;
  if (expected !== headers.authorization) return [403, "SignatureDoesNotMatch"];
  const digest = createHash("sha256").update(body).digest("hex");
  return digest === headers["x-amz-content-sha256"] ? undefined : [400, "XAmzContentSHA256Mismatch"];
}

export class S3Server {
  log = [];
  /** `(request) => [status, code] | "cut" | "cut head" | { endless: status } | undefined`, or a promise of it: what is answered
   * in place of the server. `{ change: (body) => body }`: its answer, changed. */
  breakWith = () => undefined;
  /** Whether somebody took all of a body that has no end. */
  sentAll = false;
  /** The programs' clock. */
  clock = { date: () => Date.now() };
  /** Most names in an answer to a list. */
  pageSize = 1000;
  #gate;
  #s3;
  #port;
  /** Of the request that s3rver has, and of those that wait for it. */
  #turn = Promise.resolve();

  constructor(folder) {
    this.#s3 = new S3rver({ port: 0, address: "127.0.0.1", silent: true, directory: folder, configureBuckets: [{ name: BUCKET }] });
    this.#gate = createServer((request, response) => void this.#pass(request, response).catch(() => response.destroy()));
  }

  async start(address = "127.0.0.1") {
    this.#port = (await this.#s3.run()).port;
    this.#gate.listen(0, address);
    await once(this.#gate, "listening");
    this.port = this.#gate.address().port;
    this.endpoint = `http://${address}:${this.port}`;
  }

  async stop() {
    this.#gate.closeAllConnections();
    this.#gate.close();
    await this.#s3.close();
  }

  async #pass(request, response) {
    const body = await bodyOf(request);
    const fault = faultOf(request, body, this.clock.date()) ?? await this.breakWith(request);
    this.log.push({ method: request.method, url: request.url, headers: request.headers, bytes: body.length, fault: Array.isArray(fault) ? fault[1] : fault });
    if (fault === "cut") return request.socket.resetAndDestroy();
    if (fault === "cut head") return request.socket.end("HTTP/1.1 200 OK\r\nAccept-Ranges: bytes\r\nContent-Le");
    if (fault?.endless) return this.#sendWithoutEnd(response.writeHead(fault.endless));
    if (Array.isArray(fault)) {
      const [status, code, more = ""] = fault;
      response.writeHead(status, { "content-type": "application/xml" });
      return response.end(request.method === "HEAD" ? undefined : `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message>${more}</Error>`);
    }
    if (/[?&]list-type=2/.test(request.url)) return this.#list(request, response);
    const answer = await this.#ask(request, request.url, body);
    if (answer.status === 200 && fault?.change) {
      answer.body = fault.change(answer.body);
      answer.headers["content-length"] = answer.body.length;
    }
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }

  /** Until the other side has had enough, or what no test may let it take. */
  #sendWithoutEnd(response) {
    const piece = Buffer.alloc(1 << 16, "x");
    let sent = 0;
    const more = () => {
      while (sent < MOST_ENDLESS && !response.destroyed) {
        sent += piece.length;
        if (!response.write(piece)) return;
      }
      if (sent >= MOST_ENDLESS) this.sentAll = true;
      response.end();
    };
    response.on("drain", more).on("error", () => {});
    more();
  }

  /**
   * One request after the other: what S3 does at once, s3rver does in steps that others would see, and of an object that is
   * written while it is read it sends more than it has said.
   */
  #ask(request, path, body) {
    const answered = this.#turn.then(() => this.#answerOf(request, path, body));
    this.#turn = answered.catch(() => {});
    return answered;
  }

  async #answerOf({ method, headers: { authorization, ...headers } }, path, body) {
    const answer = await new Promise((done, failed) => {
      ask({ host: "127.0.0.1", port: this.#port, method, path, headers }, done).on("error", failed).end(body);
    });
    return { status: answer.statusCode, headers: answer.headers, body: await bodyOf(answer) };
  }

  /** By pages; s3rver's own need a cipher that Node has no more. A token is not for those who forget to encode it. */
  async #list(request, response) {
    const query = new URL(request.url, "http://s3").searchParams;
    const answer = await this.#ask(request, `/${BUCKET}?${new URLSearchParams({ "list-type": 2, prefix: query.get("prefix") })}`, undefined);
    const xml = answer.body.toString();
    const items = xml.match(/<Contents>.*?<\/Contents>/gs) ?? [];
    const first = Number(query.get("continuation-token")?.replace("a+b/c=&", "") ?? 0);
    const more = first + this.pageSize < items.length;
    const next = more ? `<NextContinuationToken>a+b/c=&amp;${first + this.pageSize}</NextContinuationToken>` : "";
    response.writeHead(answer.status, { "content-type": "application/xml" });
    response.end(answer.status === 200
      ? `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${items.slice(first, first + this.pageSize).join("")}</ListBucketResult>` : xml);
  }
}

/** What a program needs to use it. */
export const variables = (endpoint) => ({
  AWS_ACCESS_KEY_ID: KEY.accessKeyId, AWS_SECRET_ACCESS_KEY: KEY.secretAccessKey, AWS_REGION: REGION, AWS_ENDPOINT_URL_S3: endpoint,
});
