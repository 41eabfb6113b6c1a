// Tells apart what a crawl was led to by links, what it asked of forms and interfaces it knew, and what it only guessed.
// Watches a server: what was asked, and what its answers named.

const kInMarkup = /(?:href|src|action|content|data-[\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;
const kBase = /<base\s[^>]*href="([^"]*)"/i;
const kLatin = /charset=["']?(?:iso-8859-1|windows-1252)/i;
const kInText = /https?:\/\/[^\s"'<>\\)\]]+/g;
/** Asked of every site, by its convention. */
const kConventions = new Set(['/robots.txt', '/sitemap.xml', '/favicon.ico']);

const unescaped = (text) => text.replaceAll('&amp;', '&').replaceAll('&#38;', '&').replaceAll('\\/', '/');

const textOf = (body, type) => {
  const bytes = Buffer.from(body ?? '');
  return bytes.toString(kLatin.test(`${type} ${bytes.toString('latin1', 0, 1024)}`) ? 'latin1' : 'utf8');
};

export class Watch {
  #urls = new Set();
  #paths = new Set();

  /** `start`: the URL that the crawl was given. */
  constructor(start) {
    this.#learn(start);
  }

  #learn(url) {
    this.#urls.add(url.href);
    this.#paths.add(`${url.origin}${url.pathname}`);
  }

  /** How `url` came to be asked: linked, query (a path that was named or has answered, with another query), or guessed. */
  kindOf(url) {
    if (this.#urls.has(url.href) || kConventions.has(url.pathname)) return 'linked';
    return this.#paths.has(`${url.origin}${url.pathname}`) ? 'query' : 'guessed';
  }

  /** Takes in what an answer names. */
  answered(url, { status, type = '', body, headers = {} }) {
    if (headers.Location) this.#name(headers.Location, url);
    if (headers.Link) for (const [, to] of headers.Link.matchAll(/<([^>]*)>/g)) this.#name(to, url);
    if (status >= 400) return;
    this.#learn(url);
    if (!/html|xml|json|text\/plain|turtle/.test(type)) return;
    const text = unescaped(textOf(body, type));
    const base = kBase.exec(text)?.[1] ?? '';
    const from = URL.canParse(base, url) ? new URL(base, url) : url;
    for (const [, double, single] of text.matchAll(kInMarkup)) this.#name(double ?? single, from);
    for (const [to] of text.matchAll(kInText)) this.#name(to, url);
  }

  #name(to, from) {
    if (!URL.canParse(to, from)) return;
    const url = new URL(to, from);
    url.hash = '';
    this.#learn(url);
  }
}
