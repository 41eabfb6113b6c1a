// Tables of files that scripts fill and page: DataTables (with jQuery) and AG Grid, which draws only the rows that are seen.
import { builtBy, servers } from '../../support/npm.mjs';
import { catalogueOf, filesBelow, htmlOf, shelvesOf } from '../../support/shelves.mjs';

const shelves = shelvesOf(15, 4);
const rows = catalogueOf(shelves).flatMap(({ title, files }) => files.map((file) => ({ theme: title, ...file })));

export const dataTables = builtBy({
  name: 'datatables',
  source: import.meta.filename,
  port: 47339,
  packages: { jquery: '3.7.1', 'datatables.net': '2.3.8', 'datatables.net-dt': '2.3.8', 'http-server': '14.1.1' },
  shelves,
  tree: {
    'index.html': htmlOf('Files', `<h1>Files</h1>
<table id="files" class="display"><thead><tr><th>Theme</th><th>Year</th><th>File</th></tr></thead></table>
<script src="vendor/jquery.js"></script><script src="vendor/dataTables.js"></script><script>
$('#files').DataTable({ ajax: 'data/files.json', columns: [{ data: 'theme' }, { data: 'year' },
  { data: null, render: (row) => '<a href="' + row.address.join('/') + '">' + row.name + '</a>' }] })
</script>`, '<link rel="stylesheet" href="vendor/dataTables.css">'),
    // The address is put together by the script, as tables of records do.
    'data/files.json': JSON.stringify({ data: rows.map(({ theme, year, name, href }) => ({ theme, year, name, address: href.split('/') })) }),
    ...filesBelow('files', shelves),
  },
  parts: {
    'vendor/jquery.js': 'jquery/dist/jquery.min.js', 'vendor/dataTables.js': 'datatables.net/js/dataTables.min.js',
    'vendor/dataTables.css': 'datatables.net-dt/css/dataTables.dataTables.min.css',
  },
  server: servers.httpServer,
  pages: 1,
});

const gridWith = (name, port, options) => builtBy({
  name,
  source: import.meta.filename,
  port,
  packages: { 'ag-grid-community': '34.3.1', 'http-server': '14.1.1' },
  shelves,
  tree: {
    'index.html': htmlOf('Files', `<h1>Files</h1><div id="grid" style="height: 400px"></div><script src="vendor/ag-grid.js"></script><script>
fetch('data/files.json').then((answer) => answer.json()).then((rowData) => agGrid.createGrid(document.getElementById('grid'), {
  rowData, columnDefs: [{ field: 'theme' }, { field: 'year' }, { headerName: 'File', cellRenderer: ({ data }) =>
    Object.assign(document.createElement('a'), { href: ['files', data.shelf, data.name].join('/'), textContent: data.name }) }], ${options} }))
</script>`),
    'data/files.json': JSON.stringify(rows.map(({ theme, year, name, href }) => ({ theme, year, name, shelf: href.split('/')[2] }))),
    ...filesBelow('files', shelves),
  },
  parts: { 'vendor/ag-grid.js': 'ag-grid-community/dist/ag-grid-community.min.js' },
  server: servers.httpServer,
  pages: 1,
});

export const agGridPages = gridWith('ag-grid-pages', 47340, 'pagination: true, paginationPageSize: 20');
export const agGridScroll = gridWith('ag-grid-scroll', 47341, '');
