// Next (React), static export: routes of its app folder; a list that a component of the browser pages and filters, files in
// panels that are rendered when they are opened.
import { builtBy, servers } from '../../support/npm.mjs';
import { catalogueOf, filesBelow, shelvesOf } from '../../support/shelves.mjs';

const shelves = shelvesOf(12, 4);

const kList = `'use client';
import Link from 'next/link';
import { useState } from 'react';

export default function List({ shelves }) {
  const [page, setPage] = useState(1);
  const [word, setWord] = useState('');
  const found = shelves.filter(({ title }) => title.toLowerCase().includes(word.toLowerCase()));
  const pages = Math.ceil(found.length / 5);
  return <>
    <input type="search" placeholder="Filter" value={word}
      onChange={(event) => { setWord(event.target.value); setPage(1); }} />
    <ul>{found.slice((page - 1) * 5, page * 5).map(({ slug, title }) => <li key={slug}><Link href={\`/themes/\${slug}\`}>{title}</Link></li>)}</ul>
    <nav aria-label="Pages">{Array.from({ length: pages }, (_, at) =>
      <button key={at} aria-current={page === at + 1 ? 'page' : undefined} onClick={() => setPage(at + 1)}>{at + 1}</button>)}</nav>
  </>;
}
`;
const kFiles = `'use client';
import { useState } from 'react';

export default function Files({ files }) {
  const [open, setOpen] = useState(0);
  return files.map(({ name, year, href }, at) => <section key={name}>
    <h2><button aria-expanded={open === at} onClick={() => setOpen(open === at ? -1 : at)}>{year}</button></h2>
    {open === at && <p><a href={href}>{name}</a></p>}
  </section>);
}
`;

export const next = builtBy({
  name: 'next',
  source: import.meta.filename,
  port: 47337,
  packages: { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1', serve: '14.2.7' },
  shelves,
  tree: {
    'package.json': '{"private":true}',
    'next.config.mjs': `export default { output: 'export', turbopack: { root: new URL('..', import.meta.url).pathname } };\n`,
    'app/layout.jsx': `import Link from 'next/link';
export const metadata = { title: 'Region in figures' };
export default ({ children }) => <html lang="en"><body>
<header><Link href="/">Home</Link> <Link href="/themes">Themes</Link></header>{children}</body></html>;
`,
    'app/page.jsx': 'export default () => <h1>Region in figures</h1>;\n',
    'app/shelves.json': JSON.stringify(catalogueOf(shelves)),
    'app/themes/page.jsx': `import List from './list';\nimport shelves from '../shelves.json';
export default () => <><h1>Themes</h1><List shelves={shelves.map(({ slug, title }) => ({ slug, title }))} /></>;\n`,
    'app/themes/list.jsx': kList,
    'app/themes/[slug]/page.jsx': `import Files from './files';
import shelves from '../../shelves.json';
export const generateStaticParams = () => shelves.map(({ slug }) => ({ slug }));
export const dynamicParams = false;
export default async ({ params }) => {
  const { slug } = await params;
  const { title, prose, files } = shelves.find((one) => one.slug === slug);
  return <><h1>{title}</h1><p>{prose}</p><Files files={files} /></>;
};
`,
    'app/themes/[slug]/files.jsx': kFiles,
    ...filesBelow('public/files', shelves),
  },
  build: [['next', 'build']],
  out: 'out',
  server: servers.serve,
  pages: shelves.length + 2,
});
