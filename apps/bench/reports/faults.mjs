import { json, measuredOn, shown, table, writeReport } from './markdown.mjs';

/** What the tests of faults have noted. */
export async function writeFaults(figures, where, { out, note, rounds }, say) {
  const rows = figures.map(({ what, unit, times, middle, most }) => [
    what,
    times,
    shown(middle, unit),
    shown(most, unit),
  ]);
  const text = `# Figures of faults

Written by \`npm run bench -- --faults\`, which runs the tests of faults. ${measuredOn(where, note)} ${rounds} rounds where a test
has rounds. [faults.md](../operations/faults.md) says what each of them means.

${table(['', 'Times', 'Median', 'Most'], rows)}
`;
  await writeReport(out, 'faults.json', json({ run: { ...where, note }, figures }), say);
  await writeReport(out, 'faults.md', text, say);
}
