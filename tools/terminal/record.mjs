import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../workspace.mjs';
import { drawn } from './drawn.mjs';

// `npx nx run tools:terminal` runs the first commands of the README and writes the session to docs/terminal.svg.
const folder = await mkdtemp(join(tmpdir(), 'catalogue-terminal-'));
const environment = {
  ...process.env,
  DATA_DIR: folder,
  LOG_LEVEL: 'warn',
  FORCE_COLOR: '0',
  npm_config_loglevel: 'silent',
};
const lines = [];

const service = type('npm start');
const [, url, token] = await said(service, /^Resource Catalogue +(\S+)[^]*^Demo token +(\S+)\n[^]*^curl .*\n/m);
Object.assign(environment, { URL: url, TOKEN: token });
await ended(type('curl -si -H "Authorization: Bearer $TOKEN" "$URL/api/v1/project_thematics?limit=1" | cut -c 1-110'));
await ended(type('npm run -s conformance -- check $URL --token $TOKEN --only LIST-3 HTTP-2 ERR-4'));
service.kill();
await ended(service);
await rm(folder, { recursive: true, force: true });

const readable = (text) =>
  text.replaceAll(token, `${token.slice(0, 8)}…`).replaceAll(folder, '/opt/resource-catalogue/.data');
const shown = lines.map(({ text, ...line }) => ({ ...line, text: readable(text) }));
await writeFile(join(root, 'docs/terminal.svg'), drawn(shown));

/** Runs a typed command and records each line that it prints. */
function type(command) {
  lines.push({ text: `$ ${command}`, typed: true, at: performance.now() });
  const child = spawn('bash', ['-c', `exec 2>&1; ${command}`], { cwd: root, env: environment, detached: true });
  child.printed = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    child.printed += text;
    for (const line of text.split(/\r?\n/).filter(Boolean))
      lines.push({ text: line, typed: false, at: performance.now() });
  });
  // The shell and the processes it started.
  child.kill = () => process.kill(-child.pid);
  return child;
}

async function said(child, words) {
  for (let found; ; await Promise.race([once(child.stdout, 'data'), refused(child)])) {
    if ((found = words.exec(child.printed))) return found;
  }
}

async function refused(child) {
  await once(child, 'exit');
  throw new Error(`The command ended too early:\n${child.printed}`);
}

function ended(child) {
  return once(child, 'close');
}
