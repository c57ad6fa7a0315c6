import { expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { asObject, asText } from '@resource-catalogue/testing/json';
import { parseConfiguration, healthPaths, image, port, seconds, stopSeconds, textOf } from './service-facts.js';

it('the image sets known variables, exposes the port, has a health check, and does not run as root', () => {
  expect(parseConfiguration(image.environment)).toMatchObject({ port, host: '0.0.0.0', demo: false });
  expect(image.ports).toEqual([port]);
  expect(healthPaths).toContain(/\/health\/\w+/.exec(image.healthCheck.join(' '))?.[0]);
  expect(image.user).toBe('node');
});

it('the image declares no volume, and its user owns the data directory', () => {
  const { dataDir } = parseConfiguration(image.environment);
  expect(image.volumes).toEqual([]);
  expect(image.commands).toContain(`mkdir ${dataDir} && chown ${image.user}:${image.user} ${dataDir}`);
});

const textsIn = (object: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(asObject(object)).map(([name, value]) => [name, asText(value)]));

it('compose.yaml starts two instances behind its proxy and leaves them time to stop', () => {
  const source = textOf('deploy/compose/compose.yaml').replaceAll(/\$\{PUBLIC_URL:\?[^}]*\}/g, 'https://a.example');
  const services = Object.entries(asObject(asObject(parse(source, { merge: true }))['services']));
  const ours = services.filter(([, service]) => asObject(service)['build'] !== undefined);
  const caddyfile = textOf('deploy/compose/Caddyfile');
  const directive = (name: string): string => new RegExp(`^\\s*${name} (.*)$`, 'm').exec(caddyfile)?.[1] ?? '';
  const upstreams = directive('reverse_proxy').replace(' {', '').split(' ');
  expect(upstreams).toEqual(ours.map(([name]) => `${name}:${port}`));
  expect(ours).toHaveLength(2);
  expect(healthPaths).toContain(directive('health_uri'));

  const noticed =
    Number(directive('health_fails')) * seconds(directive('health_interval')) + seconds(directive('health_timeout'));
  for (const { environment, stop_grace_period: grace } of ours.map(([, service]) => asObject(service))) {
    const { trustProxy, shutdownDelay } = parseConfiguration(textsIn(environment));
    expect(trustProxy).toBe(1);
    expect(shutdownDelay / 1000).toBeGreaterThan(noticed);
    expect(seconds(asText(grace))).toBeGreaterThanOrEqual(shutdownDelay / 1000 + stopSeconds);
  }
});
