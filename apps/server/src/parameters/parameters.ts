import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type AnyCollectionContract, fieldTable, filterTable, parseUuid } from '@resource-catalogue/contracts';
import {
  type ListQuery,
  type ListSpec,
  parseListQuery,
  unexpectedParameters,
  type SortKind,
} from '@resource-catalogue/list-query';
import type { Request } from 'express';
import { holdsToken } from '@resource-catalogue/program';
import { type ValidationError, invalidRequest } from '../errors/problem-error.js';
import { getContext, getRequest } from '../http/request-context.js';

/** The list query of the request, checked as a whole: all errors are reported at once (ERR-2). */
export const ListParams = (contract: AnyCollectionContract): ParameterDecorator => listQuery(listSpec(contract));

const listQuery = createParamDecorator((spec: ListSpec, context: ExecutionContext): ListQuery => {
  const request = getRequest(context);
  const result = parseListQuery(rawQuery(request), spec);
  if (!result.ok) throw invalidRequest(result.errors);
  // ERR-5: every link of the response would repeat the token.
  const tokens = result.query.pairs.filter(holdsToken);
  if (tokens.length > 0) throw invalidRequest(tokens.map(tokenError));
  getContext(request).list = { collection: spec.collection, query: result.query };
  return result.query;
});

function tokenError(pair: string): ValidationError {
  const [parameter = ''] = new URLSearchParams(pair).keys();
  return { parameter, code: 'invalid_value', detail: 'Send an access token in the Authorization header only.' };
}

/** The parameters that a list of the collection accepts. */
export function listSpec(contract: AnyCollectionContract): ListSpec {
  const fields = fieldTable(contract.resource);
  return {
    collection: contract.name,
    filters: filterTable(contract.filters),
    sorts: new Map(contract.sorts.map((sort) => [sort, sortKind(fields.get(sort)?.kind)])),
    defaultSort: contract.defaultSort,
  };
}

function sortKind(kind: string | undefined): SortKind {
  if (kind === 'uuid' || kind === 'text' || kind === 'datetime' || kind === 'integer') return kind;
  throw new Error(`A list cannot be sorted by a field of the kind ${kind}.`);
}

/** The id in the path (GET-2); query parameters are rejected (GET-3). */
export const ResourceId = createParamDecorator((_: undefined, context: ExecutionContext): string => {
  const request = getRequest(context);
  const { id, errors } = idInPath(request);
  const all = [...errors, ...unexpectedParameters(rawQuery(request))];
  if (id === null || all.length > 0) throw invalidRequest(all);
  return id;
});

/** The id in lower case, or null and the error. */
export function idInPath({ params: { id } }: Request): { id: string | null; errors: readonly ValidationError[] } {
  const parsed = typeof id === 'string' ? parseUuid(id) : null;
  if (parsed !== null) return { id: parsed, errors: [] };
  return {
    id: null,
    errors: [{ parameter: 'id', code: 'invalid_value', detail: 'The id in the path is not a UUID.' }],
  };
}

/** The query string as sent, without the question mark. */
export function rawQuery({ originalUrl }: Request): string {
  const start = originalUrl.indexOf('?');
  return start < 0 ? '' : originalUrl.slice(start + 1);
}
