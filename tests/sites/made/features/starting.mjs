// Start pages that are none: the run can't begin, and has to say why.
import { answers } from '../../misbehaving/answers.mjs';
import { contentOf, lost, sendHtml, sends } from '../parts.mjs';

/** Behind a start page that `handle` answers there would be a file. */
const start = (handle, ...causes) => ({
  alone: true, home: true, fails: true, reasons: causes,
  build(plot) {
    plot.file({ reach: lost(...causes) });
    handle(plot);
  },
});
/** The run begins all the same. */
const begun = ({ alone, home, reasons, build }) => ({ alone, home, reasons, build });
const status = (code, cause, headers = {}) => start((plot) => plot.answer('/', sends('text/html', `<p>${code}`, code, headers)), cause);

export const starting = {
  'start-401': status(401, 'refused', { 'www-authenticate': 'Basic realm="office"' }),
  'start-403': status(403, 'refused'),
  'start-404': status(404, 'client_error'),
  'start-500': { ...status(500, 'server_error'), slow: true },
  'start-429': status(429, 'patience', { 'retry-after': '7200' }),
  'start-robots': start((plot) => {
    plot.rule('Disallow: /');
    plot.answer('/', sends('text/html', '<p>Welcome'));
  }, 'robots'),
  'start-login': start((plot) => plot.answer('/', (_request, response) => sendHtml(response, '<!DOCTYPE html><title>Log in</title>'
    + '<form method="post"><input name="user"><input type="password" name="password"><button>Log in</button></form>')), 'login'),
  'start-empty': begun(start((plot) => plot.answer('/', sends('text/html', '')), 'no_content')),
  'start-reset': { ...start((plot) => plot.answer('/', (_request, response) => answers['reset-before'](response)), 'network'), slow: true },
  'start-away': start((plot) => plot.answer('/', sends('text/plain', '', 302, { location: `${plot.other}/` })), 'start_page'),
  'start-file': {
    alone: true, home: true,
    build(plot) {
      const file = plot.file({ name: '/', type: 'text/csv', body: contentOf('csv', 'start') });
      plot.answer('/', sends(file.type, file.body));
    },
  },
};
