import { loadName } from '../load/load.mjs';
import { chart } from './chart.mjs';
import { json, mark, measuredOn, shown, table, writeReport } from './markdown.mjs';

/** The figures as JSON for programs, as Markdown for readers, and as a chart. */
export async function writeField(field, where, options, say) {
  const { rounds, seconds, warmup, note, out } = options;
  const run = { date: new Date().toISOString(), ...where, node: process.versions.node, load: loadName };
  const report = { run: { ...run, rounds, seconds, warmup, note }, ...field };
  await writeReport(out, 'field.json', json(report), say);
  await writeReport(out, 'field.md', markdown(field, where, options), say);
  await writeReport(out, 'field.svg', chart(field), say);
  for (const { text, goal, measured, met } of field.goals) say(`${mark(met)} ${text}: ${shown(measured)} (${goal})`);
}

function markdown(field, where, { rounds, seconds, warmup, note }) {
  const goals = field.goals.map(({ text, goal, measured, met }) => [text, goal, shown(measured), mark(met)]);
  return `# The service beside others

Written by \`npm run bench\`. ${measuredOn(where, note)} Load by ${loadName}; ${rounds} rounds of ${seconds} s in alternating order, each
after ${warmup} s of warm-up; medians of the rounds. Compare ratios of one run, not figures of two.
[What is measured](../../apps/bench/README.md).

![Requests per second of each peer](field.svg)

## Goals

${table(['Figure', 'Goal', 'Measured', 'Met'], goals)}

${field.scenarios.map(scenarioTable).join('\n\n')}
`;
}

function scenarioTable({ title, contestants }) {
  const head = ['', 'Requests/s', 'p50 ms', 'p99 ms', 'CPU ms', 'PostgreSQL CPU ms', 'KB', '× PostgREST', '× limit'];
  const rows = contestants.map((one) => [
    one.name,
    ...[one.rate, one.p50, one.p99, one.serviceCpu, one.databaseCpu, one.bytes / 1000].map((value) => shown(value)),
    ...[one.toPostgrest, one.toLimit].map((value) => shown(value)),
  ]);
  return `## ${title}\n\n${table(head, rows)}`;
}
