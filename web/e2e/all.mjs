// Starts a server of its own and runs the scripts of this folder against it: `npm run e2e`.
//
// PROGRAM names `intermezzo`; without it that of `cargo build` is taken. With names of scripts only
// those run: `npm run e2e keyboard axe`.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const built = ['release', 'debug'].map((profile) => join(here, '../../target', profile, 'intermezzo'));
const program = process.env.PROGRAM ?? built.find(existsSync);
if (!program) throw new Error('no program: run `cargo build`, or name one as PROGRAM');

const pictures = process.env.PICTURES ?? mkdtempSync(join(tmpdir(), 'studio-'));
const SCRIPTS = { games: [pictures], keyboard: [], habits: [], people: [], absence: [pictures], screen: [pictures], bench: [pictures], help: [pictures], axe: [] };
const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(SCRIPTS);
// Each finds what it writes below `web/`.
process.chdir(join(here, '..'));

function ended(child) {
  return new Promise((done) => child.on('exit', (code) => done(code ?? 1)));
}

const server = spawn(program, ['studio', '--no-open', '--listen', '127.0.0.1:0', '--bot-pause', '30', '--patience', '3', '--database', 'none'], { stdio: ['ignore', 'pipe', 'inherit'] });
const address = await new Promise((done, fail) => {
  let said = '';
  server.stdout.on('data', (data) => {
    said += data;
    const found = /(http:\/\/\S+?)\/\s/.exec(said);
    if (found) done(found[1]);
  });
  server.on('exit', () => fail(new Error('the server ended')));
});

let failed = 0;
for (const name of chosen) {
  console.log(`== ${name}`);
  const script = spawn(process.execPath, [join(here, `${name}.mjs`), ...(SCRIPTS[name] ?? [])], {
    stdio: 'inherit',
    env: { ...process.env, STUDIO: address, PROGRAM: program },
  });
  if ((await ended(script)) !== 0) {
    failed++;
    console.log(`${name} failed`);
  }
}
console.log(`pictures in ${pictures}`);
server.removeAllListeners('exit');
server.kill();
process.exit(failed > 0 ? 1 : 0);
