import type { FilterField } from '@resource-catalogue/contracts';
import type { ListSpec, SortKind } from '../src/list-query.js';

function spec(
  collection: string,
  filters: readonly Omit<FilterField, 'description'>[],
  sorts: Record<string, SortKind>,
  defaultSort: string,
): ListSpec {
  return {
    collection,
    filters: new Map(filters.map((filter) => [filter.field, { ...filter, description: `By ${filter.field}.` }])),
    sorts: new Map(Object.entries(sorts)),
    defaultSort,
  };
}

const set = ['in', 'not_in'] as const;
const range = ['lt', 'lte', 'gt', 'gte'] as const;

/** A collection with a filter of each kind and a sort key of each kind. */
export const lathes: ListSpec = spec(
  'lathes',
  [
    { field: 'id', kind: 'uuid', operators: set },
    { field: 'sku', kind: 'text', operators: set },
    { field: 'state', kind: 'enum', operators: set, values: ['available', 'broken', 'retired'] },
    { field: 'created_at', kind: 'datetime', operators: range },
    { field: 'soft_deleted', kind: 'boolean', operators: ['eq'] },
  ],
  { created_at: 'datetime', name: 'text', position: 'integer', id: 'uuid' },
  '-created_at',
);

/** The same parameters under another name: a cursor of one collection must not be valid for the other. */
export const drills: ListSpec = { ...lathes, collection: 'drills', defaultSort: 'name' };

export const uuidA = '0190a6f0-1c2d-7a3b-8c4d-5e6f7081920a';
