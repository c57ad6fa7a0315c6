import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { parse } from 'yaml';
import { readConfiguration } from '@resource-catalogue/program';
import { arrayOf, type JsonObject, objectOf, textOf, valuesAt } from '@resource-catalogue/testing/json';
import { HealthController } from '../../src/pages/health.controller.js';
import { chartValues, renderChart } from './helm-chart.js';
import { readImage } from '../support/dockerfile.js';

const text = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

type Variables = Readonly<Record<string, string>>;

/** In place of a secret. */
const databaseUrl = 'postgresql://database.example/catalogue';

const image = readImage();
const port = Number(image.environment['PORT']);

const source = text('libs/program/src/configuration.ts');
const known = new Set(
  [...source.matchAll(/@Variable\('([A-Z_]+)'/g)].flatMap(([, name = '']) => [name, `${name}_FILE`]),
);
/** Of Node and of the shell, not of the service. */
const others = ['NODE_ENV', 'PATH'];

/** What the service makes of the variables: invalid ones are errors. */
function configured(variables: Variables) {
  const unknown = Object.keys(variables).filter((name) => !known.has(name) && !others.includes(name));
  expect(unknown).toEqual([]);
  const read: Record<string, string> = { ...image.environment, DATABASE_URL: databaseUrl, ...variables };
  delete read['DATABASE_URL_FILE'];
  return readConfiguration(read);
}

const pathOf = (handler: object): string => String(Reflect.getMetadata(PATH_METADATA, handler));
const { live, ready, checks } = HealthController.prototype;
const healthPaths = [live, ready, checks].map((handler) => `/${pathOf(HealthController)}/${pathOf(handler)}`);

const seconds = (duration: string): number => Number(/^(\d+)s$/.exec(duration)?.[1]);
/** What docs/operations/install.md says that a stop takes after SHUTDOWN_DELAY. */
const stopping = 9;

const textsIn = (object: unknown): Variables =>
  Object.fromEntries(Object.entries(objectOf(object)).map(([name, value]) => [name, textOf(value)]));

describe('the image', () => {
  it('the image sets variables that the service knows, and exposes its port', () => {
    expect(configured(image.environment)).toMatchObject({ port, host: '0.0.0.0', demo: false, dataDir: image.volume });
    expect(image.ports).toEqual([port]);
  });

  it('the image asks a path that the service has, as a user who is not root', () => {
    const [path] = /\/health\/\w+/.exec(image.healthCheck.join(' ')) ?? [];
    expect(healthPaths).toContain(path);
    expect(image.user).toBe('node');
  });
});

describe('compose.yaml', () => {
  // Variables of the shell have no part in what is looked at, but the address.
  const file = text('deploy/compose/compose.yaml').replaceAll(
    /\$\{PUBLIC_URL:\?[^}]*\}/g,
    'https://catalogue.example.org',
  );
  const compose = objectOf(parse(file, { merge: true }));
  const services = new Map(
    Object.entries(objectOf(compose['services'])).map(([name, value]) => [name, objectOf(value)]),
  );
  const ours = [...services].filter(([, { build }]) => build !== undefined);
  const caddyfile = text('deploy/compose/Caddyfile');
  const directive = (name: string): string => new RegExp(`^\\s*${name} (.*)$`, 'm').exec(caddyfile)?.[1] ?? '';

  it('compose.yaml starts the two instances that the proxy asks, on their port', () => {
    const upstreams = directive('reverse_proxy').replace(' {', '').split(' ');
    expect(upstreams).toEqual(ours.map(([name]) => `${name}:${port}`));
    expect(ours).toHaveLength(2);
    expect(healthPaths).toContain(directive('health_uri'));
  });

  it.each(ours)(
    'compose.yaml sets variables of %s that the service knows, and leaves it time to stop',
    (_name, service) => {
      const { trustProxy, shutdownDelay } = configured(textsIn(service['environment']));
      expect(trustProxy).toBe(1);
      const noticed =
        Number(directive('health_fails')) * seconds(directive('health_interval')) +
        seconds(directive('health_timeout'));
      expect(shutdownDelay / 1000).toBeGreaterThan(noticed);
      expect(seconds(textOf(service['stop_grace_period']))).toBeGreaterThanOrEqual(shutdownDelay / 1000 + stopping);
    },
  );

  it('compose.yaml declares the networks, secrets and services to which it refers', () => {
    for (const kind of ['networks', 'secrets'] as const) {
      const declared = Object.keys(objectOf(compose[kind]));
      const used = [...services.values()].flatMap((service) => arrayOf(service[kind] ?? []));
      expect([...new Set(used)].sort()).toEqual(declared.sort());
    }
    const needed = [...services.values()].flatMap(({ depends_on = {} }) => Object.keys(objectOf(depends_on)));
    expect(needed.filter((name) => !services.has(name))).toEqual([]);
    const files = [...file.matchAll(/\/run\/secrets\/([\w-]+)/g)].map(([, name]) => name);
    expect(files.filter((name = '') => !(name in objectOf(compose['secrets'])))).toEqual([]);
  });
});

