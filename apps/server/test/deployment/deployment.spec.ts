import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { parse } from 'yaml';
import { readConfiguration } from '@resource-catalogue/program';
import { asArray, type JsonObject, asObject, asText, valuesAt } from '@resource-catalogue/testing/json';
import { HealthController } from '../../src/pages/health.controller.js';
import { readImage } from '../support/dockerfile.js';

const file = (path: string): URL => new URL(`../../../../${path}`, import.meta.url);
const text = (path: string): string => readFileSync(file(path), 'utf8');

type Variables = Readonly<Record<string, string>>;

const image = readImage();
const port = Number(image.environment['PORT']);

const known = new Set(
  [...text('libs/program/src/configuration.ts').matchAll(/@Variable\('([A-Z_]+)'/g)].flatMap(([, name = '']) => [
    name,
    `${name}_FILE`,
  ]),
);
const ofNode = ['NODE_ENV', 'PATH'];

/** The configuration from these variables; throws for unknown or invalid ones. */
function configured(variables: Variables) {
  expect(Object.keys(variables).filter((name) => !known.has(name) && !ofNode.includes(name))).toEqual([]);
  const { DATABASE_URL_FILE: _, ...rest } = variables;
  return readConfiguration({ ...image.environment, ...rest, DATABASE_URL: 'postgresql://database.example/catalogue' });
}

const pathOf = (handler: object): string => String(Reflect.getMetadata(PATH_METADATA, handler));
const { live, ready, checks } = HealthController.prototype;
const healthPaths = [live, ready, checks].map((handler) => `/${pathOf(HealthController)}/${pathOf(handler)}`);

const seconds = (duration: string): number => Number(/^(\d+)s$/.exec(duration)?.[1]);
/** Seconds of a stop after SHUTDOWN_DELAY, as in docs/operations/install.md. */
const stopping = 9;

const textsIn = (object: unknown): Variables =>
  Object.fromEntries(Object.entries(asObject(object)).map(([name, value]) => [name, asText(value)]));

it('the image sets known variables, exposes the port, has a health check, and does not run as root', () => {
  expect(configured(image.environment)).toMatchObject({ port, host: '0.0.0.0', demo: false });
  expect(image.ports).toEqual([port]);
  expect(healthPaths).toContain(/\/health\/\w+/.exec(image.healthCheck.join(' '))?.[0]);
  expect(image.user).toBe('node');
});

it('the image leaves it to the operator to mount a volume on its data directory, which the user owns', () => {
  const { dataDir } = configured(image.environment);
  expect(image.volumes).toEqual([]);
  expect(image.commands).toEqual([`mkdir ${dataDir} && chown ${image.user}:${image.user} ${dataDir}`]);
});

it('compose.yaml starts two instances behind its proxy and leaves them time to stop', () => {
  const source = text('deploy/compose/compose.yaml').replaceAll(/\$\{PUBLIC_URL:\?[^}]*\}/g, 'https://a.example');
  const services = Object.entries(asObject(asObject(parse(source, { merge: true }))['services']));
  const ours = services.filter(([, service]) => asObject(service)['build'] !== undefined);
  const caddyfile = text('deploy/compose/Caddyfile');
  const directive = (name: string): string => new RegExp(`^\\s*${name} (.*)$`, 'm').exec(caddyfile)?.[1] ?? '';
  const upstreams = directive('reverse_proxy').replace(' {', '').split(' ');
  expect(upstreams).toEqual(ours.map(([name]) => `${name}:${port}`));
  expect(ours).toHaveLength(2);
  expect(healthPaths).toContain(directive('health_uri'));

  const noticed =
    Number(directive('health_fails')) * seconds(directive('health_interval')) + seconds(directive('health_timeout'));
  for (const { environment, stop_grace_period: grace } of ours.map(([, service]) => asObject(service))) {
    const { trustProxy, shutdownDelay } = configured(textsIn(environment));
    expect(trustProxy).toBe(1);
    expect(shutdownDelay / 1000).toBeGreaterThan(noticed);
    expect(seconds(asText(grace))).toBeGreaterThanOrEqual(shutdownDelay / 1000 + stopping);
  }
});

