// The lists of the endless site. `feed` grows when its end comes into view, `more` at the press of a
// button, `virtual` keeps only what is in view, `box` scrolls within itself.
const list = document.querySelector('[data-list]');
const kind = list?.dataset.list;
let next = 0;
let total = Infinity;
let busy = false;

async function fetchBatch(from) {
  return (await fetch(`/api/${kind}?from=${from}`)).json();
}

function item(name) {
  const row = document.createElement('li');
  const link = Object.assign(document.createElement('a'), { href: `/files/${name}.csv`, textContent: `Table ${name}` });
  row.append(link);
  row.style.height = '120px';
  return row;
}

async function grow() {
  if (busy || next >= total) return;
  busy = true;
  const batch = await fetchBatch(next);
  total = batch.total;
  next += batch.names.length;
  list.append(...batch.names.map(item));
  busy = false;
  if (next >= total) document.querySelector('.load-more')?.remove();
}

function whenEndIsSeen(root) {
  const end = document.createElement('p');
  list.after(end);
  new IntersectionObserver(([seen]) => seen.isIntersecting && grow(), { root }).observe(end);
}

async function virtualRows() {
  const rows = [];
  list.style.position = 'relative';
  const rowsWanted = () => Math.min(Math.floor(scrollY / 120) + Math.ceil(innerHeight / 120) + 1, total);
  const draw = () => {
    const last = Math.min(rowsWanted(), rows.length);
    const first = Math.max(0, last - 10);
    list.style.height = `${Math.min(rows.length + 10, total) * 120}px`;
    list.replaceChildren(...rows.slice(first, last).map((name, at) => {
      const row = item(name);
      row.style.cssText += `position:absolute;top:${(first + at) * 120}px`;
      return row;
    }));
  };
  const show = async () => {
    draw();
    if (busy) return;
    busy = true;
    while (rows.length < rowsWanted()) {
      const batch = await fetchBatch(rows.length);
      total = batch.total;
      rows.push(...batch.names);
      draw();
    }
    busy = false;
  };
  addEventListener('scroll', show);
  await show();
}

if (kind === 'feed') whenEndIsSeen(null);
if (kind === 'box') whenEndIsSeen(list.parentElement);
if (kind === 'virtual') virtualRows();
if (kind === 'more') {
  document.querySelector('.load-more').onclick = grow;
  grow();
}
