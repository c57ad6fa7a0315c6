import { describe, expect, it } from '@jest/globals';
import {
  type AnyCollectionContract,
  collections,
  type DtoClass,
  fieldTable,
  filterTable,
  satisfiesSetWhen,
  setWhenText,
} from '@resource-catalogue/contracts';
import { type Row, toText } from '../json.js';
import { compareTexts, valuesAt } from '../list.js';
import { makeDataset } from './dataset.js';
import { Random } from './random.js';
import { RowMaker } from './row-maker.js';

// The conformance suite checks the shape of the rows and the rules of section 8 (harness/soundness.spec.ts).

const rich = makeDataset('rich', 1);
const byName = collections.map((contract) => [contract.name, contract] as const);

describe('datasets', () => {
  it.each(byName)('a rich dataset has all values, nulls and ties for %s', (name, contract) => {
    expect(rich[name].length).toBeGreaterThanOrEqual(60);
    expectRich(rich[name], contract);
  });

  it.each(byName)('%s can be generated from the contract alone', (_, contract) => {
    const made = (count: number) => new RowMaker(new Random(1), 6, rich).add(contract, count);
    const rows = made(66);
    expectWhole(rows, contract);
    expectRich(rows, contract);
    expect(made(0)).toEqual([]);
  });

  it('texts sort differently by code point and by UTF-16 unit', () => {
    const names = rich.machines.map(({ name }) => toText(name));
    expect([...names].sort(compareTexts)).not.toEqual([...names].sort());
  });
});

/** Every key in order, and every rule between two fields observed. */
function expectWhole(rows: readonly Row[], { resource }: { readonly resource: DtoClass }): void {
  const fields = [...fieldTable(resource).values()];
  const broken = rows.flatMap((row) => fields.filter((field) => field.setWhen && !satisfiesSetWhen(field, row)));
  expect(broken.map(({ name, setWhen }) => `${name} ${setWhen && setWhenText(setWhen)}`)).toEqual([]);
  expect(new Set(rows.map((row) => Object.keys(row).join()))).toEqual(new Set([fields.map(({ name }) => name).join()]));
}

/** All enumeration values, values and nulls of nullable fields, ties in every sort, matches of every filter by id. */
function expectRich(rows: readonly Row[], contract: AnyCollectionContract): void {
  for (const { name: key, kind, values, nullable } of fieldTable(contract.resource).values()) {
    const met = new Set(rows.map((row) => JSON.stringify(row[key])));
    if (kind === 'enum') expect([key, met.size]).toEqual([key, values?.length]);
    if (nullable) expect([key, met.has('null'), met.size > 1]).toEqual([key, true, true]);
  }
  for (const sort of contract.sorts.filter((key) => !contract.unique.flat().includes(key)))
    expect([sort, new Set(rows.map((row) => row[sort])).size < rows.length]).toEqual([sort, true]);
  const ids = [...filterTable(contract.filters).values()].filter(({ kind }) => kind === 'uuid');
  expect(ids.filter(({ field }) => !rows.some((row) => valuesAt(row, field).length > 0))).toEqual([]);
}
