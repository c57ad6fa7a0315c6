import { type FilterField, operatorsOf } from '@resource-catalogue/contracts';
import type { ListSpec, SortKind } from '../src/list-query.js';

function spec(
  collection: string,
  filters: readonly Omit<FilterField, 'description' | 'operators'>[],
  sorts: Record<string, SortKind>,
  defaultSort: string,
): ListSpec {
  return {
    collection,
    filters: new Map(
      filters.map((filter) => [
        filter.field,
        { ...filter, operators: operatorsOf[filter.kind], description: `By ${filter.field}.` },
      ]),
    ),
    sorts: new Map(Object.entries(sorts)),
    defaultSort,
  };
}

/** A collection with a filter of each kind and a sort key of each kind. */
export const lathes: ListSpec = spec(
  'lathes',
  [
    { field: 'id', kind: 'uuid' },
    { field: 'sku', kind: 'text' },
    { field: 'state', kind: 'enum', values: ['available', 'broken', 'retired'] },
    { field: 'created_at', kind: 'datetime' },
    { field: 'position', kind: 'integer' },
    { field: 'soft_deleted', kind: 'boolean' },
  ],
  { created_at: 'datetime', name: 'text', position: 'integer', id: 'uuid' },
  '-created_at',
);

/** The same parameters under another name: a cursor of one collection must not be valid for the other. */
export const drills: ListSpec = { ...lathes, collection: 'drills', defaultSort: 'name' };

export const uuidA = '0190a6f0-1c2d-7a3b-8c4d-5e6f7081920a';
