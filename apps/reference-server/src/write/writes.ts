import { parseUuid, pathOf, projectsContract } from '@resource-catalogue/contracts';
import { type ResponseWithBody, jsonResponse, withETag } from '../http/responses.js';
import { type ResponseData, getHeader, type Headers, type Request } from '../http/exchange.js';
import { tagMatchesStrongly } from '../http/negotiation.js';
import type { TokenName } from '../http/tokens.js';
import { type JsonObject, type Row, toText } from '../json.js';
import { isDeleted } from '../list.js';
import {
  headerError,
  invalidRequest,
  parameterError,
  ProblemError,
  unknownId,
  type ValidationError,
} from '../problem-error.js';
import { unknownParameterErrors } from '../query/read-list-query.js';
import { findRow, type Store } from '../store.js';
import { createRow, updateRow } from './project-rows.js';
import type { ReadBody } from './read-body.js';

export class Writes {
  /** The successful requests of each key of each token (WRITE-7). */
  private readonly firsts = new Map<string, { readonly body: Buffer; readonly response: ResponseData }>();

  constructor(
    private readonly store: Store,
    private readonly readBody: ReadBody,
    private readonly baseUrl: string,
  ) {}

  create(request: Request, token: TokenName): ResponseData {
    const sent = getHeader(request, 'idempotency-key');
    if (sent === undefined) return this.createProject(request, []);
    // A key is the same with and without quotes (WRITE-7).
    const key = sent.replace(/^"(.*)"$/, '$1');
    if (!/^[\x21-\x7e]{1,255}$/.test(key))
      return this.createProject(request, [
        headerError('Idempotency-Key', 'invalid_value', 'A key has 1 to 255 visible ASCII characters.'),
      ]);
    const use = `${token} ${key}`;
    const first = this.firsts.get(use);
    if (first === undefined) {
      const response = this.createProject(request, []);
      this.firsts.set(use, { body: request.body, response });
      return response;
    }
    if (!first.body.equals(request.body))
      throw new ProblemError(
        'idempotency_key_reused',
        'This Idempotency-Key was used for another body: send a new one.',
      );
    return { ...first.response, headers: { ...first.response.headers, 'Idempotency-Replayed': 'true' } };
  }

  private createProject(request: Request, found: readonly ValidationError[]): ResponseData {
    const row = this.store.put(createRow(this.validate(request, null, found), this.store));
    return projectResponse(201, row, { Location: `${this.baseUrl}${pathOf(projectsContract)}/${row.id}` });
  }

  update(request: Request, sentId: string): ResponseData {
    const id = parseUuid(sentId);
    const before = findRow(this.store, 'projects', id ?? '');
    const badId = id === null ? [parameterError('id', 'invalid_value', 'The id in the path is not a UUID.')] : [];
    const sent = this.validate(request, before ?? unknownProject, badId);
    if (before === null) throw unknownId('projects', sentId);
    checkState(request, before, sent);
    return projectResponse(200, this.store.put(updateRow(before, sent, this.store)));
  }

  /** The fields of a valid body; throws for an invalid one. */
  private validate(request: Request, before: Row | null, found: readonly ValidationError[]): JsonObject {
    const { sent, errors } = this.readBody(request.body, before);
    const all = [...found, ...unknownParameterErrors(request.rawQuery), ...errors];
    if (all.length > 0) throw invalidRequest(all);
    return sent;
  }
}

/** The changes of `publication_state` (section 9). */
const transitions = ['draft published', 'published draft', 'published archived', 'archived published'];

function checkState(request: Request, before: Row, sent: JsonObject): void {
  const match = getHeader(request, 'if-match');
  const { ETag = '' } = projectResponse(200, before).headers;
  if (match !== undefined && !tagMatchesStrongly(match, ETag))
    throw new ProblemError('precondition_failed', 'The project has changed: its ETag no longer matches If-Match.');
  if (isDeleted(before)) throw new ProblemError('conflict', 'A deleted project cannot be changed.');
  const state = toText(before['publication_state']);
  const next = toText(sent['publication_state'] ?? state);
  if (state !== next && !transitions.includes(`${state} ${next}`))
    throw new ProblemError('conflict', `A project cannot go from ${state} to ${next}.`);
}

const projectResponse = (status: number, row: Row, headers: Headers = {}): ResponseWithBody =>
  withETag(jsonResponse(status, { data: row }, headers), { 'Cache-Control': 'no-store' });

/** Stands in for an unknown project, so that the body is still validated (ERR-4). */
const unknownProject: Row = { id: '', author: null, steps: [], created_at: '', updated_at: '' };
