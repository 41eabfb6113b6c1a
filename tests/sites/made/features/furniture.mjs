// What pages have besides, and what leads to no file: a run that says "not complete" for it cries wolf.
import { link } from '../../portals/pages.mjs';
import { sendHtml, sends, to } from '../parts.mjs';

const beside = (html) => ({ build: (plot) => plot.show(`${html(plot)}${to(plot.file())}`) });

export const furniture = {
  nothing: {
    reasons: ['nothing'], build: (plot) => plot.show('<p>We publish no tables at present.</p>'),
  },
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
  'log-out': beside((plot) => link(plot.path('logout'), 'Log out')),
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
  languages: beside((plot) => {
    const page = plot.page('de');
    page.add('<p>Auf Deutsch.</p>');
    return `<link rel="alternate" hreflang="de" href="${page.path}">${link(page.path, 'Deutsch')}`;
  }),
  sortings: {
    build(plot) {
      const files = Array.from({ length: 5 }, () => plot.file());
      plot.answer(plot.path('list'), (_request, response, url) => {
        const sorted = url.searchParams.get('order') === 'name' ? files.toReversed() : files;
        sendHtml(response, `<!DOCTYPE html><title>List</title><p>${link('?order=name', 'By name')} ${link('?order=date', 'By date')}</p>${sorted.map((file) => to(file)).join('')}`);
      });
      plot.show(`<p>${link(plot.path('list'), 'List')}</p>`);
    },
  },
  'print-view': beside((plot) => {
    const page = plot.page('notes');
    page.add(`<p>Notes on methods.</p>${link('?print=1', 'Print view')}`);
    return link(page.path, 'Notes');
  }),
  sharing: beside((plot) => ['https://www.facebook.com/sharer/sharer.php?u=', 'https://twitter.com/intent/tweet?url=', 'mailto:?body=']
    .map((where) => link(where + encodeURIComponent(plot.base), 'Share')).join(' ')),
  'embedded-map': beside(() => '<iframe src="https://www.openstreetmap.org/export/embed.html?bbox=1" title="Map"></iframe>'
    + '<iframe src="https://www.youtube.com/embed/abc" title="Film"></iframe>'),
  slides: beside(() => '<div class="carousel"><img alt="A view"><button type="button" class="carousel-control-prev" data-slide="prev">Previous</button>'
    + '<button type="button" class="carousel-control-next" data-slide="next">Next</button></div>'),
  accordion: beside(() => '<h3><button type="button" aria-expanded="false" aria-controls="more">Show more</button></h3><div id="more" hidden>The rest of the text.</div>'),
  details: beside((plot) => `<details><summary>More tables</summary>${to(plot.file())}</details>`),
  'contact-form': beside((plot) => `<form method="post" action="${plot.path('contact')}"><label>Name <input name="name"></label><label>Mail <input type="email" name="mail"></label>`
    + '<label>Message <textarea name="message"></textarea></label><button>Send</button></form>'),
  'login-form': beside((plot) => `<form method="post" action="${plot.path('login')}"><input name="user"><input type="password" name="password"><button>Log in</button></form>`),
  'language-menu': beside((plot) => {
    const page = plot.page('fr');
    page.add('<p>En français.</p>');
    return `<select onchange="location.href = this.value"><option value="${plot.base}/">English</option><option value="${page.path}">Français</option></select>`;
  }),
  cart: beside((plot) => link(`${plot.path('cart')}?add=17`, 'Add to cart')),
  'head-links': beside((plot) => `<link rel="icon" href="${plot.path('favicon.ico')}"><link rel="manifest" href="${plot.path('site.webmanifest')}">`
    + `<link rel="preconnect" href="${plot.other}/"><link rel="pingback" href="${plot.path('xmlrpc.php')}">`
    + `<link rel="EditURI" type="application/rsd+xml" href="${plot.path('xmlrpc.php')}?rsd">`),
  oembed: beside((plot) => {
    plot.answer(plot.path('oembed'), sends('application/json', '{"version":"1.0","type":"rich","html":"<p>Embedded"}'));
    return `<link rel="alternate" type="application/json+oembed" href="${plot.path('oembed')}?url=x">`;
  }),
  'hidden-picture': beside(() => '<a href="data:image/png;base64,iVBORw0KGgo="><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="A dot"></a>'),
  'void-links': beside(() => '<a href="javascript:void(0)">Menu</a> <a href="javascript:;" onclick="toggle()">Details</a> <a href="#" role="button">Close</a>'),
  anchors: beside(() => '<a href="#content">Skip to the content</a> <a href="#top">Top</a><div id="content">Text</div>'),
  'dead-links': beside((plot) => [1, 2, 3].map((at) => link(plot.path(`gone-${at}`), 'An old page')).join(' ')),
  'error-page': beside((plot) => {
    plot.answer(plot.path('old'), sends('text/plain', '', 301, { location: '/' }));
    return link(plot.path('old'), 'An old address');
  }),
  'web-shop-app': beside(() => '<a href="itms-apps://example.org/1">Our app</a> <a href="whatsapp://send?text=x">Send</a> <a href="geo:1,2">Map</a>'),
  'rendered-app': beside((plot) => {
    plot.answer(plot.path('app.js'), sends('text/javascript', 'document.getElementById("app").dataset.ready = "yes";'));
    return `<div id="app"><h2>Tables</h2><p>Drawn by the server, and taken over by a script.</p></div><script src="${plot.path('app.js')}"></script>`;
  }),
  'noscript-warning': beside(() => '<noscript><p>Please enable JavaScript to see this site at its best.</p></noscript>'),
  'inline-scripts': beside(() => '<script>window.dataLayer = window.dataLayer || []; function gtag() { dataLayer.push(arguments); }</script>'
    + '<script>document.documentElement.className += " js";</script>'),
  'hash-tabs': beside((plot) => '<ul class="nav nav-tabs"><li><a href="#t1" data-toggle="tab">Figures</a></li><li><a href="#t2" data-toggle="tab">Notes</a></li></ul>'
    + `<div id="t1">${to(plot.file())}</div><div id="t2">Notes on methods.</div>`),
  'hash-accordion': beside((plot) => `<a href="#c1" data-toggle="collapse">Tables of 2024</a><div id="c1" class="collapse">${to(plot.file())}</div>`),
  lightbox: beside(() => '<a href="#view-1"><img alt="A view"></a><div id="view-1"><a href="#">Close</a></div>'),
  'sortable-table': beside(() => '<table><thead><tr><th><button type="button">Year</button></th><th><button type="button">Value</button></th></tr></thead>'
    + '<tbody><tr><td>2024</td><td>1</td></tr></tbody></table>'),
  'theme-switch': beside(() => '<button type="button" aria-label="Dark mode">◐</button> <button type="button" aria-label="Larger text">A+</button>'),
  'date-picker': beside(() => '<div class="datepicker"><button type="button" aria-label="Previous month">‹</button> May <button type="button" aria-label="Next month">›</button></div>'),
  comments: beside(() => '<section><h3>Comments</h3><button type="button">Reply</button> <button type="button">Like</button> <button type="button">Report</button></section>'),
  dialog: beside((plot) => `<button type="button" onclick="document.getElementById('d').showModal()">Downloads</button><dialog id="d">${to(plot.file())}`
    + '<button type="button" onclick="this.closest(\'dialog\').close()">Close</button></dialog>'),
  'copy-button': beside(() => '<button type="button" onclick="navigator.clipboard.writeText(location.href)">Copy the address</button>'),
  'linked-by-both': beside((plot) => {
    const file = plot.file();
    return `<a href="${file.path}" onclick="window.visits = (window.visits || 0) + 1">Download CSV</a>`;
  }),
  'dropdown-of-links': beside((plot) => '<div class="dropdown"><button type="button" data-toggle="dropdown" aria-haspopup="true">Download</button>'
    + `<div class="dropdown-menu">${to(plot.file(), 'CSV')}${to(plot.file(), 'JSON')}</div></div>`),
  'pages-with-buttons': beside((plot) => {
    const page = plot.page('page-2');
    page.add(to(plot.file({ on: page })));
    return `<nav class="pagination"><button type="button" disabled>Previous</button> <a href="${page.path}">2</a> <a href="${page.path}">Next</a></nav>`;
  }),
};
