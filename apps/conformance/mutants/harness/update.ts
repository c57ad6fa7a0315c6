import { writeFileSync } from 'node:fs';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { mutants } from '../all-mutants.js';
import { openMutants } from '../open-mutants.js';
import { grouped } from '../../src/grouped.js';
import { killedMutants } from '../../src/run/mutation-score.js';
import { runOwnFamilies } from './killers.js';
import { type KilledMutants, scoreTable } from './score-table.js';

// Runs every known mutant against the checks of its family, and keeps what killed it: `npm run mutation-score` in this folder.
const root = new URL('../../../', import.meta.url);

/** More subjects of a check say nothing more about the data that it needs. */
const mostSubjects = 4;
const manyWorkers = 2;

/** What killed one mutant: check → subjects, the cheapest first, which is the one that the tests run. */
interface Kill {
  readonly id: string;
  readonly by: Readonly<Record<string, readonly string[]>>;
}

/** What a worker is given to do. */
interface Part {
  readonly part: number;
  readonly starts: readonly string[];
}

async function meet(mutant: (typeof mutants)[number]): Promise<Kill> {
  const results = await runOwnFamilies(mutant);
  const errored = results.filter(({ outcome }) => outcome === 'errored');
  for (const { check, reason } of errored) console.error(`${mutant.id}: ${check} errored: ${reason}`);
  const failed = results.filter(({ outcome }) => outcome === 'failed').sort((a, b) => a.requests - b.requests);
  const byCheck = [...grouped(failed, ({ check }) => check)];
  const by = Object.fromEntries(
    byCheck.map(([check, own]) => [check, own.slice(0, mostSubjects).map(({ subject }) => subject)]),
  );
  console.log(
    `${byCheck.length === 0 ? 'SURVIVED' : 'killed '} ${mutant.id} (${mutant.rule}) by ${byCheck.length} checks`,
  );
  return { id: mutant.id, by };
}

/** Every so many-th of the chosen mutants, so that each worker gets some of every family. */
async function meetPart(part: number, starts: readonly string[]): Promise<void> {
  const chosen = mutants.filter(({ id }) => starts.length === 0 || starts.some((start) => id.startsWith(start)));
  for (const [index, mutant] of chosen.entries())
    if (index % manyWorkers === part) parentPort?.postMessage(await meet(mutant));
}

function killsOfWorker(part: number): Promise<Kill[]> {
  return new Promise((resolve, reject) => {
    const killed: Kill[] = [];
    const worker = new Worker(new URL(import.meta.url), { workerData: { part, starts: process.argv.slice(2) } });
    worker.on('message', (one: Kill) => killed.push(one));
    worker.on('error', reject);
    worker.on('exit', () => resolve(killed));
  });
}

async function update(): Promise<void> {
  const parts = await Promise.all(Array.from({ length: manyWorkers }, (_, part) => killsOfWorker(part)));
  const met = new Map(parts.flat().map(({ id, by }) => [id, by]));
  const survived = [...met]
    .filter(([id, by]) => Object.keys(by).length === 0 && !(id in openMutants))
    .map(([id]) => id);
  console.log(`${survived.length} survived.`);
  for (const id of survived) console.error(`Survived: ${id}`);
  // A part of the mutants can be run alone: what is known of the others stays.
  const known = new Map(
    killedMutants().map(({ mutant, killedBy }) => [
      mutant,
      Object.fromEntries(killedBy.map(({ check, subjects }) => [check, subjects])),
    ]),
  );
  const all: KilledMutants = Object.fromEntries(
    mutants.flatMap(({ id }) => {
      const by = met.get(id) ?? known.get(id) ?? {};
      return Object.keys(by).length === 0 ? [] : [[id, by]];
    }),
  );
  // A line for each mutant, so that a review shows which of them changed.
  const lines = Object.entries(all).map(([id, by]) => `${JSON.stringify(id)}: ${JSON.stringify(by)}`);
  writeFileSync(new URL('data/killed-mutants.json', root), `{\n${lines.join(',\n')}\n}\n`);
  writeFileSync(new URL('MUTATION-SCORE.md', root), scoreTable(all));
  process.exitCode = survived.length > 0 ? 1 : 0;
}

if (isMainThread) await update();
else {
  const { part, starts } = workerData as Part;
  await meetPart(part, starts);
}
