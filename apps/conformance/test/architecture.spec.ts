import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../src', import.meta.url));

/** The parts of the suite; each may import only earlier ones. No family of checks may import another. */
const parts: readonly RegExp[] = [
  /^(?:json|group-by|package-file|memoize|scale)\.ts$/,
  /^oracle\.ts$/,
  /^rules\//,
  /^target\//,
  /^snapshot\.ts$/,
  /^kit\//,
  /^checks\/(?!all-checks\b)[\w-]+\.ts$/,
  /^checks\/all-checks\.ts$/,
  /^run\//,
  /^reports\//,
  /^index\.ts$/,
  /^cli\//,
];

const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.spec)\.ts$/.test(file));

const placeOf = (file: string): number => parts.findIndex((part) => part.test(file));
/** A large family has several files, whose names begin with its own. */
const familyOf = (file: string): string => /^checks\/(?:every-response|\w+)/.exec(file)?.[0] ?? '';

const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/ from '(\.[^']+)\.js'/g)].map(([, target = '']) =>
    normalize(join(dirname(file), `${target}.ts`)),
  );

const isWrong = (file: string, target: string): boolean =>
  placeOf(target) < 0 ||
  placeOf(target) > placeOf(file) ||
  (placeOf(target) === placeOf(file) && familyOf(target) !== familyOf(file));

it('every file of the suite belongs to a listed part and imports only that part and earlier ones', () => {
  const imports = files.flatMap((file) => importsOf(file).map((target) => [file, target] as const));
  expect(files.filter((file) => placeOf(file) < 0)).toEqual([]);
  expect(imports.filter(([file, target]) => isWrong(file, target)).map((pair) => pair.join(' imports '))).toEqual([]);
});
