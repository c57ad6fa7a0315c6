import { type AnyCollectionContract, type FilterField, filterTable } from '@resource-catalogue/contracts';
import type { CollectionCensus } from '../census/census.js';
import type { Row } from '../census/row.js';

/** One collection, with what the census knows about it. */
export interface Subject extends CollectionCensus {
  readonly path: string;
  readonly filters: readonly FilterField[];
}

export function subjectOf(census: CollectionCensus): Subject {
  const { name, filters } = census.contract;
  return { ...census, path: `/api/v1/${name}`, filters: [...filterTable(filters).values()] };
}

/** The filters of a collection that take a set. */
export const setFilters = ({ filters }: Pick<Subject, 'filters'>): FilterField[] =>
  filters.filter(({ operators }) => operators.includes('in'));

/** The filters of a collection that take a range. */
export const rangeFilters = ({ filters }: Pick<Subject, 'filters'>): FilterField[] =>
  filters.filter(({ kind }) => kind === 'datetime');

export const isSoftDeletable = (contract: AnyCollectionContract): boolean =>
  filterTable(contract.filters).has('soft_deleted');

export const isLive = (row: Row): boolean => row['soft_deleted_at'] === null;
