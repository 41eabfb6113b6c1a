// Jupyter Notebook with a password: tables and notebooks in folders that scripts list. To open a notebook asks the server to
// start a program (a kernel), and its editor stores what is open.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, filesOf, kTopics, proseOf } from '../support/contents.mjs';
import { startProcess } from '../support/instance.mjs';
import { filesState, rowsState } from '../support/state.mjs';

const kProgram = '/usr/bin/jupyter-notebook';
const kFolders = ['climate', 'energy', 'housing/rents', 'housing/prices', 'traffic'];
const kTables = 36;
const kNotebooks = 6;

const kPassword = 'open sesame 17';
const kSalt = 'tagtrail0001';
/** For looking at it from outside the session. */
const kToken = '0'.repeat(48);

function notebookOf(topic) {
  const cells = [
    { cell_type: 'markdown', metadata: {}, source: [`# ${topic}\n`, proseOf(topic)] },
    { cell_type: 'code', execution_count: null, metadata: {}, outputs: [], source: ['import csv'] },
  ];
  const kernelspec = { display_name: 'Python 3', language: 'python', name: 'python3' };
  return JSON.stringify({ cells, metadata: { kernelspec }, nbformat: 4, nbformat_minor: 5 }, null, 1);
}

/** Notebooks are its pages; as files they may be listed, but no table is missing with them. */
function fill(folder) {
  const files = filesOf(kTables);
  const notebooks = kTopics.slice(0, kNotebooks).map((topic) => ({ name: `${topic}.ipynb`, bytes: Buffer.from(notebookOf(topic)) }));
  [...files, ...notebooks].forEach(({ name, bytes }, at) => {
    const place = join(folder, 'work', kFolders[at % kFolders.length]);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, name), bytes);
  });
  // The lists of the folders, one more of housing and of all, and the notebooks.
  const pages = kFolders.length + 2 + kNotebooks;
  return { files: files.map(({ name, sha256 }) => ({ name, sha256 })), fine: notebooks.map(({ bytes }) => digestOf(bytes)), pages };
}

function run(folder, port) {
  writeFileSync(join(folder, 'port'), String(port));
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  const hash = createHash('sha1').update(kPassword + kSalt).digest('hex');
  return startProcess(kProgram, ['--no-browser', '--allow-root', '--ip=127.0.0.1', `--port=${port}`, '--port-retries=0',
    `--NotebookApp.password=sha1:${kSalt}:${hash}`, `--NotebookApp.token=${kToken}`, `--notebook-dir=${join(folder, 'work')}`],
  { cwd: folder, env: { HOME: home, JUPYTER_RUNTIME_DIR: join(home, 'runtime') }, log: join(folder, 'jupyter.log'), listening: port });
}

/** The files, and the programs that the server runs for who is logged in. */
async function stateOf(folder) {
  const port = readFileSync(join(folder, 'port'), 'utf8');
  const running = await Promise.all(['kernels', 'sessions', 'terminals'].map(async (kind) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/${kind}`, { headers: { authorization: `token ${kToken}` } });
    return rowsState(kind, (await answer.json()).map(({ id, name }) => id ?? name));
  }));
  return Object.assign(filesState(join(folder, 'work')), ...running);
}

export const jupyter = {
  name: 'jupyter',
  source: import.meta.filename,
  port: 47323,
  start: '/tree',
  missing: () => (existsSync(kProgram) ? undefined : 'jupyter-notebook'),
  fill,
  run,
  state: stateOf,
  // Its robots.txt forbids everything to everybody.
  options: ['--ignore-robots'],
  acts: /\/logout\b|\/api\/shutdown/,
  login: {
    path: '/login',
    form: { fields: { '#password_input': kPassword }, button: '#login_submit', done: '#notebook_list' },
  },
};
