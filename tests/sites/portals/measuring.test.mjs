// What the benchmark of portals (tests/bench/portals/) makes of a server's log.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { figuresOf, tableOf } from '../../bench/portals/figures.mjs';
import { Watch } from '../../bench/portals/watching.mjs';

const at = (path, host = 'http://127.0.0.1:80') => new URL(path, host);

describe('how a URL came to be asked', () => {
  const watch = new Watch(at('/'));
  watch.answered(at('/'), { status: 200, type: 'text/html', body: '<a href="/list?page=2&amp;size=3">x</a><form action="/find"><script src=\'/app.js\'></script>' });

  test('links, scripts and the start are linked; robots.txt is asked of all', () => {
    for (const path of ['/', '/list?page=2&size=3', '/app.js', '/robots.txt']) assert.equal(watch.kindOf(at(path)), 'linked', path);
  });

  test('another query of a known path is a query, anything else a guess', () => {
    assert.equal(watch.kindOf(at('/list?page=9')), 'query');
    assert.equal(watch.kindOf(at('/find?q=word')), 'query');
    assert.equal(watch.kindOf(at('/data.json')), 'guessed');
    assert.equal(watch.kindOf(at('/list?page=2&size=3', 'http://127.0.0.2:80')), 'guessed');
  });

  test('what a guess brings is known from then on, and what failed is not', () => {
    watch.answered(at('/api/items'), { status: 200, type: 'application/json', body: '{"next":"http:\\/\\/127.0.0.1:80\\/api\\/items?page=2","url":"http://127.0.0.1:80/a.csv"}', headers: { Link: '<http://127.0.0.1:80/b.csv> ; rel="item"' } });
    watch.answered(at('/none'), { status: 404, type: 'text/html', body: '<a href="/hidden">x</a>' });
    for (const path of ['/api/items?page=2', '/a.csv', '/b.csv']) assert.equal(watch.kindOf(at(path)), 'linked', path);
    assert.equal(watch.kindOf(at('/api/items?page=7')), 'query');
    for (const path of ['/hidden', '/none']) assert.equal(watch.kindOf(at(path)), 'guessed', path);
  });

  test('links of a page with a base are taken from there', () => {
    watch.answered(at('/based'), { status: 200, type: 'text/html', body: '<base href="/far/"><a href="away.html">x</a>' });
    assert.equal(watch.kindOf(at('/far/away.html')), 'linked');
    assert.equal(watch.kindOf(at('/away.html')), 'guessed');
  });

  test('a redirect names where it leads', () => {
    watch.answered(at('/go'), { status: 302, headers: { Location: '/there' } });
    assert.equal(watch.kindOf(at('/there')), 'linked');
  });
});

describe('figures', () => {
  const host = '127.0.0.1';
  const file = (name, more = {}) => ({ host, url: `http://127.0.0.1/${name}`, status: 200, file: `http://127.0.0.1/${name}`, how: 'linked', ...more });
  const truth = ['a', 'b', 'c', 'd'].map((name) => `http://127.0.0.1/${name}`);
  const log = [
    { host, url: 'http://127.0.0.1/', status: 200, file: false, how: 'linked' }, file('a'), file('a'), file('b'),
    { host, url: 'http://127.0.0.1/data.json', status: 404, file: false, how: 'guessed' },
    file('c', { url: 'http://127.0.0.1/other/c' }), file('d'), file('x'),
    { host: '127.0.0.2', url: 'http://127.0.0.2/page', status: 200, file: false, how: 'guessed' },
    { host, url: 'http://127.0.0.1/find?q=a', status: 200, file: false, how: 'query', form: 'find', fresh: 3 },
    { host, url: 'http://127.0.0.1/find?q=b', status: 200, file: false, how: 'query', form: 'find', fresh: 0, acts: true },
  ];
  const done = { kept: new Set([truth[0], truth[1], 'http://127.0.0.1/other/c', 'http://127.0.0.1/x']), result: { stopped_by: 'frontier_empty' }, code: 0, seconds: 1 };

  test('files count once, when they were kept, whichever address they came from', () => {
    const figures = figuresOf({ log, truth }, done);
    assert.deepEqual([figures.truth, figures.kept, figures.share, figures.n50, figures.n90, figures.n100], [4, 3, 0.75, 4, undefined, undefined]);
    assert.equal(figuresOf({ log, truth: truth.slice(0, 3) }, done).n100, 6);
  });

  test('guesses, queries, forms and what strays are counted', () => {
    const figures = figuresOf({ log, truth }, done);
    assert.deepEqual([figures.requests, figures.guessed, figures.failed, figures.queries, figures.formPages, figures.fresh, figures.acts, figures.strayed], [11, 2, 1, 2, 2, 1, 1, 1]);
    assert.match(tableOf([{ site: 'one', by: 'trail', ...figures }]), /\| one {2}\| trail \| 4 {5}\| 75\.0 % \| 4 {3}\| - {3}\|/);
  });
});
