import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { Configuration } from '@resource-catalogue/program';
import { getContext, type RequestContext } from './request-context.js';

/** The line of a response. The comments appear in docs/operations/telemetry.md. */
interface ResponseLine {
  /** Id of the request; the client finds it in `X-Request-Id`. */
  readonly requestId: string;
  /** Trace, from the client's `traceparent` or the service's own span. */
  readonly traceId: string | undefined;
  /** Method of the request. */
  readonly method: string;
  /** Path without the query string, and without tokens. */
  readonly path: string;
  /** Status of the response. */
  readonly status: number;
  /** Duration, from the head of the request to the last byte that the client read. */
  readonly milliseconds: number;
  /** Id of the access token, as in `tokens list`. */
  readonly token: string | undefined;
}

export type RequestLog = (request: Request, response: Response) => void;

/**
 * Logs one line per response at this level, and a warning if it was slow (milliseconds). The query string is left out: it may
 * contain an e-mail address, or a token sent by mistake.
 */
export function requestLog(
  logger: Logger,
  { requestLevel, slowRequest: slow }: Pick<Configuration, 'requestLevel' | 'slowRequest'>,
  traceIdOf: (request: Request) => string | undefined,
): RequestLog {
  return (request, response) => {
    if (!logger.isLevelEnabled(requestLevel) && !(slow < Infinity && logger.isLevelEnabled('warn'))) return;
    const start = performance.now();
    const { method, path } = request;
    const traceId = traceIdOf(request);
    response.on('close', () => {
      const { requestId, principal, list } = getContext(request);
      const milliseconds = Math.round((performance.now() - start) * 10) / 10;
      const line: ResponseLine = {
        requestId,
        traceId,
        method,
        path,
        status: response.statusCode,
        milliseconds,
        token: principal?.tokenId,
      };
      logger[requestLevel](line, response.writableFinished ? 'completed' : 'response cut off');
      if (milliseconds >= slow) logger.warn({ ...line, list: list && describeQuery(list) }, 'slow request');
    });
  };
}

/** The kind of list, without any value of the query. */
function describeQuery({ collection, query }: NonNullable<RequestContext['list']>) {
  const { filters, sort, limit, after } = query;
  return {
    collection,
    filters: filters.map((filter) => ({
      field: filter.field,
      operator: filter.operator,
      ...('values' in filter && { values: filter.values.length }),
    })),
    sort: `${sort.descending ? '-' : ''}${sort.field}`,
    limit,
    cursor: after !== null,
  };
}

const traceparent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;

/** The trace id of a request, from the header of W3C Trace Context. */
export function traceIdIn({ headers }: Pick<Request, 'headers'>): string | undefined {
  const sent = headers['traceparent'];
  if (typeof sent !== 'string') return undefined;
  const [, traceId, more] = traceparent.exec(sent) ?? [];
  // Only future versions may have more parts than the first.
  return more !== undefined && sent.startsWith('00') ? undefined : traceId;
}
