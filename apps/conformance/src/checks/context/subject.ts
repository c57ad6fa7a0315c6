import { type AnyCollectionContract, type FilterField, filterTable } from '@resource-catalogue/contracts';
import type { CollectionSnapshot } from '../../snapshot/snapshot.js';
import type { Row } from '../../json.js';

export interface Subject extends CollectionSnapshot {
  readonly path: string;
  readonly filters: readonly FilterField[];
}

export function subjectOf(snapshot: CollectionSnapshot): Subject {
  const { name, filters } = snapshot.contract;
  return { ...snapshot, path: `/api/v1/${name}`, filters: [...filterTable(filters).values()] };
}

export const setFilters = ({ filters }: Pick<Subject, 'filters'>): FilterField[] =>
  filters.filter(({ operators }) => operators.includes('in'));

export const rangeFilters = ({ filters }: Pick<Subject, 'filters'>): FilterField[] =>
  filters.filter(({ kind }) => kind === 'datetime');

export const isSoftDeletable = (contract: AnyCollectionContract): boolean =>
  filterTable(contract.filters).has('soft_deleted');

export const isLive = (row: Row): boolean => row['soft_deleted_at'] === null;
