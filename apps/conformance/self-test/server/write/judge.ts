import { idOf, isList, type JsonObject, type JsonValue, type Row } from '../json.js';
import { uuidOf } from '../query/values.js';
import { type Flaw, pointerFlaw } from '../refusal.js';
import { pointerStep } from './body-text.js';
import { createFields, type FieldRule, type Referenced, updateFields, type WriteField } from './fields.js';
import { judgeSteps } from './judge-steps.js';
import { judgeTags, judgeText } from './judge-texts.js';
import type { WriteBehaviour } from './write-behaviour.js';

/** What a write is judged against. */
export interface Surroundings {
  /** The project to be changed, null on POST. */
  readonly before: Row | null;
  /** An entity that a project can refer to, null where there is none. */
  readonly find: (collection: Referenced, id: string) => Row | null;
  readonly behaviour: WriteBehaviour;
}

export interface Judgement {
  /** The fields that were sent, in their normal form. */
  readonly sent: Readonly<Record<string, JsonValue>>;
  readonly flaws: readonly Flaw[];
}

/** A place of the body, and where flaws of it are noted. */
export interface Spot {
  readonly pointer: string;
  readonly flaws: Flaw[];
  readonly around: Surroundings;
}

export function note({ pointer, flaws }: Spot, code: Flaw['code'], detail: string, below = ''): null {
  flaws.push(pointerFlaw(pointer + below, code, detail));
  return null;
}

/** Judges a body by section 9's table: every flaw of it is found (ERR-2). */
export function judge(body: JsonObject, around: Surroundings): Judgement {
  const fields = around.before === null ? createFields : updateFields;
  const flaws: Flaw[] = [];
  const sent = new Map<string, JsonValue>();
  for (const key of Object.keys(body)) {
    if (!fields.has(key))
      note({ pointer: pointerStep(key), flaws, around }, 'unknown_field', 'There is no such field.');
  }
  for (const [name, field] of fields) {
    const value = judgeField(body, name, field, { pointer: pointerStep(name), flaws, around });
    if (value !== undefined) sent.set(name, value);
  }
  const authorId = around.before === null ? sent.get('author_id') : idOf(around.before['author']);
  noteAuthor(body, authorId, { pointer: '/collaborator_ids', flaws, around });
  return { sent: Object.fromEntries(sent), flaws };
}

/** Undefined where there is nothing to store. */
function judgeField(body: JsonObject, name: string, field: WriteField, spot: Spot): JsonValue | undefined {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  const creating = spot.around.before === null;
  if (value === undefined && !field.required) return undefined;
  if (value === undefined || value === null) {
    if (!field.nullable) note(spot, 'required', 'This field must have a value.');
    return field.nullable && !creating ? null : undefined;
  }
  return judgeValue(value, field.rule, spot) ?? undefined;
}

function judgeValue(value: JsonValue, rule: FieldRule, spot: Spot): JsonValue {
  switch (rule.kind) {
    case 'text':
      return judgeText(value, rule, spot);
    case 'state':
      return typeof value === 'string' && rule.values.includes(value)
        ? value
        : note(spot, 'invalid_value', `Must be one of ${rule.values.join(', ')}.`);
    case 'reference':
      return judgeReference(value, rule.to, spot);
    case 'references':
      return judgeReferences(value, rule, spot);
    case 'tags':
      return judgeTags(value, rule.most, rule.each, spot);
    case 'steps':
      return judgeSteps(value, rule.most, spot);
  }
}

function judgeReference(value: JsonValue, to: Referenced, spot: Spot, below = ''): string | null {
  const id = typeof value === 'string' ? uuidOf(value) : null;
  if (id === null) return note(spot, 'invalid_value', 'Must be a UUID.', below);
  const { before, find, behaviour } = spot.around;
  const row = find(to, id);
  // Only what the request adds has to be live (section 9).
  const added = before === null || !behaviour.refersTo(before, to, id);
  if (row !== null && (!added || behaviour.isUsable(row))) return id;
  return note(spot, 'unknown_reference', 'There is nothing live with this id.', below);
}

function judgeReferences(value: JsonValue, rule: { to: Referenced; most: number }, spot: Spot): JsonValue {
  if (!isList(value)) return note(spot, 'invalid_value', 'Must be an array.');
  if (value.length > rule.most) note(spot, 'too_many', `Must have at most ${rule.most} entries.`);
  const ids = new Set<string>();
  for (const [index, item] of value.entries()) {
    const id = typeof item === 'string' ? uuidOf(item) : null;
    if (id !== null && ids.has(id)) note(spot, 'duplicate', 'Stands in the array already.', `/${index}`);
    else {
      judgeReference(item, rule.to, spot, `/${index}`);
      if (id !== null) ids.add(id);
    }
  }
  return [...ids];
}

/** The author is no collaborator. */
function noteAuthor(body: JsonObject, authorId: JsonValue | undefined, spot: Spot): void {
  const collaborators = Object.hasOwn(body, 'collaborator_ids') ? body['collaborator_ids'] : undefined;
  if (!isList(collaborators) || typeof authorId !== 'string') return;
  for (const [index, item] of collaborators.entries()) {
    const already = spot.flaws.some(({ at }) => at === `${spot.pointer}/${index}`);
    if (!already && typeof item === 'string' && uuidOf(item) === authorId)
      note(spot, 'invalid_value', 'The author is no collaborator.', `/${index}`);
  }
}
