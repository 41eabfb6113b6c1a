// A portal of forms within the process of a test, which counts what is asked of it.
import { Site } from '../../e2e/support/site.mjs';
import { Portal } from './portals.mjs';

export class FormsSite extends Site {
  asked = [];
  #shown = new Set();
  #fresh = 0;

  constructor(kind, seed = 1) {
    const portal = new Portal(kind, { seed });
    const answer = (request, response) => {
      this.asked.push(request.url);
      if (request.method !== 'GET') this.asked.push('/acts/other-method');
      const { status = 200, type, body } = portal.answer(request.url);
      this.#note(body);
      response.writeHead(status, { 'content-type': type });
      response.end(body);
    };
    super(new Proxy({}, { get: () => answer }));
    this.portal = portal;
  }

  #note(body) {
    const before = this.#shown.size;
    for (const [, path] of body.matchAll(/href="(\/files\/[^"]+)"/g)) this.#shown.add(path);
    if (this.#shown.size > before) this.#fresh++;
  }

  /** What was asked for so far, against what is there. */
  figures() {
    const truth = new Set(this.portal.truth());
    const asked = new Set(this.asked);
    return {
      truth: truth.size,
      files: [...truth].filter((path) => asked.has(path)).length,
      others: this.asked.filter((path) => !path.startsWith('/files/')).length,
      /** Pages that linked to a file that none before had linked to. */
      fresh: this.#fresh,
      acted: this.asked.filter((path) => path.startsWith('/acts/')).length,
    };
  }
}