/** The resources of the chart by kind, with every option enabled: conditions of the templates are removed. */
function chartResources(): Map<string, JsonObject> {
  const chart = 'deploy/helm/resource-catalogue';
  const { version, appVersion } = asObject(parse(text(`${chart}/Chart.yaml`)));
  const scope = {
    Values: asObject(parse(text(`${chart}/values.yaml`))),
    Release: { Name: 'catalogue' },
    Chart: { Version: version, AppVersion: appVersion },
  };
  const value = (_: string, json: string | undefined, path: string) => {
    const [found] = path.startsWith('.') ? valuesAt(scope, path.slice(1)) : [path];
    if (found === '') return path;
    return json === undefined ? String(found) : JSON.stringify(found);
  };
  const resources = readdirSync(file(`${chart}/templates`)).map((name) => {
    const plain = text(`${chart}/templates/${name}`).replaceAll(/^ *\{\{- .*\}\}\n/gm, '');
    return asObject(parse(plain.replaceAll(/\{\{ (toJson )?(\S+).*? \}\}/g, value)));
  });
  return new Map(resources.map((resource) => [asText(resource['kind']), resource]));
}

describe('the chart', () => {
  const resources = chartResources();
  const of = (kind: string): JsonObject => asObject(resources.get(kind));
  const containerOf = (kind: string): JsonObject => asObject(valuesAt(of(kind), 'spec.template.spec.containers[]')[0]);
  const container = containerOf('Deployment');
  const { variables } = asObject(parse(text('deploy/helm/resource-catalogue/values.yaml')));
  const ofMetrics = asArray(container['env'])
    .map(asObject)
    .filter(({ name }) => asText(name).startsWith('METRICS_'))
    .map(({ name, value }): [string, string] => [asText(name), asText(value)]);
  const { metricsPort, shutdownDelay } = configured({ ...textsIn(variables), ...Object.fromEntries(ofMetrics) });

  it('the chart sets known variables and leaves the service time to stop', () => {
    expect(valuesAt(of('Job'), 'spec.template.spec.containers[].env[].name')).toEqual(['DATABASE_URL']);
    const [grace] = valuesAt(of('Deployment'), 'spec.template.spec.terminationGracePeriodSeconds');
    expect(grace).toBeGreaterThanOrEqual(shutdownDelay / 1000 + stopping);
  });

  it('the chart uses the ports of the service', () => {
    const ports = asArray(container['ports']).map(asObject);
    expect(ports.map(({ name, containerPort }) => [name, containerPort])).toEqual([
      ['http', port],
      ['metrics', metricsPort],
    ]);
    const names = ports.map(({ name }) => name);
    expect(valuesAt(of('Service'), 'spec.ports[].targetPort')).toEqual(names);
    expect(valuesAt(of('NetworkPolicy'), 'spec.ingress[].ports[].port')).toEqual(names);
    expect(names).toEqual(expect.arrayContaining(valuesAt(of('ServiceMonitor'), 'spec.endpoints[].port')));
    const [backend] = valuesAt(of('Ingress'), 'spec.rules[].http.paths[].backend.service.port.name');
    expect(valuesAt(of('Service'), 'spec.ports[].name')).toContain(backend);
  });

  it('the probes of the chart request existing paths', () => {
    const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'].map((name) => container[name]);
    const paths = probes.map((probe) => valuesAt(probe, 'httpGet.path')[0]);
    expect(paths).toEqual(['/health/live', '/health/live', '/health/ready']);
    expect(healthPaths).toEqual(expect.arrayContaining(paths));
  });

  it('the chart routes requests only to pods of the service, which are read-only and not root', () => {
    const labels = ({ spec }: JsonObject) =>
      asObject(asObject(asObject(asObject(spec)['template'])['metadata'])['labels']);
    const [selector] = valuesAt(of('Service'), 'spec.selector');
    expect(labels(of('Deployment'))).toEqual(selector);
    expect(labels(of('Job'))).not.toMatchObject(asObject(selector));
    for (const kind of ['Deployment', 'Job']) {
      expect(containerOf(kind)).toMatchObject({ securityContext: { readOnlyRootFilesystem: true } });
      expect(valuesAt(of(kind), 'spec.template.spec.securityContext.runAsNonRoot')).toEqual([true]);
    }
    expect(valuesAt(of('Job'), 'spec.template.spec.containers[].command')).toEqual([['resource-catalogue', 'migrate']]);
  });
});
