// The robots.txt of the hostile site, by --robots NAME.
import { send, stream } from '../answers.mjs';

const kRules = 'User-agent: *\nDisallow: /nowhere\n';
const kText = { 'Content-Type': 'text/plain' };

function* huge() {
  yield kRules;
  for (let at = 0; at < 100_000; at += 1) yield `Disallow: /nowhere/${'x'.repeat(100)}/${at}\n`;
  // Past what must be read: a crawler that reads it all finds everything forbidden.
  yield 'Disallow: /\n';
}

export const robots = {
  plain: (response) => send(response, 200, kText, kRules),
  missing: (response) => send(response, 404, kText, 'no'),
  forbidden: (response) => send(response, 403, kText, 'no'),
  error: (response) => send(response, 503, kText, 'no'),
  html: (response) => send(response, 200, { 'Content-Type': 'text/html' }, '<!DOCTYPE html><html><body>Disallow: /</body></html>'),
  binary: (response) => send(response, 200, kText, Buffer.concat([Buffer.from([0, 255, 254, 10]), Buffer.from(kRules)])),
  redirect: (response, path) => path === '/robots.txt'
    ? send(response, 301, { Location: '/robots-moved.txt' }) : send(response, 200, kText, kRules),
  loop: (response) => send(response, 301, { Location: '/robots.txt' }),
  out: (response) => send(response, 301, { Location: 'http://10.0.0.1/robots.txt' }),
  all: (response) => send(response, 200, kText, 'User-agent: *\nDisallow: /\n'),
  delay: (response) => send(response, 200, kText, `${kRules}Crawl-delay: 999999999\n`),
  huge: (response) => {
    response.writeHead(200, kText);
    return stream(response, huge());
  },
};
