import { renderedLimits } from '@resource-catalogue/contracts';
import { idOf, isList, isObject, type JsonObject, type JsonValue, objectsAt } from '../json.js';
import type { ValidationError } from '../problem-error.js';
import { uuidOf } from '../query/values.js';
import { pointerStep } from './body-text.js';
import { createFields, updateFields, type WriteField } from './fields.js';
import { note, type Place, type WriteContext, validValue } from './validate-values.js';
import { keptHtml } from './markdown.js';

export interface Validated {
  /** The fields that were sent, in their normal form. */
  readonly sent: Readonly<Record<string, JsonValue>>;
  readonly errors: readonly ValidationError[];
}

/** Validates a body by section 9's table: every error of it is found (ERR-2). */
export function validate(body: JsonObject, context: WriteContext): Validated {
  const fields = context.before === null ? createFields : updateFields;
  const errors: ValidationError[] = [];
  const sent = new Map<string, JsonValue>();
  for (const key of Object.keys(body)) {
    if (!fields.has(key))
      note({ pointer: pointerStep(key), errors, context }, 'unknown_field', 'There is no such field.');
  }
  for (const [name, field] of fields) {
    const value = validField(body, name, field, { pointer: pointerStep(name), errors, context });
    if (value !== undefined) sent.set(name, value);
  }
  const authorId = context.before === null ? sent.get('author_id') : idOf(context.before['author']);
  noteSize(new Map(sent), { pointer: '', errors, context });
  noteAuthor(body, authorId, { pointer: '/collaborator_ids', errors, context });
  return { sent: Object.fromEntries(sent), errors };
}

/** Undefined where there is nothing to store. */
function validField(body: JsonObject, name: string, field: WriteField, place: Place): JsonValue | undefined {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  const creating = place.context.before === null;
  if (value === undefined && !field.required) return undefined;
  if (value === undefined || value === null) {
    if (!field.nullable) note(place, 'required', 'This field must have a value.');
    return field.nullable && !creating ? null : undefined;
  }
  return validValue(value, field.rule, place) ?? undefined;
}

/** The author is no collaborator. */
function noteAuthor(body: JsonObject, authorId: JsonValue | undefined, place: Place): void {
  const collaborators = Object.hasOwn(body, 'collaborator_ids') ? body['collaborator_ids'] : undefined;
  if (!isList(collaborators) || typeof authorId !== 'string') return;
  for (const [index, item] of collaborators.entries()) {
    const already = place.errors.some(({ at }) => at === `${place.pointer}/${index}`);
    if (!already && typeof item === 'string' && uuidOf(item) === authorId)
      note(place, 'invalid_value', 'The author is no collaborator.', `/${index}`);
  }
}

const descriptionOf = (step: JsonObject): JsonValue | undefined => step['description'];

/** WRITE-10: the first text of a body at which a project becomes too large. */
export function noteSize(sent: ReadonlyMap<string, JsonValue>, place: Place): void {
  const { before, behaviour } = place.context;
  const all = before === null ? [] : keptHtml(before, new Set());
  const most = Math.max(renderedLimits.bytes, bytesOf(all));
  let bytes = before === null ? 0 : bytesOf(behaviour.keptHtml(before, new Set(sent.keys())));
  let blocks = 0;
  const known = new Set(
    before === null ? [] : [before['description'], ...objectsAt(before, 'steps').map(descriptionOf)],
  );
  for (const [pointer, markdown] of textsOf(sent)) {
    if (!known.has(markdown)) blocks += behaviour.blocksOf(markdown);
    if (blocks <= renderedLimits.blocks) bytes += bytesOf([behaviour.rendered(markdown)]);
    if (blocks > renderedLimits.blocks || bytes > most) {
      note({ ...place, pointer }, 'too_large', 'Here the Markdown becomes too much.');
      return;
    }
  }
}

function textsOf(sent: ReadonlyMap<string, JsonValue>): (readonly [pointer: string, markdown: string])[] {
  const own = sent.get('description');
  const steps = sent.get('steps') ?? [];
  const ofSteps = (isList(steps) ? steps : []).flatMap((step, index) =>
    isObject(step) && typeof step['description'] === 'string'
      ? [[`/steps/${index}/description`, step['description']] as const]
      : [],
  );
  return [...(typeof own === 'string' ? [['/description', own] as const] : []), ...ofSteps];
}

const bytesOf = (html: readonly string[]): number => html.reduce((sum, one) => sum + Buffer.byteLength(one), 0);
