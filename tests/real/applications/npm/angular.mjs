// Angular with its router, as people put it on hosts of pages: index.html once more as 404.html, so that an address of a route
// is answered with 404 and the application. Pages of the list are in the query; half of the files are in panels that unfold.
import { builtBy, servers } from '../../support/npm.mjs';
import { catalogueOf, filesBelow, htmlOf, shelvesOf } from '../../support/shelves.mjs';

const shelves = shelvesOf(12, 4);

const kList = `import { Component, inject, computed } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, RouterLink } from '@angular/router';
import { Catalogue } from './catalogue';

@Component({ imports: [RouterLink], template: \`
  <h1>Themes</h1>
  @for (shelf of shown(); track shelf.slug) { <p><a [routerLink]="['/themes', shelf.slug]">{{ shelf.title }}</a></p> }
  <nav>@for (number of numbers(); track number) { <a [routerLink]="['/themes']" [queryParams]="{ page: number }">{{ number }}</a> }</nav>\` })
export class List {
  #shelves = toSignal(inject(Catalogue).all, { initialValue: [] });
  #query = toSignal(inject(ActivatedRoute).queryParamMap);
  numbers = computed(() => Array.from({ length: Math.ceil(this.#shelves().length / 5) }, (_, at) => at + 1));
  shown = computed(() => {
    const from = (Number(this.#query()?.get('page') ?? 1) - 1) * 5;
    return this.#shelves().slice(from, from + 5);
  });
}
`;
const kShelf = `import { Component, inject, signal } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute } from '@angular/router';
import { combineLatest, map } from 'rxjs';
import { Catalogue } from './catalogue';

@Component({ template: \`
  @if (shelf(); as shelf) {
    <h1>{{ shelf.title }}</h1><p>{{ shelf.prose }}</p>
    @for (file of shelf.files.slice(0, 2); track file.name) { <p><a [href]="file.href">{{ file.name }}</a></p> }
    @for (file of shelf.files.slice(2); track file.name) {
      <section><h3><button type="button" [attr.aria-expanded]="open() === file.name" (click)="open.set(file.name)">{{ file.year }}</button>
      </h3>
      @if (open() === file.name) { <div><a [href]="file.href" download>{{ file.name }}</a></div> }</section>
    }
  }\` })
export class Shelf {
  open = signal('');
  shelf = toSignal(combineLatest([inject(Catalogue).all, inject(ActivatedRoute).paramMap]).pipe(
    map(([all, params]) => all.find(({ slug }) => slug === params.get('slug')))));
}
`;

export const angular = builtBy({
  name: 'angular',
  source: import.meta.filename,
  port: 47336,
  packages: {
    '@angular/build': '20.3.41', '@angular/cli': '20.3.43', '@angular/common': '20.3.35', '@angular/compiler': '20.3.35',
    '@angular/compiler-cli': '20.3.35', '@angular/core': '20.3.35', '@angular/platform-browser': '20.3.35', '@angular/router': '20.3.35', rxjs: '7.8.2', tslib: '2.9.1', typescript: '5.9.3',
    'http-server': '14.1.1',
  },
  shelves,
  tree: {
    'package.json': '{"private":true,"name":"region"}',
    'angular.json': JSON.stringify({ version: 1, projects: { region: { projectType: 'application', root: '', architect: { build: {
      builder: '@angular/build:application',
      options: { outputPath: 'dist', index: 'src/index.html', browser: 'src/main.ts', tsConfig: 'tsconfig.json', assets: [{ glob: '**/*', input: 'public' }] },
    } } } } }),
    'tsconfig.json': JSON.stringify({ files: ['src/main.ts'], compilerOptions: {
      target: 'ES2022', module: 'preserve', moduleResolution: 'bundler', strict: true, experimentalDecorators: true, importHelpers: true, skipLibCheck: true,
    } }),
    'src/index.html': htmlOf('Region', '<app-root></app-root>', '<base href="/">'),
    'src/main.ts': `import { Component, provideZonelessChangeDetection } from '@angular/core';
import { provideHttpClient } from '@angular/common/http';
import { bootstrapApplication } from '@angular/platform-browser';
import { provideRouter, RouterLink, RouterOutlet } from '@angular/router';

@Component({ selector: 'app-root', imports: [RouterLink, RouterOutlet],
  template: '<header><a routerLink="/themes">Themes</a></header><router-outlet />' })
class App {}

bootstrapApplication(App, { providers: [provideZonelessChangeDetection(), provideHttpClient(), provideRouter([
  { path: '', pathMatch: 'full', redirectTo: 'themes' },
  { path: 'themes', loadComponent: () => import('./list').then(({ List }) => List) },
  { path: 'themes/:slug', loadComponent: () => import('./shelf').then(({ Shelf }) => Shelf) },
])] });
`,
    'src/catalogue.ts': `import { HttpClient } from '@angular/common/http';
import { inject, Injectable } from '@angular/core';
import { shareReplay } from 'rxjs';

export type File = { name: string; year: number; href: string };
export type Shelf = { slug: string; title: string; prose: string; files: File[] };

@Injectable({ providedIn: 'root' })
export class Catalogue {
  all = inject(HttpClient).get<Shelf[]>('/assets/catalogue.json').pipe(shareReplay(1));
}
`,
    'src/list.ts': kList,
    'src/shelf.ts': kShelf,
    'public/assets/catalogue.json': JSON.stringify(catalogueOf(shelves)),
    ...filesBelow('public/files', shelves),
  },
  build: [['ng', 'build']],
  out: 'dist/browser',
  copies: { '404.html': 'index.html' },
  server: servers.httpServer,
  pages: shelves.length + 3,
});
