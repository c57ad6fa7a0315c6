import { writeFileSync } from 'node:fs';
import pLimit from 'p-limit';
import { grouped } from '../../src/grouped.js';
import { killedMutants, type Killers } from './recorded-kills.js';
import { mutants } from '../all-mutants.js';
import { openMutants } from '../open-mutants.js';
import { runOwnFamilies } from './killers.js';
import { scoreDocument } from './score-document.js';

// `npm run mutation-score` in this folder: runs every known mutant against the checks of its families and records which
// of them kill it.
const root = new URL('../../../', import.meta.url);

/** Maximum number of recorded subjects per check; more would not help to choose data. */
const maxSubjects = 4;

/** Runs two at a time, because some wait for quota windows. */
const together = pLimit(2);

async function meet(mutant: (typeof mutants)[number]): Promise<[id: string, by: Killers]> {
  const results = await runOwnFamilies(mutant);
  const errored = results.filter(({ outcome }) => outcome === 'errored');
  for (const { check, reason } of errored) console.error(`${mutant.id}: ${check} errored: ${reason}`);
  const failed = results.filter(({ outcome }) => outcome === 'failed').sort((a, b) => a.requests - b.requests);
  const byCheck = [...grouped(failed, ({ check }) => check)];
  console.log(
    `${byCheck.length === 0 ? 'SURVIVED' : 'killed '} ${mutant.id} (${mutant.rule}) by ${byCheck.length} checks`,
  );
  const subjectsOf = (own: typeof failed) => own.slice(0, maxSubjects).map(({ subject }) => subject);
  return [mutant.id, Object.fromEntries(byCheck.map(([check, own]) => [check, subjectsOf(own)]))];
}

const starts = process.argv.slice(2);
const chosen = mutants.filter(({ id }) => starts.length === 0 || starts.some((start) => id.startsWith(start)));
const met = new Map(await Promise.all(chosen.map((mutant) => together(meet, mutant))));
const survived = [...met].filter(([id, by]) => Object.keys(by).length === 0 && !(id in openMutants));
console.log(`${survived.length} survived.`);
for (const [id] of survived) console.error(`Survived: ${id}`);

// Arguments may select some mutants; the records of the others are kept.
const known = killedMutants();
const all = mutants.map(({ id }): [string, Killers] => [id, met.get(id) ?? known.get(id) ?? {}]);
const kills = new Map(all.filter(([, by]) => Object.keys(by).length > 0));
// One line per mutant, so that a review shows which of them changed.
const lines = [...kills].map(([id, by]) => `${JSON.stringify(id)}: ${JSON.stringify(by)}`);
writeFileSync(new URL('data/killed-mutants.json', root), `{\n${lines.join(',\n')}\n}\n`);
writeFileSync(new URL('MUTATION-SCORE.md', root), scoreDocument(kills));
process.exitCode = survived.length > 0 ? 1 : 0;
