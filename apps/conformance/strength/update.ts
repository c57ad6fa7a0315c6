import { writeFileSync } from 'node:fs';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { faults } from '../self-test/faults/catalogue.js';
import { grouped } from '../src/grouped.js';
import { knownFaults } from '../src/power/known-faults.js';
import { openFaults } from './open-faults.js';
import { meetWholly } from './own-checks.js';
import { type Catches, strengthTable } from './strength-table.js';

// Runs every known fault against the checks of its family, and keeps what caught it: `npm run strength` in this folder.
const root = new URL('../../', import.meta.url);

/** More subjects of a check say nothing more about the data that it needs. */
const mostSubjects = 4;
const manyWorkers = 2;

/** What caught one fault: check → subjects, the cheapest first, which is the one that the strength test runs. */
interface Caught {
  readonly id: string;
  readonly by: Readonly<Record<string, readonly string[]>>;
}

/** What a worker is given to do. */
interface Part {
  readonly part: number;
  readonly starts: readonly string[];
}

async function meet(fault: (typeof faults)[number]): Promise<Caught> {
  const results = await meetWholly(fault);
  const errored = results.filter(({ outcome }) => outcome === 'errored');
  for (const { check, reason } of errored) console.error(`${fault.id}: ${check} errored: ${reason}`);
  const failed = results.filter(({ outcome }) => outcome === 'failed').sort((a, b) => a.requests - b.requests);
  const byCheck = [...grouped(failed, ({ check }) => check)];
  const by = Object.fromEntries(
    byCheck.map(([check, own]) => [check, own.slice(0, mostSubjects).map(({ subject }) => subject)]),
  );
  console.log(
    `${byCheck.length === 0 ? 'ESCAPED' : 'caught '} ${fault.id} (${fault.rule}) by ${byCheck.length} checks`,
  );
  return { id: fault.id, by };
}

/** Every so many-th of the chosen faults, so that each worker gets some of every family. */
async function meetPart(part: number, starts: readonly string[]): Promise<void> {
  const chosen = faults.filter(({ id }) => starts.length === 0 || starts.some((start) => id.startsWith(start)));
  for (const [index, fault] of chosen.entries())
    if (index % manyWorkers === part) parentPort?.postMessage(await meet(fault));
}

function caughtByWorker(part: number): Promise<Caught[]> {
  return new Promise((resolve, reject) => {
    const caught: Caught[] = [];
    const worker = new Worker(new URL(import.meta.url), { workerData: { part, starts: process.argv.slice(2) } });
    worker.on('message', (one: Caught) => caught.push(one));
    worker.on('error', reject);
    worker.on('exit', () => resolve(caught));
  });
}

async function update(): Promise<void> {
  const parts = await Promise.all(Array.from({ length: manyWorkers }, (_, part) => caughtByWorker(part)));
  const met = new Map(parts.flat().map(({ id, by }) => [id, by]));
  const escaped = [...met].filter(([id, by]) => Object.keys(by).length === 0 && !(id in openFaults)).map(([id]) => id);
  console.log(`${escaped.length} escaped.`);
  for (const id of escaped) console.error(`Escaped: ${id}`);
  // A part of the faults can be run alone: what is known of the others stays.
  const known = new Map(
    knownFaults().map(({ fault, caughtBy }) => [
      fault,
      Object.fromEntries(caughtBy.map(({ check, subjects }) => [check, subjects])),
    ]),
  );
  const all: Catches = Object.fromEntries(
    faults.flatMap(({ id }) => {
      const by = met.get(id) ?? known.get(id) ?? {};
      return Object.keys(by).length === 0 ? [] : [[id, by]];
    }),
  );
  // A line for each fault, so that a review shows which of them changed.
  const lines = Object.entries(all).map(([id, by]) => `${JSON.stringify(id)}: ${JSON.stringify(by)}`);
  writeFileSync(new URL('data/catches.json', root), `{\n${lines.join(',\n')}\n}\n`);
  writeFileSync(new URL('STRENGTH.md', root), strengthTable(all));
  process.exitCode = escaped.length > 0 ? 1 : 0;
}

if (isMainThread) await update();
else {
  const { part, starts } = workerData as Part;
  await meetPart(part, starts);
}
