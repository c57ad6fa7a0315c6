import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { refuseParameters } from '@resource-catalogue/list-query';
import type { Request } from 'express';
import { type ProblemFault, refusedRequest } from '../problems/problem.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The id in the path (GET-2); whatever stands in the query string is refused beside it (GET-3). */
export const ResourceId = createParamDecorator((_: undefined, context: ExecutionContext): string => {
  const request = context.switchToHttp().getRequest<Request>();
  const { id, faults } = idInPath(request);
  const all = [...faults, ...refuseParameters(rawQuery(request))];
  if (id === null || all.length > 0) throw refusedRequest(all);
  return id;
});

/** The id in lower case, or null and the fault. */
export function idInPath({ params: { id } }: Request): { id: string | null; faults: readonly ProblemFault[] } {
  if (typeof id === 'string' && uuid.test(id)) return { id: id.toLowerCase(), faults: [] };
  return { id: null, faults: [{ parameter: 'id', code: 'invalid_value', detail: 'The id in the path is no UUID.' }] };
}

/** The query string as it was sent, without the question mark. */
export function rawQuery({ originalUrl }: Request): string {
  const start = originalUrl.indexOf('?');
  return start < 0 ? '' : originalUrl.slice(start + 1);
}
