import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../src', import.meta.url));

/**
 * The parts of the suite, from the left to the right: an import goes to the left or stays in its part. A family of checks
 * is a part of its own, so that none knows another one.
 */
const parts: readonly RegExp[] = [
  /^(?:json|grouped)\.ts$/,
  /^oracle\.ts$/,
  /^rules\//,
  /^target\//,
  /^snapshot\//,
  /^checks\/context\//,
  /^checks\/assertions\//,
  /^checks\/requests\//,
  /^checks\/(?!context|assertions|requests)[\w-]+\//,
  /^checks\/all-checks\.ts$/,
  /^run\//,
  /^reports\/html\//,
  /^reports\//,
  /^(?:define-conformance|index)\.ts$/,
  /^cli\//,
];

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));

const placeOf = (file: string): number => parts.findIndex((part) => part.test(file));

/** The files of the suite that a file imports. */
const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/ from '(\.[^']+)\.js'/g)].map(([, target = '']) =>
    normalize(join(dirname(file), `${target}.ts`)),
  );

const familyOf = (file: string): string => /^checks\/[\w-]+(?=\/)/.exec(file)?.[0] ?? '';

/** Why an import may not be; null where it may. */
function wrongImport(file: string, target: string): string | null {
  const [from, to] = [placeOf(file), placeOf(target)];
  if (target.startsWith('..')) return `src/${file} imports ${target}, which is not published: only specs may.`;
  const place = `src/${file} imports src/${target}`;
  if (to > from)
    return `${place}, which lies to its right: move what both need into a part to the left (see the map in README.md).`;
  if (to === from && familyOf(file) !== familyOf(target))
    return `${place}, a check of another family: move what both need into checks/assertions or checks/requests.`;
  return null;
}

/** A circle of files that begins at one of them; null where there is none. */
function circleFrom(file: string, way: readonly string[] = [], done = new Set<string>()): readonly string[] | null {
  if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
  if (done.has(file)) return null;
  for (const target of importsOf(file)) {
    const circle = circleFrom(target, [...way, file], done);
    if (circle) return circle;
  }
  done.add(file);
  return null;
}

describe('the parts of the suite', () => {
  it('have a place for every file', () => {
    const lost = files.filter((file) => placeOf(file) < 0);
    expect(lost.map((file) => `src/${file} is in no part: move it into one, or give it a place in this test.`)).toEqual(
      [],
    );
  });

  it('import to the left only, oracle → target → snapshot → checks → run → reports → cli, and no family another', () => {
    const wrong = files.flatMap((file) => importsOf(file).flatMap((target) => wrongImport(file, target) ?? []));
    expect(wrong).toEqual([]);
  });

  it('have no circle of files', () => {
    const circle = files.map((file) => circleFrom(file)).find((one) => one !== null) ?? [];
    expect(circle.map((file) => relative('.', file)).join(' → ')).toBe('');
  });
});
