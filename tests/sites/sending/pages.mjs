// The pages of the site: what each sends, and what it takes to stop that.

/** By its method alone. */
const put = (how) => ({ by: 'method', ...how });
/** Where POST is stopped. */
const post = (how) => ({ by: 'post', ...how });
/** It only asks, and shows what came. */
const asks = (how) => ({ by: 'asks', ...how });

export const PAGES = [
  put({ name: 'put', script: "send('PUT', '/kept/put', 'Start').then(() => show('put'))" }),
  put({ name: 'patch', script: "send('PATCH', '/kept/patch', '{}').then(() => show('patch'))" }),
  put({ name: 'xhr', script: `
    const request = new XMLHttpRequest(); request.open('DELETE', '/kept/xhr');
    request.onloadend = () => show('xhr'); request.send();` }),
  put({ name: 'own-method', script: "send('LOCK', '/kept/own-method').then(() => show('own-method'))" }),
  put({ name: 'worker', script: "new Worker('/worker.js'); wait('worker')" }),
  put({ name: 'shared', script: "new SharedWorker('/shared.js'); wait('shared')" }),
  put({ name: 'service', script: `
    navigator.serviceWorker.register('/service.js');
    navigator.serviceWorker.ready.then(({ active }) => active.postMessage(1));
    wait('service');` }),
  put({ name: 'frame', script: "document.write('<iframe src=/frame></iframe>'); onload = () => show('frame')" }),
  put({ name: 'parting', script: "addEventListener('pagehide', () => fetch('/kept/parting', { method: 'PUT', keepalive: true })); show('parting')" }),
  put({ name: 'window', script: "const opened = open(''); opened?.eval(\"fetch('/kept/window', { method: 'PUT' })\"); show('window')" }),
  post({ name: 'post', script: "send('POST', '/api/sessions', '{}').then(() => show('post'))" }),
  post({ name: 'sent-form', script: `
    document.write('<form method=post action=/approve><input name=id value=7></form>'); show('sent-form'); document.forms[0].submit();` }),
  post({ name: 'asked-form', script: `
    document.write('<form method=post action=/approve-2><button>Go</button></form>'); show('asked-form'); document.forms[0].requestSubmit();` }),
  post({ name: 'beacon', script: "navigator.sendBeacon('/seen', '7'); show('beacon')" }),
  post({ name: 'mutation', script: `
    send('POST', '/graphql', JSON.stringify({ query: 'mutation { read(id: 7) { id } }' })).then(() => show('mutation'))` }),
  post({ name: 'mutation-xhr', script: `
    const request = new XMLHttpRequest(); request.open('POST', '/graphql');
    request.onloadend = () => show('mutation-xhr'); request.send(JSON.stringify([{ query: '{ a }' }, { query: 'mutation m { b }' }]));` }),
  post({ name: 'socket', script: `
    fetch('/has/' + typeof WebTransport);
    const socket = new WebSocket(location.origin.replace('http', 'ws') + '/live');
    socket.onopen = () => socket.send('save');
    socket.onerror = socket.onclose = () => show('socket');` }),
  asks({ name: 'graphql', script: `
    send('POST', '/graphql', JSON.stringify({ query: '{ rows(text: "no mutation") }' })).then((a) => a.json()).then(({ rows }) => show(rows[0]))` }),
  asks({ name: 'search', script: `
    send('POST', '/api/search', JSON.stringify({ filters: ['a'], page: 1 })).then((a) => a.json()).then(({ rows }) => show(rows[0]))` }),
];

/** Of the file that a page shows, whatever became of what it sent. */
export const fileOf = ({ name }) => ({ search: 'apisearch' })[name] ?? name;
