// Forms.
import { link, list } from '../../portals/pages.mjs';
import { field, form, hidden, select } from '../../portals/forms/parts.mjs';
import { lost, sendHtml } from '../parts.mjs';

const kTopics = ['births', 'deaths', 'marriages'];

const results = (files) => `<!DOCTYPE html><title>Results</title><h1>Results</h1>${list(files.map((file) => link(file.path, file.title)))}`;

const filesOf = (plot, more) => kTopics.map((title) => Object.assign(plot.file({ name: `${title}.csv`, ...more }), { title }));

/** Shows the table that was chosen; without a choice none. */
function filter(plot) {
  const files = filesOf(plot);
  plot.answer(plot.path('tables'), (_request, response, url) =>
    sendHtml(response, results(files.filter(({ title }) => title === url.searchParams.get('topic')))));
  plot.show(form(plot.path('tables'), [select('topic', 'Topic', kTopics.map((topic) => [topic, topic]))], { submit: 'Show' }));
}

function search(plot) {
  const files = filesOf(plot);
  plot.answer(plot.path('search'), (_request, response, url) =>
    sendHtml(response, results(files.filter(({ title }) => title.includes(url.searchParams.get('q') ?? '')))));
  plot.show(form(plot.path('search'), [field('q', 'Search', { type: 'search' })], { role: 'search' }));
}

function byPost(plot, inputs, submit) {
  const files = filesOf(plot, { reach: lost('forms') });
  plot.answer(plot.path('find'), (request, response) =>
    sendHtml(response, request.method === 'POST' ? results(files) : '<!DOCTYPE html><title>Find</title>', request.method === 'POST' ? 200 : 405));
  plot.show(form(plot.path('find'), inputs, { method: 'post', submit }));
}

export const asking = {
  filter: { build: filter },
  'filter:not': { build: (plot) => byPost(plot, [select('topic', 'Topic', kTopics.map((topic) => [topic, topic]))], 'Show') },
  search: { build: search, doubts: ['forms_more'] },
  'search:not': { build: (plot) => byPost(plot, [field('q', 'Search', { type: 'search' })], 'Search') },
  'download-by-post': {
    build: (plot) => byPost(plot, [hidden('table', '17')], 'Download CSV'),
  },
};
