import { readFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { readConfiguration } from '@resource-catalogue/program';
import { HealthController } from '../../src/pages/health.controller.js';
import { readImage } from '../support/dockerfile.js';

export const textOf = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

export const image = readImage();
export const port = Number(image.environment['PORT']);

const known = new Set(
  [...textOf('libs/program/src/configuration.ts').matchAll(/@Variable\('([A-Z_]+)'/g)].flatMap(([, name = '']) => [
    name,
    `${name}_FILE`,
  ]),
);
/** Variables of the programs that run the service. */
const programVariables = ['NODE_ENV', 'PATH', 'CATALOGUE_COMMAND'];

/** The configuration from these variables; throws for unknown or invalid ones. */
export function parseConfiguration(variables: Readonly<Record<string, string>>) {
  expect(Object.keys(variables).filter((name) => !known.has(name) && !programVariables.includes(name))).toEqual([]);
  const { DATABASE_URL_FILE: _, ...rest } = variables;
  return readConfiguration({ ...image.environment, ...rest, DATABASE_URL: 'postgresql://database.example/catalogue' });
}

const pathOf = (handler: object): string => String(Reflect.getMetadata(PATH_METADATA, handler));
const { live, ready, checks } = HealthController.prototype;
export const healthPaths = [live, ready, checks].map((handler) => `/${pathOf(HealthController)}/${pathOf(handler)}`);

export const seconds = (duration: string): number => Number(/^(\d+)s$/.exec(duration)?.[1]);
/** Seconds that a stop may take after SHUTDOWN_DELAY, as in docs/operations/install.md. */
export const stopSeconds = 9;
