// What pages have besides, and what leads to no file: a run that says "not complete" for it cries wolf.
import { link } from '../../portals/pages.mjs';
import { sends } from '../sending.mjs';

const to = ({ path }) => `<p>${link(path, 'Download the table')}</p>`;
const beside = (html) => ({ build: (plot) => plot.show(`${html(plot)}${to(plot.file())}`) });

export const furniture = {
  nothing: { reasons: ['nothing'], build: (plot) => plot.show('<p>We publish no tables at present.</p>') },
  'other-types': {
    reasons: ['types'],
    build(plot) {
      plot.answer(plot.path('tool.deb'), sends('application/vnd.debian.binary-package', '!<arch>\n'));
      plot.show(`<p>${link(plot.path('tool.deb'), 'A program')}</p>`);
    },
  },
  menu: beside(() => '<nav><button type="button" aria-expanded="false" aria-label="Menu">☰</button> <a href="#">Back to the top</a> '
    + '<a href="javascript:window.print()">Print</a> <a href="mailto:office@example.org">Write to us</a> <a href="tel:+49301234">Call us</a></nav>'),
  'log-in': beside((plot) => {
    plot.answer(plot.path('login'), sends('text/html', '<!DOCTYPE html><title>Log in</title><form method="post"><input name="user">'
      + '<input type="password" name="password"><button>Log in</button></form>'));
    return link(plot.path('login'), 'Log in');
  }),
  'log-out': {
    ...beside((plot) => link(plot.path('logout'), 'Log out')),
    notYet: 'cries wolf: that "Log out" was not opened (acts) makes a run incomplete',
  },
  newsletter: beside((plot) => `<form method="post" action="${plot.path('subscribe')}"><label>Mail address <input type="email" name="mail"></label>`
    + '<button>Subscribe</button></form>'),
  'links-away': beside((plot) => `${link(`${plot.other}/`, 'Our partner')} ${link(`${plot.other}/about/`, 'About our partner')}`),
  pictures: beside((plot) => `<img src="${plot.path('logo.png')}" alt="Logo"><a href="${plot.path('large.jpg')}"><img src="${plot.path('small.jpg')}" alt="A view"></a>`),
  'cookie-banner': beside(() => '<div role="dialog" aria-label="Cookies"><p>This site uses cookies.</p><button type="button">Accept all</button>'
    + '<button type="button">Reject</button></div>'),
  'statistics-script': beside((plot) => {
    plot.answer(plot.path('count.js'), sends('text/javascript', 'window.visits = (window.visits || 0) + 1;'));
    return `<script src="${plot.path('count.js')}" async></script>`;
  }),
};
