import { type CollectionName, collections } from '@resource-catalogue/contracts';
import type { Row } from '../json.js';
import { derivedValues } from './derived-values.js';
import { Random } from './random.js';
import { type MadeRows, RowMaker } from './row-maker.js';
import { type DatasetSize, type RowCounts, rowCounts } from './size.js';
import { specialRows } from './special-rows.js';

/** All rows of a server, by collection. */
export type Dataset = Readonly<Record<CollectionName, readonly Row[]>>;

const datasets = new Map<string, Dataset>();

/** The dataset of a seed; made once, since nothing changes it. */
export function datasetOf(size: DatasetSize, seed: number): Dataset {
  const key = `${size} ${seed}`;
  const dataset = datasets.get(key) ?? newDataset(new Random(seed), rowCounts[size]);
  datasets.set(key, dataset);
  return dataset;
}

/** What others refer to is made first; what is not named here comes last, in the order of the interface. */
const first: readonly CollectionName[] = [
  ...(['spaces', 'categories', 'plans', 'machines', 'places', 'machine_units', 'place_units'] as const),
  ...(['trainings', 'events', 'users', 'members', 'training_sessions', 'event_sessions'] as const),
  ...(['project_licenses', 'project_thematics'] as const),
];

const placeOf = (name: CollectionName): number => (first.includes(name) ? first.indexOf(name) : first.length);

function newDataset(random: Random, size: RowCounts): Dataset {
  const maker = new RowMaker(random, size.others);
  for (const contract of [...collections].sort((one, other) => placeOf(one.name) - placeOf(other.name)))
    maker.add(contract, contract.name === 'bookings' ? size.bookings : size.rows, specialRows[contract.name]);
  const { made } = maker;
  const dataset = Object.fromEntries(
    collections.map(({ name }) => [
      name,
      maker.rowsOf(name).map((row, index) => ({ ...row, ...derivedValues[name]?.(row, index, made) })),
    ]),
  );
  if (!isWhole(dataset)) throw new Error('A collection of the contract has no rows.');
  return dataset;
}

const isWhole = (made: MadeRows): made is Dataset => collections.every(({ name }) => name in made);
