import type { IncomingHttpHeaders } from 'node:http';
import { type AnyCollectionContract, apiPrefix, collections } from '@resource-catalogue/contracts';

export interface Request {
  readonly method: string;
  /** The path below the base path, without the query. */
  readonly path: string;
  readonly rawQuery: string;
  readonly headers: IncomingHttpHeaders;
  /** Headers that were sent more than once, in lower case. */
  readonly repeated: readonly string[];
  /** Zeros of the declared length until the body is received. */
  readonly body: Buffer;
  /** Requests the body from a client that waits for 100 (HTTP-9). */
  readonly receive?: () => Promise<Buffer>;
  readonly client: string;
}

export interface Route {
  readonly contract: AnyCollectionContract;
  readonly kind: 'list' | 'single';
  /** The id as sent; null on a list. */
  readonly id: string | null;
  readonly methods: readonly string[];
}

export interface Quota {
  readonly requests: number;
  readonly seconds: number;
}

export interface Usage {
  readonly quota: Quota;
  readonly remaining: number;
  /** Seconds until the next window, rounded up. */
  readonly reset: number;
  readonly allowed: boolean;
}

/** Counts a request against the quota of a token or an address, by its key (RATE-1). */
export type TakeQuota = (key: string, quota: Quota, request: Request) => Usage;

export type Headers = Readonly<Record<string, string>>;

/** A response before compression, HEAD and 304. */
export interface ResponseData {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer | null;
}

export const getHeader = (request: Pick<Request, 'headers'>, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
};

export const readMethods = ['GET', 'HEAD', 'OPTIONS'];

export const isApiPath = (path: string): boolean => path === apiPrefix || path.startsWith(`${apiPrefix}/`);

/** The route of a path, matched exactly (HTTP-7); null for unknown paths. */
export function findRoute(path: string): Route | null {
  if (!path.startsWith(`${apiPrefix}/`)) return null;
  const [name, id = null, ...rest] = path.slice(apiPrefix.length + 1).split('/');
  const contract = collections.find((one) => one.name === name);
  if (contract === undefined || rest.length > 0 || id === '' || (id !== null && !contract.get)) return null;
  const writing = contract.name === 'projects' ? [id === null ? 'POST' : 'PATCH'] : [];
  return { contract, kind: id === null ? 'list' : 'single', id, methods: [...readMethods, ...writing] };
}
