import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { asArray, type JsonObject, asObject, asText, valuesAt } from '@resource-catalogue/testing/json';
import { openHelm } from '../support/helm.js';
import { typeErrors } from './manifest-types.js';
import { parseConfiguration, healthPaths, port, stopSeconds } from './service-facts.js';

let helm: Awaited<ReturnType<typeof openHelm>>;
beforeAll(async () => {
  helm = await openHelm();
});
afterAll(() => helm.close());

type Resources = readonly JsonObject[];

const kindIn = (resources: Resources, kind: string): JsonObject =>
  asObject(resources.find((resource) => resource['kind'] === kind));
const containerIn = (resources: Resources, kind: string): JsonObject =>
  asObject(valuesAt(kindIn(resources, kind), 'spec.template.spec.containers[]')[0]);
const variablesIn = (resources: Resources): JsonObject =>
  Object.fromEntries(
    asArray(containerIn(resources, 'Deployment')['env'])
      .map(asObject)
      .map(({ name, value }) => [asText(name), value]),
  );

const everything = [
  '--set',
  'ingress.enabled=true,ingress.className=nginx,metrics.enabled=true,metrics.serviceMonitor=true',
];

it('helm lint finds nothing to correct', async () => {
  expect(await helm.lint()).toContain('1 chart(s) linted, 0 chart(s) failed');
});

describe('the manifests', () => {
  /** Values that Helm would parse to types other than those that Kubernetes requires. */
  const values = {
    variables: { WORKERS: 2, IDLE: 1_000_000, SHARE: 0.5, DEMO: true, NAME: 'a "b" <c> \\ d: e' },
    nodeSelector: { gpu: true, pool: 1_000_000 },
    ingress: { annotations: { 'example.org/size': 1_000_000, 'example.org/rewrite': false } },
    metrics: { labels: { release: 5 } },
    terminationGracePeriodSeconds: 1_000_000,
    autoscaling: { enabled: false },
    replicas: 3,
    service: { port: 8080 },
    podDisruptionBudget: { maxUnavailable: '50%' },
  };
  const expected = {
    variables: { WORKERS: '2', IDLE: '1000000', SHARE: '0.5', DEMO: 'true', NAME: values.variables.NAME },
    nodeSelector: { gpu: 'true', pool: '1000000' },
    annotations: { 'example.org/size': '1000000', 'example.org/rewrite': 'false' },
    labels: { release: '5' },
    numbers: [1_000_000, 3, 8080, '50%'],
  };
  /** The options for the same values, as arguments of `--set` or `--set-string`. */
  const options = (option: string, object: object, path = ''): string[] =>
    Object.entries(object).flatMap(([key, value]: [string, unknown]) => {
      const name = `${path}${key.replaceAll('.', '\\.')}`;
      return typeof value === 'object' && value !== null
        ? options(option, value, `${name}.`)
        : [option, `${name}=${String(value).replaceAll('\\', '\\\\')}`];
    });
  const { variables, nodeSelector, ingress, metrics, ...typed } = values;
  const texts = { variables, nodeSelector, ingress, metrics };

  it.each<[source: string, args: () => Promise<string[]>]>([
    ['--set', () => Promise.resolve(options('--set', values))],
    ['--set-string', () => Promise.resolve([...options('--set-string', texts), ...options('--set', typed)])],
    ['a file', () => helm.values(values)],
  ])('have the types that Kubernetes requires, for values of %s', async (_, args) => {
    const { text, resources } = await helm.render('20260301', ...(await args()), ...everything);
    expect(resources.map(({ kind }) => kind).sort()).toEqual([
      'Deployment',
      'Ingress',
      'Job',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'Service',
      'ServiceMonitor',
    ]);
    expect(resources.flatMap(typeErrors)).toEqual([]);
    expect(text).not.toMatch(/\de\+\d/);
    expect(variablesIn(resources)).toMatchObject(expected.variables);
    const [deployment, job, service] = ['Deployment', 'Job', 'Service'].map((kind) => kindIn(resources, kind));
    for (const each of [deployment, job])
      expect(valuesAt(each, 'spec.template.spec.nodeSelector')).toEqual([expected.nodeSelector]);
    expect(valuesAt(kindIn(resources, 'Ingress'), 'metadata.annotations')).toEqual([expected.annotations]);
    expect(valuesAt(kindIn(resources, 'ServiceMonitor'), 'metadata.labels')).toEqual([expected.labels]);
    expect([
      ...valuesAt(deployment, 'spec.template.spec.terminationGracePeriodSeconds'),
      ...valuesAt(deployment, 'spec.replicas'),
      ...valuesAt(service, 'spec.ports[].port').slice(0, 1),
      ...valuesAt(kindIn(resources, 'PodDisruptionBudget'), 'spec.maxUnavailable'),
    ]).toEqual(expected.numbers);
  });

  it('have the types that Kubernetes requires, by default', async () => {
    const { resources } = await helm.render('catalogue');
    expect(resources.flatMap(typeErrors)).toEqual([]);
    expect(resources.map(({ kind }) => kind)).toContain('HorizontalPodAutoscaler');
  });
});

