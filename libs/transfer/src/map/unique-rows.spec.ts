import { expect, it } from '@jest/globals';
import { makeTable } from '../../test/support/mapping.js';
import { UniqueRows } from './unique-rows.js';

const layout = (collection: string) => ({ collection, key: 'slug' });
const [first, second] = [makeTable('First'), makeTable('Second')];

/** Takes rows of a table from row 2 on, and returns their values, with the columns of their errors. */
function take(unique: UniqueRows, table: typeof first, collection: string, ...rows: readonly Record<string, string>[]) {
  const empty = { defaults: new Map(), problems: [], raw: [] };
  return rows.flatMap((cells, index) => {
    const row = { row: index + 2, line: index + 2, values: new Map(Object.entries(cells)), ...empty };
    const taken = unique.take(layout(collection), table, row, 0);
    return taken.map(({ values, problems }) => [...values.values(), ...problems.map(({ column }) => column)].join());
  });
}

const [hall, lab] = [
  { slug: 'hall', name: 'Hall' },
  { slug: 'lab', name: 'Lab' },
];

it('UniqueRows omits a row that an earlier table has, in each pass over the tables', () => {
  const unique = new UniqueRows();
  const read = () => [
    take(unique, first, 'spaces', hall, lab),
    take(unique, second, 'spaces', hall, { ...lab, name: 'Laboratory' }, { slug: 'attic', name: 'Attic' }),
    take(unique, second, 'machines', hall),
  ];
  const expected = [['hall,Hall', 'lab,Lab'], ['lab,Laboratory', 'attic,Attic'], ['hall,Hall']];
  expect(read()).toEqual(expected);
  expect(read()).toEqual(expected);
});

it('UniqueRows merges equal rows of a table, and reports rows that only have the same key', () => {
  const rows = take(
    new UniqueRows(),
    first,
    'spaces',
    hall,
    hall,
    { slug: 'Hall', name: 'Hall' },
    { slug: 'hall', name: 'Attic' },
  );
  expect(rows).toEqual(['hall,Hall', 'Hall,Hall', 'hall,Attic,name']);
});

it('UniqueRows distinguishes categories of different types', () => {
  const unique = new UniqueRows();
  const taken = ['machine', 'place'].map((type) =>
    take(unique, first, 'categories', { type, slug: 'wood', name: 'Wood' }),
  );
  expect(taken).toEqual([['machine,wood,Wood'], ['place,wood,Wood']]);
});
