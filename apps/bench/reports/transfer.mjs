import { json, mark, measuredOn, shown, table, writeReport } from './markdown.mjs';

/** The figures as JSON for programs, and as Markdown for readers. */
export async function writeTransfer(transfer, where, options, say) {
  const run = { date: new Date().toISOString(), ...where, node: process.versions.node, note: options.note };
  await writeReport(options.out, 'transfer.json', json({ run, ...transfer }), say);
  await writeReport(options.out, 'transfer.md', markdown(transfer, where, options.note), say);
  for (const goal of transfer.goals)
    say(`${mark(goal.met)} ${goal.what}, ${goal.figure}: ${shown(goal.measured)} (≤ ${goal.most})`);
}

function markdown({ results, goals }, where, note) {
  const rows = results.map(({ what, seconds, cpu, databaseCpu, megabytes, load, said }) => [
    what,
    ...[seconds, cpu, databaseCpu, megabytes, load].map((value) => shown(value)),
    said.replaceAll('\n', ' '),
  ]);
  const judged = goals.map(({ what, figure, most, measured, met }) => [
    `${what}: ${figure}`,
    `≤ ${most}`,
    shown(measured),
    mark(met),
  ]);
  return `# Export and import

Written by \`npm run bench\`. ${measuredOn(where, note)} The memory is the most that the command had, the load the machine's average
over the last minute at the end of the command. [What is measured](../../apps/bench/README.md).

${table(['', 'Seconds', 'CPU s', 'PostgreSQL CPU s', 'MB', 'Load', 'What the command said'], rows)}

## Goals

${table(['Figure', 'Goal', 'Measured', 'Met'], judged)}
`;
}
