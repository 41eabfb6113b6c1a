// Bootstrap: pills and accordions whose parts are in the page, a tab that fetches its part when it is shown, a modal, an offcanvas.
import { builtBy, servers } from '../../support/npm.mjs';
import { catalogueOf, filesBelow, htmlOf, shelvesOf } from '../../support/shelves.mjs';

const shelves = shelvesOf(8, 5);
const [inPills, inAccordion, fetched, inModal] = [0, 2, 4, 6].map((from) => catalogueOf(shelves.slice(from, from + 2)));
const list = ({ files }) => `<ul>${files.map(({ name, href }) => `<li><a href="${href}">${name}</a></li>`).join('')}</ul>`;
const pill = ({ slug, title }, at, more = '') => `<li class="nav-item" role="presentation"><button class="nav-link${at === 0 ? ' active' : ''}" data-bs-toggle="pill"
 data-bs-target="#${slug}" type="button" role="tab" aria-controls="${slug}" aria-selected="${at === 0}"${more}>${title}</button></li>`;
const pane = ({ slug }, at, inner) => `<div class="tab-pane fade${at === 0 ? ' show active' : ''}" id="${slug}" role="tabpanel">${inner}</div>`;
const item = (shelf) => `<div class="accordion-item"><h2 class="accordion-header"><button class="accordion-button collapsed" type="button"
 data-bs-toggle="collapse" data-bs-target="#in-${shelf.slug}" aria-expanded="false" aria-controls="in-${shelf.slug}">${shelf.title}</button></h2>
<div id="in-${shelf.slug}" class="accordion-collapse collapse"><div class="accordion-body">${list(shelf)}</div></div></div>`;
const modal = (shelf) => `<button type="button" class="btn btn-primary" data-bs-toggle="modal" data-bs-target="#of-${shelf.slug}">${shelf.title}</button>
<div class="modal fade" id="of-${shelf.slug}" tabindex="-1" aria-hidden="true"><div class="modal-dialog"><div class="modal-content">
<div class="modal-header"><h5 class="modal-title">${shelf.title}</h5><button type="button" class="btn-close" data-bs-dismiss="modal" aria-label="Close"></button></div>
<div class="modal-body">${list(shelf)}</div></div></div></div>`;
const page = (title, body) => htmlOf(title, `<nav class="navbar navbar-expand"><ul class="navbar-nav">
<li class="nav-item"><a class="nav-link" href="index.html">Themes</a></li><li class="nav-item"><a class="nav-link" href="more.html">More</a></li></ul></nav>
<main class="container"><h1>${title}</h1>${body}</main>
<script src="vendor/bootstrap.bundle.min.js"></script>`, '<link href="vendor/bootstrap.min.css" rel="stylesheet">');

export const bootstrap = builtBy({
  name: 'bootstrap',
  source: import.meta.filename,
  port: 47342,
  packages: { bootstrap: '5.3.8', serve: '14.2.7' },
  shelves,
  tree: {
    'index.html': page('Themes', `<ul class="nav nav-pills" role="tablist">${inPills.map((shelf, at) => pill(shelf, at)).join('')}</ul>
<div class="tab-content">${inPills.map((shelf, at) => pane(shelf, at, list(shelf))).join('')}</div>
<div class="accordion">${inAccordion.map(item).join('')}</div>`),
    'more.html': page('More', `<ul class="nav nav-tabs" role="tablist">${pill({ slug: 'intro', title: 'About' }, 0)}
${fetched.map((shelf) => pill(shelf, 1, ` data-part="parts/${shelf.slug}.html"`)).join('')}</ul>
<div class="tab-content">${pane({ slug: 'intro' }, 0, '<p>Choose a theme.</p>')}
${fetched.map((shelf) => pane(shelf, 1, '')).join('')}</div>${inModal.map(modal).join('')}
<script>addEventListener('show.bs.tab', async ({ target }) => {
  const panel = document.querySelector(target.dataset.bsTarget)
  if (target.dataset.part && !panel.innerHTML) panel.innerHTML = await (await fetch(target.dataset.part)).text()
})</script>`),
    ...Object.fromEntries(fetched.map((shelf) => [`parts/${shelf.slug}.html`, list(shelf)])),
    ...filesBelow('files', shelves),
  },
  parts: { 'vendor/bootstrap.min.css': 'bootstrap/dist/css/bootstrap.min.css', 'vendor/bootstrap.bundle.min.js': 'bootstrap/dist/js/bootstrap.bundle.min.js' },
  server: servers.serve,
  pages: 4,
});
