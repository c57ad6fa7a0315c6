import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type AnyCollectionContract, fieldTable, filterTable } from '@resource-catalogue/contracts';
import { type ListQuery, type ListSpec, parseListQuery, type SortKind } from '@resource-catalogue/list-query';
import type { Request } from 'express';
import { refusedRequest } from '../problems/problem.js';
import { rawQuery } from './resource-id.js';

const specs = new Map<AnyCollectionContract, ListSpec>();

/** The list query of the request, judged whole: every fault is named at once (ERR-2). */
export const ListParams = createParamDecorator(
  (contract: AnyCollectionContract, context: ExecutionContext): ListQuery => {
    const result = parseListQuery(rawQuery(context.switchToHttp().getRequest<Request>()), specOf(contract));
    if (!result.ok) throw refusedRequest(result.faults);
    return result.query;
  },
);

function specOf(contract: AnyCollectionContract): ListSpec {
  const known = specs.get(contract);
  if (known) return known;
  const fields = fieldTable(contract.resource);
  const sorts = new Map(contract.sorts.map((sort) => [sort, sortKind(fields.get(sort)?.kind)]));
  const spec = {
    collection: contract.name,
    filters: filterTable(contract.filters),
    sorts,
    defaultSort: contract.defaultSort,
  };
  specs.set(contract, spec);
  return spec;
}

function sortKind(kind: string | undefined): SortKind {
  if (kind === 'uuid' || kind === 'text' || kind === 'datetime' || kind === 'integer') return kind;
  throw new Error(`Nothing sorts by a field of kind ${kind}.`);
}
