import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { unexpectedParameters } from '@resource-catalogue/list-query';
import type { Request } from 'express';
import type { Principal } from '@resource-catalogue/tokens';
import type { ValidationError } from '../errors/problem-error.js';
import { entityTag, findMismatch, resourceBody } from '../response/entity-tag.js';
import { getContext, getRequest } from '../http/request-context.js';
import { type KeyUse, requestHash } from '../idempotency/idempotency-keys.js';
import { getBody } from '../guards/body.guard.js';
import { idInPath, rawQuery } from './parameters.js';
import { readDto, readJson } from './read-body.js';

/**
 * A create or a change, validated as far as possible without the database. The errors are not thrown yet: those that
 * only the database can find belong to the same response (ERR-2), and the 422 of a key comes before them (ERR-4).
 */
export interface WriteRequest<Dto> {
  /** Null if the body has an error. */
  readonly dto: Dto | null;
  /** The fields in normal form, including invalid ones. */
  readonly sent: Readonly<Record<string, unknown>>;
  readonly errors: readonly ValidationError[];
  readonly principal: Principal;
}

export interface CreateRequest<Dto> extends WriteRequest<Dto> {
  readonly keyUse: KeyUse | null;
}

export interface UpdateRequest<Dto> extends WriteRequest<Dto> {
  /** Null if the path has no valid id, which is one of the errors. */
  readonly id: string | null;
  /**
   * WRITE-6: returns why If-Match does not match the resource with this text, or null; null itself if the header was
   * not sent.
   */
  readonly mismatch: ((text: string) => string | null) | null;
}

/** The body of a create, with its Idempotency-Key. */
export const Create = createParamDecorator(
  <Dto extends object>(type: new () => Dto, context: ExecutionContext): CreateRequest<Dto> => {
    const request = getRequest(context);
    const write = writeRequest(type, request);
    const sent = request.headers['idempotency-key'];
    if (sent === undefined) return { ...write, keyUse: null };
    const key = idempotencyKey(sent);
    if (key === null) return { ...write, keyUse: null, errors: [...write.errors, badKey] };
    return {
      ...write,
      keyUse: { tokenId: write.principal.tokenId, key, requestHash: requestHash(rawQuery(request), getBody(request)) },
    };
  },
);

/** The body of a change, with the id in the path and If-Match. */
export const Update = createParamDecorator(
  <Dto extends object>(type: new () => Dto, context: ExecutionContext): UpdateRequest<Dto> => {
    const request = getRequest(context);
    const write = writeRequest(type, request);
    const { id, errors } = idInPath(request);
    const ifMatch = request.headers['if-match'];
    return {
      ...write,
      errors: [...errors, ...write.errors],
      id,
      mismatch: ifMatch === undefined ? null : (text) => findMismatch(ifMatch, entityTag(resourceBody(text))),
    };
  },
);

function writeRequest<Dto extends object>(type: new () => Dto, request: Request): WriteRequest<Dto> {
  const { principal } = getContext(request);
  if (!principal) throw new Error('A write reached its controller without a principal.');
  const json = readJson(getBody(request));
  const { dto, sent, errors } =
    json.value === undefined ? { dto: null, sent: {}, errors: [] } : readDto(type, json.value);
  return { dto, sent, errors: [...unexpectedParameters(rawQuery(request)), ...json.errors, ...errors], principal };
}

const badKey: ValidationError = {
  header: 'Idempotency-Key',
  code: 'invalid_value',
  detail: 'Use 1 to 255 visible ASCII characters.',
};

/** WRITE-7: quoted or not, it is the same key. */
function idempotencyKey(sent: string | readonly string[]): string | null {
  if (typeof sent !== 'string') return null;
  const key = /^"(.*)"$/.exec(sent)?.[1] ?? sent;
  return /^[\x21-\x7e]{1,255}$/.test(key) ? key : null;
}
