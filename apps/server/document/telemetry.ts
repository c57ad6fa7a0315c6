import { formatTable } from '@resource-catalogue/testing/documents';
import { Counts } from '../src/observability/counts.js';
import { Metrics } from '../src/observability/metrics.js';

/** Writes docs/operations/telemetry.md from the metrics and from the source of the request log. */
export async function telemetryPage(requestLog: string): Promise<string> {
  return `# Metrics and log fields

<!-- Generated from apps/server/src: \`npx nx run server:telemetry\` -->

[Monitoring](monitoring.md) explains how to collect them.

## Metrics

${formatTable(['Metric', 'Type', 'Labels', 'Meaning'], await metricRows())}

The metrics of Node and the process (\`nodejs_…\`, \`process_…\`) are those of prom-client.

## The log line of a response

${formatTable(['Field', 'Meaning'], fieldRows(requestLog))}

Every line also has \`level\`, \`time\`, \`pid\`, \`hostname\` and \`msg\`. A \`slow request\` has \`list\` too: the
collection, fields and operators of the filters, sort and limit, without any value.
`;
}

async function metricRows(): Promise<string[][]> {
  const metrics = new Metrics();
  metrics.observeProcess('postgres');
  metrics.requests({ find: () => null });
  const unused = () => Promise.reject(new Error('No database.'));
  metrics.observeService({
    counts: new Counts(),
    database: { connections: () => ({ total: 0, idle: 0, waiting: 0 }), source: { query: unused, snapshot: unused } },
    summaries: { size: 0, counts: { hits: 0, misses: 0, full: 0, changed: 0 } },
  });
  const described = await metrics.registry.getMetricsAsJSON();
  return metrics.registry
    .getMetricsAsArray()
    .filter(({ name }) => name.startsWith('catalogue_'))
    .map((metric) => {
      const { name, type, help } = metric;
      const values =
        described.find((one) => one.name === name)?.values.map(({ labels }) => Object.values(labels)) ?? [];
      return [`\`${name}\``, String(type), describeLabels(labelNamesOf(metric), values.flat().map(String)), help];
    });
}

/** The label names of a metric, which the library's types omit. */
function labelNamesOf(metric: object): string[] {
  return 'labelNames' in metric && Array.isArray(metric.labelNames) ? metric.labelNames.map(String) : [];
}

/** The names of labels, and the values of a single label if they are fixed. */
function describeLabels(names: readonly string[], values: readonly string[]): string {
  const code = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ');
  if (names.length === 0) return '–';
  return names.length === 1 && values.length > 0 ? `${code(names)}: ${code(values)}` : code(names);
}

function fieldRows(source: string): string[][] {
  const [, members = ''] = /^interface ResponseLine \{\n(.*?)^\}/ms.exec(source) ?? [];
  const rows = [...members.matchAll(/\/\*\* (.*) \*\/\n {2}readonly (\w+):/g)].map(([, what = '', name = '']) => [
    `\`${name}\``,
    what,
  ]);
  if (rows.length === 0) throw new Error('The log line of a response has no documented fields.');
  return rows;
}
