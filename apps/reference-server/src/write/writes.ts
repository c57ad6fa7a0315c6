import { parseUuid, type ProblemCode, projectsContract } from '@resource-catalogue/contracts';
import type { Behaviour } from '../behaviour.js';
import { jsonAnswer } from '../http/answers.js';
import { type Answer, getHeader, type RequestContext } from '../http/exchange.js';
import { type JsonObject, type Row, toText } from '../json.js';
import { headerError, invalidRequest, parameterError, ProblemError, type ValidationError } from '../problem-error.js';
import { refuseParameters } from '../query/read-list-query.js';
import type { Store } from '../store.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { createdRow, updatedRow } from './project-rows.js';
import type { WriteContext } from './readers.js';
import { validate } from './validate.js';

export class Writes {
  private readonly keys: IdempotencyKeys;

  constructor(
    private readonly store: Store,
    private readonly behaviour: Behaviour,
    private readonly baseUrl: string,
  ) {
    this.keys = new IdempotencyKeys(behaviour);
  }

  async create(context: RequestContext): Promise<Answer> {
    const { request, token } = context;
    const sent = getHeader(request, 'idempotency-key');
    const key = sent === undefined ? null : this.behaviour.keyOf(sent);
    const badKey = headerError('Idempotency-Key', 'invalid_value', 'A key has 1 to 255 visible ASCII characters.');
    if (key === null || token === null) return this.created(context, sent === undefined ? [] : [badKey]);
    return this.keys.once(token, key, request.body, () => this.created(context, []));
  }

  private async created(context: RequestContext, found: readonly ValidationError[]): Promise<Answer> {
    const sent = this.validated(context, null, found);
    if (this.behaviour.pause !== null) await this.behaviour.pause();
    return this.stored(context, null, createdRow(sent, this.contextOf(null)));
  }

  async update(context: RequestContext): Promise<Answer> {
    const id = parseUuid(context.route?.id ?? '');
    const known = id === null ? null : this.store.find('projects', id);
    const badId = id === null ? [parameterError('id', 'invalid_value', 'The id in the path is not a UUID.')] : [];
    const sent = this.validated(context, known ?? unknownProject, badId);
    if (known === null) throw new ProblemError('not_found', `No projects resource has the id ${id ?? ''}.`);
    this.checkState(context, known, sent);
    if (this.behaviour.pause !== null) await this.behaviour.pause();
    const before = this.store.find('projects', known.id) ?? known;
    return this.stored(context, before, updatedRow(before, sent, this.contextOf(before)));
  }

  private checkState({ request }: RequestContext, before: Row, sent: JsonObject): void {
    const { behaviour } = this;
    const match = getHeader(request, 'if-match');
    if (
      match !== undefined &&
      !behaviour.preconditionHolds(match, behaviour.etagOf(this.shown(before).body, request))
    ) {
      this.leave(before, sent, 'precondition_failed');
      throw new ProblemError(
        'precondition_failed',
        'The project has changed since (If-Match does not match): read it again.',
      );
    }
    if (!behaviour.isUsable(before)) throw new ProblemError('conflict', 'A deleted project cannot be changed.');
    const state = toText(before['publication_state']);
    const next = sent['publication_state'];
    if (typeof next === 'string' && !behaviour.mayBecome(state, next))
      throw new ProblemError('conflict', `A project that is ${state} cannot become ${next}.`);
  }

  /** The fields of a valid body; throws for an invalid one. */
  private validated({ request }: RequestContext, before: Row | null, found: readonly ValidationError[]): JsonObject {
    const { behaviour } = this;
    const { body, errors: textual } = behaviour.readBody(request.body);
    const { sent, errors } = body === null ? { sent: {}, errors: [] } : validate(body, this.contextOf(before));
    const place = { collection: projectsContract.name, value: '' };
    const all = [
      ...found,
      ...refuseParameters(request.rawQuery, projectsContract.name, behaviour),
      ...[...textual, ...errors].filter((error) => !behaviour.tolerates(error, place)),
    ];
    if (all.length === 0) return sent;
    this.leave(before, sent, 'invalid_request');
    throw invalidRequest(behaviour.errorsShown(all));
  }

  /** Stores what a mutant leaves behind after a refused write; the sound server leaves nothing (WRITE-3). */
  private leave(before: Row | null, sent: JsonObject, code: ProblemCode): void {
    const left = this.behaviour.leftBehind(before, sent, code);
    if (left !== null) this.store.put(left);
  }

  private contextOf(before: Row | null): WriteContext {
    const { store, behaviour } = this;
    const find: WriteContext['find'] = (collection, id) => store.find(collection, id);
    return { before, find, behaviour, now: Date.now(), takenSlugs: store.takenSlugs() };
  }

  private stored({ request }: RequestContext, before: Row | null, row: Row): Answer {
    const { behaviour } = this;
    const after = behaviour.stored({ before, after: row });
    this.store.put(after);
    const answer = this.shown(behaviour.answeredRow({ before, after }));
    const headers = {
      ...answer.headers,
      ...(before === null && { Location: `${this.baseUrl}/api/v1/projects/${after.id}` }),
      ETag: behaviour.etagOf(answer.body, request),
      'Cache-Control': 'no-store',
    };
    return behaviour.finishedWrite({ ...answer, status: before === null ? 201 : 200, headers }, request);
  }

  private shown(row: Row) {
    return jsonAnswer(200, { data: this.behaviour.shownAlone(row, projectsContract) });
  }
}

/** Stands in for an unknown project, so that the body is still validated (ERR-4). */
const unknownProject: Row = { id: '', author: null, steps: [], created_at: '', updated_at: '' };
