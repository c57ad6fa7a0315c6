import { type CollectionName, collections } from '@resource-catalogue/contracts';
import type { Row } from '../json.js';
import { Random } from './random.js';
import { type MadeRows, RowMaker } from './row-maker.js';
import { derivedValues, specialRows } from './special-rows.js';

export const datasetSizes = ['poor', 'rich', 'empty'] as const;

/** The size of a dataset: few rows, enough of everything, or none. */
export type DatasetSize = (typeof datasetSizes)[number];

/** `others` are entities without a collection, such as groups. */
const rowCounts = {
  rich: { rows: 66, bookings: 264, others: 6 },
  poor: { rows: 2, bookings: 3, others: 1 },
  empty: { rows: 0, bookings: 0, others: 0 },
} as const;

export type Dataset = Readonly<Record<CollectionName, readonly Row[]>>;

/** Rows are made after those they refer to; collections not listed here come last, in the order of the contract. */
const first: readonly CollectionName[] = [
  ...(['spaces', 'categories', 'plans', 'machines', 'places', 'machine_units', 'place_units'] as const),
  ...(['trainings', 'events', 'users', 'members', 'training_sessions', 'event_sessions'] as const),
  ...(['project_licenses', 'project_thematics'] as const),
];

const fillOrder = (name: CollectionName): number => (first.includes(name) ? first.indexOf(name) : first.length);

export function makeDataset(size: DatasetSize, seed: number): Dataset {
  const counts = rowCounts[size];
  const maker = new RowMaker(new Random(seed), counts.others);
  for (const contract of [...collections].sort((one, other) => fillOrder(one.name) - fillOrder(other.name)))
    maker.add(contract, contract.name === 'bookings' ? counts.bookings : counts.rows, specialRows[contract.name]);
  const dataset = Object.fromEntries(
    collections.map(({ name }) => [
      name,
      maker.rowsOf(name).map((row, index) => ({ ...row, ...derivedValues[name]?.(row, index, maker.made) })),
    ]),
  );
  if (!isWhole(dataset)) throw new Error('A collection of the contract has no rows.');
  return dataset;
}

const isWhole = (made: MadeRows): made is Dataset => collections.every(({ name }) => name in made);
