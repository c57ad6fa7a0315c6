import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../src', import.meta.url));

/** The parts of the suite, from the left to the right. A family of checks is a part of its own, so that none knows another. */
const parts: readonly RegExp[] = [
  /^(?:json|grouped|package-file)\.ts$/,
  /^oracle\.ts$/,
  /^rules\//,
  /^target\//,
  /^snapshot\.ts$/,
  /^checks\/context\//,
  /^checks\/assertions\//,
  /^checks\/requests\//,
  /^checks\/[\w-]+\//,
  /^checks\/all-checks\.ts$/,
  /^run\//,
  /^reports\/html\//,
  /^reports\//,
  /^(?:define-conformance|index)\.ts$/,
  /^cli\//,
];

const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.spec)\.ts$/.test(file));

const placeOf = (file: string): number => parts.findIndex((part) => part.test(file));
const familyOf = (file: string): string => /^checks\/[\w-]+(?=\/)/.exec(file)?.[0] ?? '';

const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/ from '(\.[^']+)\.js'/g)].map(([, target = '']) =>
    normalize(join(dirname(file), `${target}.ts`)),
  );

const isWrong = (file: string, target: string): boolean =>
  placeOf(target) < 0 ||
  placeOf(target) > placeOf(file) ||
  (placeOf(target) === placeOf(file) && familyOf(target) !== familyOf(file));

const reaches = (file: string, wanted: string, seen = new Set<string>()): boolean =>
  importsOf(file).some((target) => {
    if (target === wanted) return true;
    if (seen.has(target)) return false;
    seen.add(target);
    return reaches(target, wanted, seen);
  });

it('every file of src has a part of the suite in the list of this test', () => {
  expect(files.filter((file) => placeOf(file) < 0)).toEqual([]);
});

it('imports go to the left or stay in their part, no family of checks imports another, and none goes out of src', () => {
  const imports = files.flatMap((file) => importsOf(file).map((target) => [file, target] as const));
  expect(imports.filter(([file, target]) => isWrong(file, target)).map((pair) => pair.join(' imports '))).toEqual([]);
});

it('no file imports itself by way of others', () => {
  expect(files.filter((file) => reaches(file, file))).toEqual([]);
});
