// What scripts do besides: poll, send, fetch hundreds of answers, ask another host.
let turn = 0;
setInterval(() => fetch(`/api/status?turn=${turn++}`), 150);
fetch('/api/track', { method: 'POST', body: '{}' });
fetch(`http://localhost:${location.port}/api/status?elsewhere=1`);
if (location.pathname === '/') {
  for (let cell = 0; cell < 300; cell++) fetch(`/api/cells/${cell}`);
}
