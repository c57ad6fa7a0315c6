import { parseUuid, projectsContract } from '@resource-catalogue/contracts';
import { etagOf, jsonAnswer } from '../http/answers.js';
import { type Answer, getHeader, type Request, type RequestContext } from '../http/exchange.js';
import { tagMatchesStrongly } from '../http/negotiation.js';
import { type JsonObject, type Row, toText } from '../json.js';
import { headerError, invalidRequest, parameterError, ProblemError, type ValidationError } from '../problem-error.js';
import { refuseParameters } from '../query/read-list-query.js';
import { findRow, type Store } from '../store.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { createdRow, updatedRow } from './project-rows.js';
import type { ReadBody } from './read-body.js';
import type { WriteContext } from './readers.js';
import { isUsable, keyOf, mayBecome } from './rules.js';

export class Writes {
  private readonly keys = new IdempotencyKeys();

  constructor(
    private readonly store: Store,
    private readonly readBody: ReadBody,
    private readonly baseUrl: string,
  ) {}

  create({ request, token }: RequestContext): Answer {
    const sent = getHeader(request, 'idempotency-key');
    const key = sent === undefined ? null : keyOf(sent);
    const badKey = headerError('Idempotency-Key', 'invalid_value', 'A key has 1 to 255 visible ASCII characters.');
    if (key === null || token === null) return this.created(request, sent === undefined ? [] : [badKey]);
    return this.keys.once(token, key, request.body, () => this.created(request, []));
  }

  private created(request: Request, found: readonly ValidationError[]): Answer {
    const sent = this.validated(request, null, found);
    const takenSlugs = new Set(this.store.rows(projectsContract.name).map(({ slug }) => toText(slug)));
    const row = this.store.put(createdRow(sent, takenSlugs, this.contextOf(null)));
    const { body, headers } = written(row);
    return { status: 201, headers: { ...headers, Location: `${this.baseUrl}/api/v1/projects/${row.id}` }, body };
  }

  update({ request, route }: RequestContext): Answer {
    const id = parseUuid(route?.id ?? '');
    const before = id === null ? null : findRow(this.store, projectsContract.name, id);
    const badId = id === null ? [parameterError('id', 'invalid_value', 'The id in the path is not a UUID.')] : [];
    const sent = this.validated(request, before ?? unknownProject, badId);
    if (before === null) throw new ProblemError('not_found', `No projects resource has the id ${id ?? ''}.`);
    checkState(request, before, sent);
    return written(this.store.put(updatedRow(before, sent, this.contextOf(before))));
  }

  /** The fields of a valid body; throws for an invalid one. */
  private validated(request: Request, before: Row | null, found: readonly ValidationError[]): JsonObject {
    const { sent, errors } = this.readBody(request.body, before);
    const all = [...found, ...refuseParameters(request.rawQuery), ...errors];
    if (all.length > 0) throw invalidRequest(all);
    return sent;
  }

  private contextOf(before: Row | null): WriteContext {
    return { before, find: (collection, id) => findRow(this.store, collection, id) };
  }
}

function checkState(request: Request, before: Row, sent: JsonObject): void {
  const match = getHeader(request, 'if-match');
  if (match !== undefined && !tagMatchesStrongly(match, etagOf(shown(before).body)))
    throw new ProblemError(
      'precondition_failed',
      'The project has changed since (If-Match does not match): read it again.',
    );
  if (!isUsable(before)) throw new ProblemError('conflict', 'A deleted project cannot be changed.');
  const state = toText(before['publication_state']);
  const next = sent['publication_state'];
  if (typeof next === 'string' && !mayBecome(state, next))
    throw new ProblemError('conflict', `A project that is ${state} cannot become ${next}.`);
}

const shown = (row: Row) => jsonAnswer(200, { data: row });

function written(row: Row): Answer {
  const answer = shown(row);
  return { ...answer, headers: { ...answer.headers, ETag: etagOf(answer.body), 'Cache-Control': 'no-store' } };
}

/** Stands in for an unknown project, so that the body is still validated (ERR-4). */
const unknownProject: Row = { id: '', author: null, steps: [], created_at: '', updated_at: '' };
