import { readFileSync, writeFileSync } from 'node:fs';
import { faults } from '../self-test/faults/catalogue.js';
import { grouped } from '../src/grouped.js';
import { openFaults } from './open-faults.js';
import { familiesOf, measure } from './measure.js';
import { strengthTable } from './strength-table.js';

// Runs every known fault against the checks of its family, and keeps what caught it: `npm run strength` in this folder.
const root = new URL('../../', import.meta.url);

/** More subjects of a check say nothing more about the data that it needs. */
const mostSubjects = 4;

const catches: Record<string, Record<string, string[]>> = {};
const escaped: string[] = [];
const chosen = process.argv.slice(2);

for (const { id, family, rule } of faults.filter(
  (fault) => chosen.length === 0 || chosen.some((start) => fault.id.startsWith(start)),
)) {
  const results = await measure({ world: 'rich', fault: id }, { only: familiesOf[family] });
  const errored = results.filter(({ outcome }) => outcome === 'errored');
  for (const { check, reason } of errored) console.error(`${id}: ${check} errored: ${reason}`);
  // The cheapest first: the strength test runs that one alone.
  const failed = results.filter(({ outcome }) => outcome === 'failed').sort((a, b) => a.milliseconds - b.milliseconds);
  const byCheck = [...grouped(failed, ({ check }) => check)];
  if (byCheck.length === 0) {
    if (openFaults[id] === undefined) escaped.push(id);
  } else
    catches[id] = Object.fromEntries(
      byCheck.map(([check, own]) => [check, own.slice(0, mostSubjects).map(({ subject }) => subject)]),
    );
  console.log(`${byCheck.length === 0 ? 'ESCAPED' : 'caught '} ${id} (${rule}) by ${byCheck.length} checks`);
}

console.log(`${escaped.length} escaped.`);
for (const id of escaped) console.error(`Escaped: ${id}`);
// A part of the faults can be run alone: what is known of the others stays.
const file = new URL('data/catches.json', root);
const known = Object(JSON.parse(readFileSync(file, 'utf8'))) as typeof catches;
const all = Object.fromEntries(
  faults.flatMap(({ id }) => {
    const caught = catches[id] ?? (escaped.includes(id) ? undefined : known[id]);
    return caught === undefined ? [] : [[id, caught]];
  }),
);
writeFileSync(file, `${JSON.stringify(all)}\n`);
writeFileSync(new URL('STRENGTH.md', root), strengthTable(all));
process.exitCode = escaped.length > 0 ? 1 : 0;