describe('the chart', () => {
  const defaults = chartValues();
  const on = (name: string, more: JsonObject = {}): JsonObject => ({
    ...objectOf(defaults[name]),
    enabled: true,
    ...more,
  });
  const everything: JsonObject = {
    ...defaults,
    autoscaling: on('autoscaling', { enabled: false }),
    ingress: on('ingress', { className: 'nginx' }),
    metrics: on('metrics', { serviceMonitor: true }),
  };
  const of = (values: JsonObject, kind: string): JsonObject => {
    const document = renderChart(values).get(kind);
    if (!document) throw new Error(`There is no ${kind}.`);
    return document;
  };
  const containerOf = (values: JsonObject, kind: string): JsonObject =>
    objectOf(valuesAt(of(values, kind), 'spec.template.spec.containers[]')[0]);
  const variablesOf = (container: JsonObject): Variables =>
    Object.fromEntries(
      arrayOf(container['env'])
        .map(objectOf)
        .map(({ name, value }) => [textOf(name), value === undefined ? databaseUrl : textOf(value)]),
    );

  it('the chart makes the resources that its values ask for', () => {
    const always = ['Deployment', 'HorizontalPodAutoscaler', 'Job', 'NetworkPolicy', 'PodDisruptionBudget', 'Service'];
    expect([...renderChart(defaults).keys()].sort()).toEqual(always);
    const others = always.filter((kind) => kind !== 'HorizontalPodAutoscaler');
    expect([...renderChart(everything).keys()].sort()).toEqual([...others, 'Ingress', 'ServiceMonitor'].sort());
    expect(of(everything, 'Deployment')).toMatchObject({ spec: { replicas: defaults['replicas'] } });
  });

  it.each([
    ['defaults', defaults],
    ['everything', everything],
  ])('the chart with %s sets variables that the service knows, and leaves it time to stop', (_name, values) => {
    expect(Object.keys(variablesOf(containerOf(values, 'Job')))).toEqual(['DATABASE_URL']);
    const { shutdownDelay } = configured(variablesOf(containerOf(values, 'Deployment')));
    const [grace] = valuesAt(of(values, 'Deployment'), 'spec.template.spec.terminationGracePeriodSeconds');
    expect(grace).toBeGreaterThanOrEqual(shutdownDelay / 1000 + stopping);
  });

  it('the chart has the ports on which the service listens', () => {
    const container = containerOf(everything, 'Deployment');
    const { metricsPort } = configured(variablesOf(container));
    const ports = arrayOf(container['ports']).map(objectOf);
    expect(ports.map(({ name, containerPort }) => [name, containerPort])).toEqual([
      ['http', port],
      ['metrics', metricsPort],
    ]);
    const names = ports.map(({ name }) => name);
    expect(valuesAt(of(everything, 'Service'), 'spec.ports[].targetPort')).toEqual(names);
    expect(valuesAt(of(everything, 'NetworkPolicy'), 'spec.ingress[].ports[].port')).toEqual(names);
    expect(names).toEqual(expect.arrayContaining(valuesAt(of(everything, 'ServiceMonitor'), 'spec.endpoints[].port')));
    const [backend] = valuesAt(of(everything, 'Ingress'), 'spec.rules[].http.paths[].backend.service.port.name');
    expect(valuesAt(of(everything, 'Service'), 'spec.ports[].name')).toContain(backend);
  });

  it('the chart asks paths that the service has', () => {
    const probes = Object.entries(containerOf(defaults, 'Deployment')).filter(([name]) => name.endsWith('Probe'));
    const paths = probes.map(([name, probe]) => [name, valuesAt(probe, 'httpGet.path')[0]]);
    expect(Object.fromEntries(paths)).toEqual({
      startupProbe: '/health/live',
      livenessProbe: '/health/live',
      readinessProbe: '/health/ready',
    });
    expect(healthPaths).toEqual(expect.arrayContaining(paths.map(([, path]) => path)));
  });

  it('the chart sends requests to pods of the service alone, and lets them write nowhere', () => {
    const labels = ({ spec }: JsonObject) =>
      objectOf(objectOf(objectOf(objectOf(spec)['template'])['metadata'])['labels']);
    const [selector] = valuesAt(of(defaults, 'Service'), 'spec.selector');
    expect(labels(of(defaults, 'Deployment'))).toEqual(selector);
    expect(labels(of(defaults, 'Job'))).not.toMatchObject(objectOf(selector));
    for (const kind of ['Deployment', 'Job']) {
      expect(containerOf(defaults, kind)).toMatchObject({ securityContext: { readOnlyRootFilesystem: true } });
      expect(valuesAt(of(defaults, kind), 'spec.template.spec.securityContext.runAsNonRoot')).toEqual([true]);
    }
    expect(valuesAt(of(defaults, 'Job'), 'spec.template.spec.containers[].command')).toEqual([
      ['resource-catalogue', 'migrate'],
    ]);
  });
});
