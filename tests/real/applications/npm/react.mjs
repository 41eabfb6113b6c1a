// React with react-router: cards with "Load more", rows that are clicked, tabs, and files that come by a link, by a button
// that opens them, and by one that fetches and saves them.
import { builtBy, servers } from '../../support/npm.mjs';
import { catalogueOf, filesBelow, htmlOf, shelvesOf } from '../../support/shelves.mjs';

const shelves = shelvesOf(12, 4);

const kApp = `import { lazy, Suspense, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Link, Route, Routes, useNavigate, useParams } from 'react-router'
const About = lazy(() => import('./About.jsx'))

function useShelves() {
  const [shelves, set] = useState([])
  useEffect(() => void fetch('/catalogue.json').then((answer) => answer.json()).then(set), [])
  return shelves
}

function Home() {
  const shelves = useShelves()
  const [shown, setShown] = useState(4)
  return <>
    <h1>Themes</h1>
    {shelves.slice(0, shown).map(({ slug, title, prose }) => <section className="card" key={slug}>
      <h2><Link to={'/themes/' + slug}>{title}</Link></h2><p>{prose}</p></section>)}
    {shown < shelves.length && <button onClick={() => setShown(shown + 4)}>Load more</button>}
  </>
}

async function save({ href, name }) {
  const url = URL.createObjectURL(await (await fetch(href)).blob())
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}

const ways = [
  (file) => <a href={file.href}>{file.name}</a>,
  (file) => <button onClick={() => window.open(file.href)}>Open {file.name}</button>,
  (file) => <button onClick={() => save(file)}>Download {file.name}</button>,
]

function Shelf() {
  const { slug } = useParams()
  const shelf = useShelves().find((one) => one.slug === slug)
  const [tab, setTab] = useState(0)
  if (!shelf) return <p>Loading</p>
  const half = tab === 0 ? shelf.files.slice(0, 2) : shelf.files.slice(2)
  return <>
    <h1>{shelf.title}</h1><p>{shelf.prose}</p>
    <div role="tablist">{['Recent', 'Older'].map((name, at) =>
      <button role="tab" key={name} aria-selected={tab === at} onClick={() => setTab(at)}>{name}</button>)}</div>
    <div role="tabpanel"><ul>{half.map((file, at) => <li key={file.name}>{ways[(shelf.slug.length + at) % 3](file)}</li>)}</ul></div>
  </>
}

function Years() {
  const shelves = useShelves()
  const go = useNavigate()
  return <table><tbody>{shelves.map(({ slug, title, files }) =>
    <tr key={slug} onClick={() => go('/themes/' + slug)}><td>{title}</td><td>{files.length} files</td></tr>)}</tbody></table>
}

createRoot(document.getElementById('root')).render(<BrowserRouter>
  <nav><Link to="/">Themes</Link> <Link to="/years">Years</Link> <Link to="/about">About</Link></nav>
  <Suspense fallback="Loading"><Routes>
    <Route path="/" element={<Home />} /><Route path="/themes/:slug" element={<Shelf />} />
    <Route path="/years" element={<Years />} /><Route path="/about" element={<About />} /><Route path="*" element="No such page" />
  </Routes></Suspense>
</BrowserRouter>)
`;

export const react = builtBy({
  name: 'react',
  source: import.meta.filename,
  port: 47334,
  packages: { react: '19.3.1', 'react-dom': '19.3.1', 'react-router': '7.18.6', vite: '7.3.8', '@vitejs/plugin-react': '5.2.0' },
  shelves,
  tree: {
    'index.html': htmlOf('Region', '<div id="root"></div><script type="module" src="/src/main.jsx"></script>'),
    'vite.config.js': `import react from '@vitejs/plugin-react'\nexport default { plugins: [react()] }`,
    'src/main.jsx': kApp,
    'src/About.jsx': 'export default () => <p>The office of statistics of the region.</p>\n',
    'public/catalogue.json': JSON.stringify(catalogueOf(shelves)),
    ...filesBelow('public/files', shelves),
  },
  build: [['vite', 'build']],
  out: 'dist',
  server: servers.vitePreview,
  pages: shelves.length + 3,
});
