import { headerError, invalidRequest, ProblemError, type ValidationError, parameterError } from '../problem-error.js';
import { jsonAnswer } from '../http/answers.js';
import { type Answer, headerOf, type Token, type RequestContext } from '../http/exchange.js';
import type { Behaviour } from '../behaviour.js';
import { type JsonValue, type Row, textOf } from '../json.js';
import { type ProblemCode, projectsContract } from '@resource-catalogue/contracts';
import { refuseParameters } from '../query/read-list-query.js';
import { uuidOf } from '../query/values.js';
import type { Store } from '../store.js';
import { validate, type Validated } from './validate.js';
import type { WriteContext } from './readers.js';
import { createdRow, updatedRow } from './project-rows.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import type { Written } from './rules.js';

/** Makes and changes projects (section 9). */
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
    const sent = headerOf(context.request, 'idempotency-key');
    const key = sent === undefined ? null : this.behaviour.keyOf(sent);
    const badKey = headerError('Idempotency-Key', 'invalid_value', 'Send 1 to 255 visible characters.');
    if (key === null) return this.created(context, sent === undefined ? [] : [badKey]);
    return this.keys.once(tokenOf(context), key, context.request.body, () => this.created(context, []));
  }

  private async created(context: RequestContext, found: readonly ValidationError[]): Promise<Answer> {
    const validated = this.validated(context, null, found);
    await this.pause();
    const row = createdRow(validated.sent, this.making(null));
    const after = this.keep({ before: null, after: row });
    const location = `${this.baseUrl}/api/v1/projects/${after.id}`;
    return this.answered(context, 201, { before: null, after }, { Location: location });
  }

  async update(context: RequestContext): Promise<Answer> {
    const id = uuidOf(context.route?.id ?? '');
    const known = id === null ? null : this.store.find('projects', id);
    const badId = id === null ? [parameterError('id', 'invalid_value', 'The path needs a UUID.')] : [];
    const validated = this.validated(context, known ?? nobody, badId);
    if (known === null) throw new ProblemError('not_found', 'No project has this id.');
    this.checkState(context, known, validated);
    await this.pause();
    const before = this.behaviour.pause === null ? known : (this.store.find('projects', known.id) ?? known);
    const row = updatedRow(before, validated.sent, this.making(before));
    const after = this.keep({ before, after: row });
    return this.answered(context, 200, { before, after });
  }

  private checkState(context: RequestContext, before: Row, validated: Validated): void {
    const { sent } = validated;
    const match = headerOf(context.request, 'if-match');
    if (match !== undefined && !this.behaviour.preconditionHolds(match, this.etagOf(context, before))) {
      this.leave(before, validated, 'precondition_failed');
      throw new ProblemError('precondition_failed', 'The project has changed since.');
    }
    if (!this.behaviour.isUsable(before)) throw new ProblemError('conflict', 'The project is deleted.');
    const next = sent['publication_state'];
    if (typeof next === 'string' && !this.behaviour.mayBecome(textOf(before['publication_state']), next))
      throw new ProblemError(
        'conflict',
        `A project that is ${textOf(before['publication_state'])} cannot become ${next}.`,
      );
  }

  /** The validated of a body without errors; throws the refusal of one with any. */
  private validated(context: RequestContext, before: Row | null, found: readonly ValidationError[]): Validated {
    const { behaviour } = this;
    const { body, errors: textual } = behaviour.readBody(context.request.body);
    const validated = body === null ? { sent: {}, errors: [] } : validate(body, this.making(before));
    const place = { collection: projectsContract.name, value: '' };
    const all = [
      ...found,
      ...refuseParameters(context.request.rawQuery, projectsContract.name, behaviour),
      ...textual.filter((error) => !behaviour.tolerates(error, place)),
      ...validated.errors.filter((error) => !behaviour.tolerates(error, place)),
    ];
    if (all.length === 0) return validated;
    this.leave(before, validated, 'invalid_request');
    throw invalidRequest(behaviour.errorsShown(all));
  }

  /** What is left of a write that is refused: nothing, unless a mutant leaves something (WRITE-3). */
  private leave(before: Row | null, { sent }: Validated, code: ProblemCode): void {
    const left = this.behaviour.leftBehind(before, sent, code);
    if (left !== null) this.store.put(left);
  }

  private making(before: Row | null): WriteContext {
    const { store, behaviour } = this;
    return {
      before,
      find: (collection, id) => store.find(collection, id),
      behaviour,
      now: Date.now(),
      takenSlugs: store.takenSlugs(),
    };
  }

  private keep(written: Written): Row {
    const row = this.behaviour.stored(written);
    this.store.put(row);
    return row;
  }

  private answered(
    context: RequestContext,
    status: number,
    written: Written,
    headers: Record<string, string> = {},
  ): Answer {
    const shown: JsonValue = this.behaviour.shownAlone(this.behaviour.answeredRow(written), projectsContract);
    const answer = jsonAnswer(status, { data: shown }, headers);
    const etag = this.behaviour.etagOf(answer.body ?? Buffer.alloc(0), context.request);
    return this.behaviour.finishedWrite(
      { ...answer, headers: { ...answer.headers, ETag: etag, 'Cache-Control': 'no-store' } },
      context.request,
    );
  }

  private etagOf(context: RequestContext, row: Row): string {
    const { body } = jsonAnswer(200, { data: this.behaviour.shownAlone(row, projectsContract) });
    return this.behaviour.etagOf(body ?? Buffer.alloc(0), context.request);
  }

  private async pause(): Promise<void> {
    if (this.behaviour.pause !== null) await this.behaviour.pause();
  }
}

/** Stands for a project that is not there, so that the body can be validated all the same (ERR-4). */
const nobody: Row = { id: '', author: null, steps: [], created_at: '', updated_at: '' };

function tokenOf({ token }: RequestContext): Token {
  if (token === null) throw new Error('A write came without a token.');
  return token;
}
