import { describe, expect, it } from '@jest/globals';
import { loadBothSeeds } from '../test/seed/default-seed.js';

const [[, rich], [, demo]] = loadBothSeeds();

/** The maximum length of names, numbers and codes. */
const longest = /^.{200}$/u;

describe('SORT-1, FILT-2: the rare texts of a seed', () => {
  const texts = (table: string, column: string) => rich.rows(table).flatMap((row) => row.optional(column) ?? []);

  const names = ['machines', 'places', 'trainings', 'events', 'plans', 'projects', 'categories', 'project_thematics'];
  it.each([
    ...names.map((table) => [table, 'name'] as const),
    ...(['members', 'users'] as const).map((table) => [table, 'last_name'] as const),
    ...(['machine_units', 'place_units'] as const).map((table) => [table, 'sku'] as const),
  ])('%s.%s has lower-case, capital and accented first letters, and differs when sorted by UTF-16', (table, column) => {
    const all = texts(table, column);
    for (const letter of [/^[a-z]/, /^[B-Z]/, /^[à-ÿÀ-ß]/]) expect(all.some((text) => letter.test(text))).toBe(true);
    const byCodePoint = [...all].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
    expect([...all].sort()).not.toEqual(byCodePoint);
  });

  it.each([
    /\p{Script=Greek}/u,
    /\p{Script=Cyrillic}/u,
    /\p{Script=Arabic}/u,
    /\p{Script=Hebrew}/u,
    /\p{Script=Devanagari}/u,
    /\p{Script=Thai}/u,
    /\p{Script=Han}/u,
    /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
    /\p{Script=Hangul}/u,
    /\p{Extended_Pictographic}\u200d\p{Extended_Pictographic}/u,
    /"/,
    /\\/,
    /<.+>/,
    /%/,
    /,/,
  ])('members and projects have %s in their names', (pattern) => {
    const people = ['first_name', 'last_name'].flatMap((column) => texts('members', column));
    const projects = ['name', 'summary', 'tags'].flatMap((column) => texts('projects', column));
    for (const all of [people, projects]) expect(all.some((text) => pattern.test(text))).toBe(true);
  });

  it.each([
    ['machine_units', 'sku', /,/],
    ['machine_units', 'sku', / /],
    ['place_units', 'sku', /,/],
    ['place_units', 'sku', / /],
    ['members', 'number', /,/],
    ['members', 'number', / /],
    ['project_licenses', 'code', /,/],
    ['machines', 'name', longest],
    ['members', 'first_name', longest],
    ['members', 'last_name', longest],
    ['members', 'number', longest],
    ['machine_units', 'sku', longest],
  ])('FILT-2: %s.%s has %s', (table, column, pattern) => {
    expect(texts(table, column).some((text) => pattern.test(text))).toBe(true);
  });

  it('section 9: one project has a name, summary, description and lists of the maximum length', () => {
    const [longest] = rich.rows('projects').filter((row) => row.text('name').length === 200);
    const sizes = longest && [longest.text('summary').length, longest.text('description').length];
    expect([sizes, longest?.items('tags').length, longest?.items('steps').length]).toEqual([[500, 100_000], 20, 100]);
  });
});

/** Every text of a row, those in JSON included; `short` ones are names, numbers and codes. */
function* textsOf(table: string, short: boolean): Generator<readonly [place: string, text: string]> {
  for (const { values } of demo.rows(table)) {
    for (const [column, value] of Object.entries(values)) {
      if (typeof value !== 'string' || short !== shortColumns.has(column)) continue;
      yield [`${table}.${column}`, value];
    }
  }
}

const shortColumns = new Set([
  'name',
  'first_name',
  'last_name',
  'number',
  'sku',
  'slug',
  'code',
  'floor',
  'job_title',
]);

describe('a demo', () => {
  const found = (short: boolean, isRare: (text: string) => boolean) =>
    demo.tables.flatMap((table) => [...textsOf(table, short)].filter(([, text]) => isRare(text)));

  it('has no other scripts, emoji, invisible characters, ligatures or full-width letters', () => {
    const isRare = (text: string) =>
      /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]|\p{Extended_Pictographic}|[\p{Cf}ﬀ-ﬆ！-～]|[\u{1d400}-\u{1d7ff}]/u.test(
        text,
      );
    expect([...found(true, isRare), ...found(false, isRare)]).toEqual([]);
  });

  it('has no quotes, tags or backslashes in its names, numbers and codes, and none that fill a screen', () => {
    expect(found(true, (text) => /["<>\\]/.test(text) || text.length > 100)).toEqual([]);
  });
});
