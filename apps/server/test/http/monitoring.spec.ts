import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { parse } from 'yaml';
import { readConfiguration } from '@resource-catalogue/program';
import { ownDatabase, type TestDatabase } from '@resource-catalogue/database/testing/databases';
import { arrayOf, objectOf, textOf } from '@resource-catalogue/testing/json';
import { createApp } from '../../src/create-app.js';
import { Metrics } from '../../src/observability/metrics.js';

const docs = (path: string) => readFileSync(new URL(`../../../../docs/operations/${path}`, import.meta.url), 'utf8');

/** An expression of PromQL, and where it stands. */
type Used = readonly [place: string, expression: string];

const ofDashboard = (): Used[] => {
  const { panels, templating } = objectOf(JSON.parse(docs('monitoring/dashboard.json')));
  const variables = arrayOf(objectOf(templating)['list']).map(objectOf);
  return [
    ...variables.flatMap(({ name, query }): Used[] => {
      return typeof query === 'object' ? [[textOf(name), textOf(objectOf(query)['query'])]] : [];
    }),
    ...arrayOf(panels)
      .map(objectOf)
      .flatMap(({ title, targets = [] }) => {
        return arrayOf(targets).map((target): Used => [textOf(title), textOf(objectOf(target)['expr'])]);
      }),
  ];
};

const alerts = (): Used[] =>
  arrayOf(objectOf(parse(docs('monitoring/alerts.yaml')))['groups'])
    .flatMap((group) => arrayOf(objectOf(group)['rules']))
    .map(objectOf)
    .map(({ alert, expr }) => [textOf(alert), textOf(expr)]);

/** What the language has itself, and the labels and the metric that Prometheus adds. */
const words = new Set(
  'sum min max by rate increase histogram_quantile topk clamp_min min_over_time label_values up job instance'.split(
    ' ',
  ),
);

describe('the dashboard and the alerts (docs/operations)', () => {
  /** The values of each label of each metric that a service registers. */
  const registered = new Map<string, Map<string, Set<string>>>();
  let copy: TestDatabase;

  beforeAll(async () => {
    copy = await ownDatabase();
    const metrics = new Metrics();
    // A service on a server has a pool besides.
    const database = { ...copy.database, connections: () => ({ total: 1, idle: 1, waiting: 0 }) };
    metrics.observeProcess('postgres');
    const app = await createApp(readConfiguration({}), database, pino({ level: 'silent' }), { metrics });
    await app.listen(0, '127.0.0.1');
    await (await fetch(`${await app.getUrl()}/health/live`)).text();
    await app.close();
    for (const { name, values } of await metrics.registry.getMetricsAsJSON()) {
      const own = { metricName: name, labels: {} };
      for (const { labels, metricName = name } of [own, ...values.map((value) => ({ ...own, ...value }))]) {
        const known = registered.get(metricName) ?? new Map<string, Set<string>>();
        for (const [label, value] of Object.entries(labels)) {
          known.set(label, (known.get(label) ?? new Set<string>()).add(String(value)));
        }
        registered.set(metricName, known);
      }
    }
  });
  afterAll(() => copy.drop());

  /** What an expression names that no service has. */
  function unknownIn([place, expression]: Used): string[] {
    const withoutValues = expression.replace(/"[^"]*"|\$\w+|\b\d\w*(?:\.\w+)?/g, '');
    const names: readonly string[] = withoutValues.match(/[a-zA-Z_]\w*/g) ?? [];
    const metrics = names.filter((name) => name === 'up' || registered.has(name));
    const labels = new Map(metrics.flatMap((name) => [...(registered.get(name) ?? [])]));
    if (metrics.length === 0) return [`${place}: no metric`];
    return [
      ...names.filter((name) => !words.has(name) && !registered.has(name) && !labels.has(name)),
      // The statuses and routes of one request are not all that there are.
      ...[...expression.matchAll(/(\w+)(=~?)"([^"]*)"/g)].flatMap(([, label = '', , value = '']) => {
        if (words.has(label) || label === 'status' || label === 'route') return [];
        return labels.get(label)?.has(value) ? [] : [`${label}="${value}"`];
      }),
    ].map((unknown) => `${place}: ${unknown}`);
  }

  it('name metrics and labels that the service has', () => {
    expect([...ofDashboard(), ...alerts()].flatMap(unknownIn)).toEqual([]);
    expect(ofDashboard().length).toBeGreaterThan(20);
  });

  it('would say which they are that it has not', () => {
    const wrong =
      'sum by (rout) (rate(catalog_http_requests_total{limit="tokens"}[5m])) + catalogue_rate_limited_total';
    expect(unknownIn(['here', wrong])).toEqual([
      'here: rout',
      'here: catalog_http_requests_total',
      'here: limit="tokens"',
    ]);
    expect(unknownIn(['there', 'rate(x[5m])'])).toEqual(['there: no metric']);
  });

  it('leave no metric of the service out of the dashboard', () => {
    const shown = ofDashboard()
      .map(([, expression]) => expression)
      .join('\n');
    const own = [...registered.keys()].filter((name) => name.startsWith('catalogue_'));
    const bases = new Set(own.map((name) => name.replace(/_(?:bucket|sum|count)$/, '')));
    expect([...bases].filter((name) => !shown.includes(name))).toEqual([]);
  });

  it('have a section in the guide for each alert', () => {
    const sections = [...docs('monitoring.md').matchAll(/^## (Catalogue\w+)$/gm)].map(([, name]) => name);
    expect(sections).toEqual(alerts().map(([name]) => name));
  });
});