it.each<[values: JsonObject, complaint: RegExp]>([
  [{ image: { tag: 1.1 } }, /'\/image\/tag': got number, want string/],
  [{ autoscaling: { enabled: 'false' } }, /'\/autoscaling\/enabled': got string, want boolean/],
  [{ replcas: 3 }, /'replcas' not allowed/],
  [{ variables: { port: 3000 } }, /invalid propertyName 'port'/],
  [{ tolerations: [{ key: 'gpu', value: true }] }, /'\/tolerations\/0\/value': got boolean, want string/],
])('helm rejects %j', async (values, complaint) => {
  await expect(helm.render('catalogue', ...(await helm.values(values)))).rejects.toThrow(complaint);
});

describe('the chart with every option', () => {
  let resources: Resources;
  beforeAll(async () => {
    ({ resources } = await helm.render('catalogue', ...everything));
  });
  const of = (kind: string): JsonObject => kindIn(resources, kind);
  const configuration = () => {
    const { DATABASE_URL: _, ...variables } = variablesIn(resources);
    return parseConfiguration(
      Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, asText(value)])),
    );
  };

  it('sets known variables and leaves the service time to stop', () => {
    expect(valuesAt(of('Job'), 'spec.template.spec.containers[].env[].name')).toEqual(['DATABASE_URL']);
    const [grace] = valuesAt(of('Deployment'), 'spec.template.spec.terminationGracePeriodSeconds');
    expect(grace).toBeGreaterThanOrEqual(configuration().shutdownDelay / 1000 + stopSeconds);
  });

  it('uses the ports of the service', () => {
    const ports = asArray(containerIn(resources, 'Deployment')['ports']).map(asObject);
    expect(ports.map(({ name, containerPort }) => [name, containerPort])).toEqual([
      ['http', port],
      ['metrics', configuration().metricsPort],
    ]);
    const names = ports.map(({ name }) => name);
    expect(valuesAt(of('Service'), 'spec.ports[].targetPort')).toEqual(names);
    expect(valuesAt(of('NetworkPolicy'), 'spec.ingress[].ports[].port')).toEqual(names);
    expect(names).toEqual(expect.arrayContaining(valuesAt(of('ServiceMonitor'), 'spec.endpoints[].port')));
    const [backend] = valuesAt(of('Ingress'), 'spec.rules[].http.paths[].backend.service.port.name');
    expect(valuesAt(of('Service'), 'spec.ports[].name')).toContain(backend);
  });

  it('has probes that request existing paths', () => {
    const container = containerIn(resources, 'Deployment');
    const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'].map((name) => container[name]);
    const paths = probes.map((probe) => valuesAt(probe, 'httpGet.path')[0]);
    expect(paths).toEqual(['/health/live', '/health/live', '/health/ready']);
    expect(healthPaths).toEqual(expect.arrayContaining(paths));
  });

  it('routes requests only to pods of the service, which are read-only and not root', () => {
    const labels = (resource: JsonObject) => valuesAt(resource, 'spec.template.metadata.labels')[0];
    const [selector] = valuesAt(of('Service'), 'spec.selector');
    expect(labels(of('Deployment'))).toEqual(selector);
    expect(labels(of('Job'))).not.toMatchObject(asObject(selector));
    for (const kind of ['Deployment', 'Job']) {
      expect(containerIn(resources, kind)).toMatchObject({ securityContext: { readOnlyRootFilesystem: true } });
      expect(valuesAt(of(kind), 'spec.template.spec.securityContext.runAsNonRoot')).toEqual([true]);
    }
    expect(valuesAt(of('Job'), 'spec.template.spec.containers[].command')).toEqual([['resource-catalogue', 'migrate']]);
  });
});
