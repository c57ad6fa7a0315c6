import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { refuseParameters } from '@resource-catalogue/list-query';
import type { Request } from 'express';
import { readDto } from '../body/read-dto.js';
import { readJson } from '../body/read-json.js';
import type { Principal } from '../auth/principal.js';
import type { ProblemFault } from '../problems/problem.js';
import { bodyOf } from './body.guard.js';
import { type KeyUse, requestHash } from './idempotency-keys.js';
import { contextOf } from './request-context.js';
import { idInPath, rawQuery } from './resource-id.js';

/**
 * A create or a change as far as it can be judged without the database. The faults are not thrown yet: those that only
 * the database shows belong to the same answer (ERR-2), and the 422 of a key comes before them (ERR-4).
 */
export interface WriteRequest<Dto> {
  /** Null where the body has a fault. */
  readonly dto: Dto | null;
  /** The fields in their normal form, faulty ones included. */
  readonly sent: Readonly<Record<string, unknown>>;
  readonly faults: readonly ProblemFault[];
  readonly principal: Principal;
}

export interface CreateRequest<Dto> extends WriteRequest<Dto> {
  readonly keyUse: KeyUse | null;
}

export interface UpdateRequest<Dto> extends WriteRequest<Dto> {
  /** Null where the path holds no id, which is one of the faults. */
  readonly id: string | null;
  readonly ifMatch: string | undefined;
}

/** The body of a create, with its Idempotency-Key. */
export const Create = createParamDecorator(
  <Dto extends object>(type: new () => Dto, context: ExecutionContext): CreateRequest<Dto> => {
    const request = context.switchToHttp().getRequest<Request>();
    const write = writeRequest(type, request);
    const sent = request.headers['idempotency-key'];
    if (sent === undefined) return { ...write, keyUse: null };
    const key = idempotencyKey(sent);
    if (key === null) return { ...write, keyUse: null, faults: [...write.faults, badKey] };
    return {
      ...write,
      keyUse: { tokenId: write.principal.tokenId, key, requestHash: requestHash(rawQuery(request), bodyOf(request)) },
    };
  },
);

/** The body of a change, with the id in the path and If-Match. */
export const Update = createParamDecorator(
  <Dto extends object>(type: new () => Dto, context: ExecutionContext): UpdateRequest<Dto> => {
    const request = context.switchToHttp().getRequest<Request>();
    const write = writeRequest(type, request);
    const { id, faults } = idInPath(request);
    return { ...write, faults: [...faults, ...write.faults], id, ifMatch: request.headers['if-match'] };
  },
);

function writeRequest<Dto extends object>(type: new () => Dto, request: Request): WriteRequest<Dto> {
  const { principal } = contextOf(request);
  if (!principal) throw new Error('A write reached its controller without a principal.');
  const json = readJson(bodyOf(request));
  const { dto, sent, faults } =
    json.value === undefined ? { dto: null, sent: {}, faults: [] } : readDto(type, json.value);
  return { dto, sent, faults: [...refuseParameters(rawQuery(request)), ...json.faults, ...faults], principal };
}

const badKey: ProblemFault = {
  header: 'Idempotency-Key',
  code: 'invalid_value',
  detail: 'The key must have 1 to 255 visible characters.',
};

/** WRITE-7: quoted or not, it is the same key. */
function idempotencyKey(sent: string | readonly string[]): string | null {
  if (typeof sent !== 'string') return null;
  const key = /^"(.*)"$/.exec(sent)?.[1] ?? sent;
  return /^[\x21-\x7e]{1,255}$/.test(key) ? key : null;
}
