import {
  type AnyCollectionContract,
  collections,
  type FilterField,
  filterTable,
  readScope,
  type Scope,
} from '@resource-catalogue/contracts';
import type { Row } from '../json.js';
import type { CollectionSnapshot } from '../snapshot.js';

export interface Operation {
  readonly kind: 'list' | 'get' | 'create' | 'update';
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** The path, with `{id}` for an id. */
  readonly template: string;
  readonly contract: AnyCollectionContract;
  /** The narrowest sufficient scope (AUTH-3). */
  readonly scope: Scope;
}

/** An id that does not exist: of version 4, which services do not create and seeds do not contain. */
export const unknownId = '5a3c8f0e-91d2-4b67-8e4f-c07d1b26a953';

export const nearUnknownId = (index: number): string => `${unknownId.slice(0, -4)}${String(index).padStart(4, '0')}`;

const writing = [
  { kind: 'create', method: 'POST', template: '/api/v1/projects', scope: 'projects:write' },
  { kind: 'update', method: 'PATCH', template: '/api/v1/projects/{id}', scope: 'projects:write' },
] as const;

export const operations: readonly Operation[] = collections.flatMap((contract): Operation[] => {
  const list = `/api/v1/${contract.name}`;
  const scope = readScope(contract.name);
  return [
    { kind: 'list', method: 'GET', template: list, contract, scope },
    ...(contract.get ? [{ kind: 'get', method: 'GET', template: `${list}/{id}`, contract, scope } as const] : []),
    ...(contract.name === 'projects' ? writing.map((one) => ({ ...one, contract })) : []),
  ];
});

export const operationPath = ({ template }: Operation, id: string = unknownId): string => template.replace('{id}', id);

export const operationName = ({ method, template }: Operation): string => `${method} ${template}`;

export interface Subject extends CollectionSnapshot {
  readonly path: string;
  readonly filters: readonly FilterField[];
  /** Its index among the collections, which share the cases that most of them treat alike. */
  readonly place: number;
}

export function toSubject(snapshot: CollectionSnapshot): Subject {
  const { name, filters } = snapshot.contract;
  const place = collections.findIndex((contract) => contract.name === name);
  return { ...snapshot, path: `/api/v1/${name}`, filters: [...filterTable(filters).values()], place };
}

/** The cases of a collection or operation that shares them with two others. */
export const thirdOf = <Case>(cases: readonly Case[], place: number): Case[] =>
  cases.filter((_, index) => index % 3 === place % 3);

export const isRange = ({ operators }: FilterField): boolean => operators.includes('lt');

export const timeFilters = ({ filters }: Pick<Subject, 'filters'>): FilterField[] =>
  filters.filter(({ kind }) => kind === 'datetime');

export const isSoftDeletable = (contract: AnyCollectionContract): boolean =>
  filterTable(contract.filters).has('soft_deleted');

export const isLive = (row: Row): boolean => row['soft_deleted_at'] === null;
