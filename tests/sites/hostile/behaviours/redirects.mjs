// Redirects that loop, lead out, or lead to where nobody may go.
import { goodFile, send } from '../answers.mjs';

function to(path, title, location, status = 302) {
  return { path, title, handle: (_, response) => send(response, status, location === undefined ? {} : { Location: location }) };
}

const kForbidden = [
  'http://10.0.0.1/', 'http://169.254.169.254/latest/meta-data/', 'http://[::1]:1/', 'http://[::ffff:10.0.0.1]/',
  'http://0x7f000001:1/', 'http://localhost:1/', 'file:///etc/passwd', 'ftp://example.org/a.csv',
  'javascript:alert(1)', 'data:text/csv,a', 'http://user:secret@example.org/', '//example.org/other', 'http://',
  'not a url\u00ff', '',
];

export const redirects = [
  to('/loop/self', 'Redirect to itself', '/loop/self'),
  to('/loop/a', 'Redirect in a circle', '/loop/b'),
  to('/loop/b', undefined, '/loop/a'),
  { path: '/loop/growing', title: 'Redirect that grows', prefix: true, handle: (request, response) =>
    send(response, 302, { Location: `${request.url}x` }) },
  to('/chain/0', 'Chain of 30 redirects', '/chain/1'),
  ...Array.from({ length: 29 }, (_, at) => to(`/chain/${at + 1}`, undefined, at === 28 ? '/chain/end.csv' : `/chain/${at + 2}`)),
  { path: '/chain/end.csv', handle: (_, response) => send(response, 200, { 'Content-Type': 'text/csv' }, 'a,b\n') },
  to('/short-chain/0', 'Chain of 3 redirects', '/short-chain/1', 301),
  to('/short-chain/1', undefined, '/short-chain/2', 307),
  to('/short-chain/2', undefined, '/good/behind-redirects.csv', 308),
  goodFile('/good/behind-redirects.csv'),
  to('/redirect/nowhere', 'Redirect without Location', undefined),
  ...kForbidden.map((location, at) => to(`/redirect/${at}`, `Redirect to ${JSON.stringify(location)}`, location)),
  to('/redirect/long', 'Redirect of 60 KB', `/${'a'.repeat(60_000)}`),
];
