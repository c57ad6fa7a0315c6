import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import pg from 'pg';

/** Of 100 bookings, one is changed. */
const changedOf = 100;

const main = join(import.meta.dirname, '../dist/cli/main.js');

/**
 * Exports a database of PostgreSQL, imports that into one beside it, then the same with changes, and then changed lines
 * only. Answers seconds, CPU seconds of the command and of its connections, and the most memory of the command in MB.
 */
export async function measureTransfer(databaseUrl) {
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-bench-'));
  const [whole, changed, few] = ['whole', 'changed', 'few'].map((name) => join(folder, name));
  const name = `catalogue_bench_transfer_${process.pid}`;
  const beside = new URL(databaseUrl);
  beside.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const run = (what, url, ...words) => measure({ what, url: String(url), words, client });
  try {
    await client.query(`CREATE DATABASE ${name}`);
    await run('migrate', beside, 'migrate');
    const results = [await run('export', databaseUrl, 'export', whole)];
    await change(whole, changed, few);
    results.push(await run('import into an empty database', beside, 'import', whole));
    results.push(await run('import of a few changed lines', beside, 'import', few));
    results.push(await run('import of all, a few changed back', beside, 'import', whole));
    results.push(await run('import of all, a few changed', beside, 'import', changed));
    return results;
  } finally {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await client.end();
    await rm(folder, { recursive: true });
  }
}

/** Writes the export once more with changed bookings, and once these alone. The manifest would not fit any more. */
async function change(whole, changed, few) {
  await cp(whole, changed, { recursive: true, filter: (path) => !/manifest\.json$|bookings\.ndjson$/.test(path) });
  await mkdir(few);
  const [all, alone] = [changed, few].map((folder) => createWriteStream(join(folder, 'bookings.ndjson')));
  const write = async (file, text) => void (file.write(`${text}\n`) || (await once(file, 'drain')));
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(join(whole, 'bookings.ndjson')) })) {
    line += 1;
    const isChanged = line % changedOf === 0;
    const other = isChanged ? text.replace(/("start_date":"\d{4}-\d\d-)(\d\d)/, otherDay) : text;
    await write(all, other);
    if (isChanged) await write(alone, other);
  }
  for (const file of [all, alone]) await once(file.end(), 'close');
}

const otherDay = (_, before, day) => `${before}${day === '01' ? '02' : '01'}`;

/** Runs a command of the server. What the system says of a process ends with it, so it is asked all the time. */
async function measure({ what, url, words, client }) {
  const began = performance.now();
  const environment = { ...process.env, DATABASE_URL: url, DEMO: 'off' };
  const command = spawn(process.execPath, [main, ...words], { env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
  const said = [];
  command.stderr.on('data', (chunk) => said.splice(0, said.length - 20, String(chunk)));
  const backends = new Map();
  let [cpu, megabytes, code] = [0, 0, null];
  const ended = once(command, 'close').then(([status]) => (code = status));
  while (code === null) {
    cpu = (await cpuOf(command.pid)) ?? cpu;
    megabytes = (await memoryOf(command.pid)) ?? megabytes;
    for (const pid of await backendsOf(client, new URL(url).pathname.slice(1))) {
      const used = await cpuOf(pid);
      if (used !== null) backends.set(pid, used);
    }
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 100))]);
  }
  const seconds = (performance.now() - began) / 1000;
  if (code !== 0) throw new Error(`catalogue ${words.join(' ')} ended with ${code}: ${said.join('')}`);
  const databaseCpu = backends.size === 0 ? null : [...backends.values()].reduce((sum, used) => sum + used, 0);
  return { what, seconds, cpu, databaseCpu, megabytes };
}

async function backendsOf(client, database) {
  const text = 'SELECT pid FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()';
  return (await client.query(text, [database])).rows.map(({ pid }) => pid);
}

/** In seconds; null where there is no such process on this machine. */
async function cpuOf(pid) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // In hundredths of a second, behind the name, which may have spaces.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields ? (Number(fields[11]) + Number(fields[12])) / 100 : null;
}

async function memoryOf(pid) {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(text) ?? [];
  return kilobytes === undefined ? null : Math.round(kilobytes / 1024);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const databaseUrl = process.env.DATABASE_URL;
  if (!databaseUrl) {
    console.error(
      'Set DATABASE_URL to a PostgreSQL database with demo data: npm run catalogue -- seed --scale 1000000',
    );
    process.exit(1);
  }
  for (const { what, seconds, cpu, databaseCpu, megabytes } of await measureTransfer(databaseUrl)) {
    const ofDatabase = databaseCpu === null ? '' : `, ${databaseCpu.toFixed(1)} s CPU of the database`;
    console.log(`${what.padEnd(36)} ${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s CPU${ofDatabase}, ${megabytes} MB`);
  }
}
