import { refusalOf, Refusal, type Flaw, parameterFlaw } from '../refusal.js';
import { type Answer, headerOf, jsonAnswer, type Token, type Visit } from '../http/exchange.js';
import type { Behaviour } from '../behaviour.js';
import { type JsonValue, type Row, textOf } from '../json.js';
import { type ProblemCode, projectsContract } from '@resource-catalogue/contracts';
import { refuseParameters } from '../query/read-list-query.js';
import { uuidOf } from '../query/values.js';
import type { Store } from '../store.js';
import { judge, type Judgement, type Surroundings } from './judge.js';
import { createdRow, updatedRow } from './project-rows.js';
import { KeyRing } from './key-ring.js';
import type { Written } from './write-behaviour.js';

/** Makes and changes projects (section 9). */
export class Writes {
  private readonly keys: KeyRing;

  constructor(
    private readonly store: Store,
    private readonly behaviour: Behaviour,
    private readonly baseUrl: string,
  ) {
    this.keys = new KeyRing(behaviour);
  }

  async create(visit: Visit): Promise<Answer> {
    const sent = headerOf(visit.request, 'idempotency-key');
    const key = sent === undefined ? null : this.behaviour.keyOf(sent);
    const badKey: Flaw[] =
      sent !== undefined && key === null
        ? [
            {
              place: 'header',
              at: 'Idempotency-Key',
              code: 'invalid_value',
              detail: 'Send 1 to 255 visible characters.',
            },
          ]
        : [];
    if (key === null) return this.created(visit, badKey);
    return this.keys.once(tokenOf(visit), key, visit.request.body, () => this.created(visit, []));
  }

  private async created(visit: Visit, found: readonly Flaw[]): Promise<Answer> {
    const judgement = this.judged(visit, null, found);
    await this.pause();
    const row = createdRow(judgement, this.making(null));
    const after = this.keep({ before: null, after: row });
    const location = `${this.baseUrl}/api/v1/projects/${after.id}`;
    return this.answered(visit, 201, { before: null, after }, { Location: location });
  }

  async update(visit: Visit): Promise<Answer> {
    const id = uuidOf(visit.route?.id ?? '');
    const known = id === null ? null : this.store.find('projects', id);
    const badId = id === null ? [parameterFlaw('id', 'invalid_value', 'The path needs a UUID.')] : [];
    const judgement = this.judged(visit, known ?? nobody, badId);
    if (known === null) throw new Refusal('not_found', 'No project has this id.');
    this.checkState(visit, known, judgement);
    await this.pause();
    const before = this.behaviour.pause === null ? known : (this.store.find('projects', known.id) ?? known);
    const row = updatedRow(before, judgement, this.making(before));
    const after = this.keep({ before, after: row });
    return this.answered(visit, 200, { before, after });
  }

  private checkState(visit: Visit, before: Row, judgement: Judgement): void {
    const { sent } = judgement;
    const match = headerOf(visit.request, 'if-match');
    if (match !== undefined && !this.behaviour.preconditionHolds(match, this.etagOf(visit, before))) {
      this.leave(before, judgement, 'precondition_failed');
      throw new Refusal('precondition_failed', 'The project has changed since.');
    }
    if (!this.behaviour.isUsable(before)) throw new Refusal('conflict', 'The project is deleted.');
    const next = sent['publication_state'];
    if (typeof next === 'string' && !this.behaviour.mayBecome(textOf(before['publication_state']), next))
      throw new Refusal('conflict', `A project that is ${textOf(before['publication_state'])} cannot become ${next}.`);
  }

  /** The judgement of a body without flaws; throws the refusal of one with any. */
  private judged(visit: Visit, before: Row | null, found: readonly Flaw[]): Judgement {
    const { behaviour } = this;
    const { body, flaws: textual } = behaviour.readBody(visit.request.body);
    const judgement = body === null ? { sent: {}, flaws: [] } : judge(body, this.making(before));
    const place = { collection: projectsContract.name, value: '' };
    const all = [
      ...found,
      ...refuseParameters(visit.request.rawQuery, projectsContract.name, behaviour),
      ...textual.filter((flaw) => !behaviour.tolerates(flaw, place)),
      ...judgement.flaws.filter((flaw) => !behaviour.tolerates(flaw, place)),
    ];
    if (all.length === 0) return judgement;
    this.leave(before, judgement, 'invalid_request');
    throw refusalOf(behaviour.flawsShown(all));
  }

  /** What is left of a write that is refused: nothing, unless a fault leaves something (WRITE-3). */
  private leave(before: Row | null, { sent }: Judgement, code: ProblemCode): void {
    const left = this.behaviour.leftBehind(before, sent, code);
    if (left !== null) this.store.put(left);
  }

  private making(before: Row | null): Surroundings & { now: number; takenSlugs: ReadonlySet<string> } {
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

  private answered(visit: Visit, status: number, written: Written, headers: Record<string, string> = {}): Answer {
    const shown: JsonValue = this.behaviour.shownAlone(this.behaviour.answeredRow(written), projectsContract);
    const answer = jsonAnswer(status, { data: shown }, headers);
    const etag = this.behaviour.etagOf(answer.body ?? Buffer.alloc(0), visit.request);
    return this.behaviour.finishedWrite(
      { ...answer, headers: { ...answer.headers, ETag: etag, 'Cache-Control': 'no-store' } },
      visit.request,
    );
  }

  private etagOf(visit: Visit, row: Row): string {
    const { body } = jsonAnswer(200, { data: this.behaviour.shownAlone(row, projectsContract) });
    return this.behaviour.etagOf(body ?? Buffer.alloc(0), visit.request);
  }

  private async pause(): Promise<void> {
    if (this.behaviour.pause !== null) await this.behaviour.pause();
  }
}

/** Stands for a project that is not there, so that the body can be judged all the same (ERR-4). */
const nobody: Row = { id: '', author: null, steps: [], created_at: '', updated_at: '' };

function tokenOf({ token }: Visit): Token {
  if (token === null) throw new Error('A write came without a token.');
  return token;
}
