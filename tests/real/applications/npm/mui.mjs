// Material UI (React): tabs, an accordion that mounts its parts when they are opened, and a paged table of TanStack Table.
import { builtBy, servers } from '../../support/npm.mjs';
import { catalogueOf, filesBelow, htmlOf, shelvesOf } from '../../support/shelves.mjs';

const shelves = shelvesOf(12, 4);

const kApp = `import { useEffect, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import {
  Accordion, AccordionDetails, AccordionSummary, Box, Link, Tab, Table, TableBody, TableCell, TablePagination, TableRow, Tabs, Typography,
} from '@mui/material'
import { createColumnHelper, flexRender, getCoreRowModel, getPaginationRowModel, useReactTable } from '@tanstack/react-table'

const column = createColumnHelper()
const columns = [column.accessor('theme', { header: 'Theme' }), column.accessor('year', { header: 'Year' }),
  column.accessor('name', { header: 'File', cell: ({ row, getValue }) => <Link href={row.original.href}>{getValue()}</Link> })]

function Files({ shelves }) {
  const data = useMemo(() => shelves.flatMap(({ title, files }) => files.map((file) => ({ theme: title, ...file }))), [shelves])
  const table = useReactTable({ data, columns, getCoreRowModel: getCoreRowModel(), getPaginationRowModel: getPaginationRowModel() })
  const { pageIndex, pageSize } = table.getState().pagination
  return <>
    <Table><TableBody>{table.getRowModel().rows.map((row) => <TableRow key={row.id}>{row.getVisibleCells().map((cell) =>
      <TableCell key={cell.id}>{flexRender(cell.column.columnDef.cell, cell.getContext())}</TableCell>)}</TableRow>)}</TableBody></Table>
    <TablePagination component="div" rowsPerPageOptions={[10]} count={data.length} page={pageIndex} rowsPerPage={pageSize}
      onPageChange={(_, page) => table.setPageIndex(page)} />
  </>
}

const Themes = ({ shelves }) => shelves.map(({ slug, title, prose, files }) =>
  <Accordion key={slug} slotProps={{ transition: { unmountOnExit: true } }}>
  <AccordionSummary><Typography>{title}</Typography></AccordionSummary>
  <AccordionDetails><p>{prose}</p>{files.map(({ name, href }) => <p key={name}><Link href={href}>{name}</Link></p>)}</AccordionDetails>
</Accordion>)

function App() {
  const [shelves, setShelves] = useState([])
  const [tab, setTab] = useState(0)
  useEffect(() => void fetch('/catalogue.json').then((answer) => answer.json()).then(setShelves), [])
  return <Box>
    <Tabs value={tab} onChange={(_, chosen) => setTab(chosen)}><Tab label="About" /><Tab label="Themes" /><Tab label="All files" /></Tabs>
    {tab === 0 && <Typography>The figures of the region.</Typography>}
    {tab === 1 && <Themes shelves={shelves.slice(0, 6)} />}
    {tab === 2 && <Files shelves={shelves.slice(6)} />}
  </Box>
}

createRoot(document.getElementById('root')).render(<App />)
`;

export const mui = builtBy({
  name: 'mui',
  source: import.meta.filename,
  port: 47345,
  packages: {
    '@mui/material': '7.3.11', '@emotion/react': '11.14.0', '@emotion/styled': '11.14.1', '@tanstack/react-table': '8.21.3',
    react: '19.3.1', 'react-dom': '19.3.1', vite: '7.3.8', '@vitejs/plugin-react': '5.2.0', 'http-server': '14.1.1',
  },
  shelves,
  tree: {
    'index.html': htmlOf('Region', '<div id="root"></div><script type="module" src="/main.jsx"></script>'),
    'vite.config.js': `import react from '@vitejs/plugin-react'\nexport default { plugins: [react()] }`,
    'main.jsx': kApp,
    'public/catalogue.json': JSON.stringify(catalogueOf(shelves)),
    ...filesBelow('public/files', shelves),
  },
  build: [['vite', 'build']],
  out: 'dist',
  server: servers.httpServer,
  pages: 1,
});
