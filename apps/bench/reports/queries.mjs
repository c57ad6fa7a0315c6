import { json, measuredOn, shown, table, writeReport } from './markdown.mjs';

/** How much of a long list of values is shown. */
const longest = 300;

/** The figures as JSON for programs, and as Markdown with the plans of the slowest. */
export async function writeQueries(queries, where, options, say) {
  const run = { date: new Date().toISOString(), ...where, node: process.versions.node, note: options.note };
  const { slowest, ...rest } = queries;
  const short = slowest.map(({ plan, ...query }) => query);
  await writeReport(options.out, 'queries.json', json({ run, ...rest, slowest: short }), say);
  await writeReport(options.out, 'queries.md', markdown(queries, where, options.note), say);
  const { all, spilled } = queries;
  say(
    `${all.queries} queries: p50 ${shown(all.p50)} ms, p90 ${shown(all.p90)} ms, p99 ${shown(all.p99)} ms, ` +
      `longest ${shown(all.most)} ms, ${all.refused} times 503, ${shown(spilled.bytes / 1e6)} MB of temporary files`,
  );
}

function markdown({ seed, all, collections, spilled, refused, slowest }, where, note) {
  const rows = [{ name: '**all**', ...all }, ...collections].map((one) => [
    one.name,
    one.queries,
    ...[one.p50, one.p90, one.p99, one.most].map((value) => shown(value)),
    one.refused,
  ]);
  const list = refused.map((query) => `- ${asked(query)}`).join('\n');
  return `# Generated queries

Written by \`npm run bench\`. ${measuredOn(where, note)} ${all.queries} list queries from seed ${seed}, each asked of the warm service
by one caller, in milliseconds at that caller. [How they are made](../../apps/bench/README.md).

${table(['Collection', 'Queries', 'p50', 'p90', 'p99', 'Longest', '503'], rows)}

PostgreSQL wrote ${spilled.files} temporary files, ${shown(spilled.bytes / 1e6, 'MB')}.

## Answered with 503

${list || 'None.'}

## The slowest

${slowest.map(slow).join('\n\n')}
`;
}

const shortened = (text) => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** The query as it was sent, but for values beyond the third of a set and the text of a cursor. */
function asked({ collection, asked: query }) {
  const pairs = query.split('&').map((pair) => {
    const [name, value] = pair.split('=').map(decodeURIComponent);
    const values = value.split(',');
    if (name === 'cursor') return 'cursor=…';
    return `${name}=${values.length > 3 ? `${values.slice(0, 2).join(',')},… (${values.length} values)` : value}`;
  });
  return `\`${collection}?${pairs.join('&')}\``;
}

function slow(query, index) {
  const { plan, ms, status, rows, kept } = query;
  const values = plan.values.map((value) => shortened(JSON.stringify(value))).join(', ');
  return `${index + 1}. ${asked(query)}: **${shown(ms, 'ms')}**, ${status === 200 ? `${rows} rows` : status} (${kept})

<details><summary>Statement and plan</summary>

\`\`\`sql
${plan.sql}
-- ${values}
\`\`\`

\`\`\`text
${plan.text.split('\n').map(shortened).join('\n')}
\`\`\`

</details>`;
}
