// Git repositories with data files and a history: the same commits, with the same hashes, on each machine.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileOf, filesOf, proseOf } from './contents.mjs';
import { command } from './instance.mjs';

const kFiles = 60;
const kNames = ['climate', 'transport', 'society'];
/** Of the files of a repository, how many were corrected later, each of them twice. */
const kCorrected = 6;

const kPerson = { name: 'Ada Berg', mail: 'ada@example.org' };

class History {
  #day = Date.UTC(2024, 0, 8, 9) / 1000;
  #folder;

  constructor(folder) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
    this.#git(['init', '--quiet', '--initial-branch=main']);
  }

  #git(args) {
    const when = `${this.#day} +0000`;
    const env = { PATH: process.env.PATH, HOME: this.#folder, GIT_CONFIG_NOSYSTEM: '1', GIT_AUTHOR_NAME: kPerson.name,
      GIT_AUTHOR_EMAIL: kPerson.mail, GIT_AUTHOR_DATE: when, GIT_COMMITTER_NAME: kPerson.name, GIT_COMMITTER_EMAIL: kPerson.mail,
      GIT_COMMITTER_DATE: when };
    return command('git', args, { cwd: this.#folder, env });
  }

  commit(files, words) {
    for (const { path, bytes } of files) {
      mkdirSync(dirname(join(this.#folder, path)), { recursive: true });
      writeFileSync(join(this.#folder, path), bytes);
    }
    this.#day += 20 * 3600;
    this.#git(['add', '--all']);
    this.#git(['commit', '--quiet', '--message', words]);
  }

  tag(name) {
    this.#git(['tag', '--annotate', '--message', `Edition ${name}`, name]);
  }

  branch(name) {
    this.#git(['branch', name]);
  }

  /** Moves it, bare, to where web programs look for it. */
  publish(place) {
    this.#git(['clone', '--quiet', '--bare', this.#folder, place]);
    rmSync(this.#folder, { recursive: true });
    this.#folder = place;
    this.#git(['update-server-info']);
    writeFileSync(join(place, 'description'), 'Tables of the office\n');
  }
}

function fillOne(folder, name, files) {
  const history = new History(join(folder, 'work', name));
  const placed = files.map((file) => ({ ...file, path: `data/${file.topic}/${file.name}` }));
  const earlier = [];
  history.commit([{ path: 'README.md', bytes: `# ${name}\n\n${proseOf(name)}\n` },
    { path: 'tools/check.py', bytes: 'import csv, sys\n\nfor row in csv.reader(sys.stdin):\n    print(len(row))\n' }], 'Begin');
  placed.forEach((file, at) => {
    const before = at < kCorrected ? [1, 2].map((version) => fileOf(file.topic, file.year, file.kind, version)) : [];
    earlier.push(...before.map(({ sha256 }) => sha256));
    const [first] = [...before, file];
    history.commit([{ path: file.path, bytes: first.bytes }], `Add ${file.name}`);
    if (at % 7 === 6) history.tag(`v0.${(at + 1) / 7}`);
    file.later = [...before, file].slice(1);
  });
  for (let step = 0; step < 2; step += 1) {
    for (const { path, later } of placed) if (later[step]) history.commit([{ path, bytes: later[step].bytes }], `Correct ${path}`);
    history.branch(`edition-${step + 1}`);
  }
  history.publish(join(folder, 'git', `${name}.git`));
  // The page of the repository, its log, its references; a folder for each topic, and those above.
  return { earlier, pages: 5 + new Set(placed.map(({ topic }) => topic)).size };
}

/** Three bare repositories in folder/git. */
export function fillRepositories(folder) {
  // Both programs serve what is text as text/plain, which is no JSON.
  const files = filesOf(kFiles, ['csv', 'xlsx', 'pdf', 'csv', 'ods']);
  const share = kFiles / kNames.length;
  const made = kNames.map((name, at) => fillOne(folder, name, files.slice(at * share, (at + 1) * share)));
  return { files: files.map(({ name, sha256 }) => ({ name, sha256 })), fine: made.flatMap(({ earlier }) => earlier),
    pages: 1 + made.reduce((sum, { pages }) => sum + pages, 0) };
}
