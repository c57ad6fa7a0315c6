import { isList, isObject, type JsonObject, type JsonValue, objectsAt } from '../json.js';
import { uuidOf } from '../query/values.js';
import { pointerStep } from './body-text.js';
import { stepDescription, stepTitle } from './fields.js';
import { note, type Spot } from './judge.js';
import { judgeText } from './judge-texts.js';

/** Steps as `{id, title, description}`, the id null where the step is new. */
export function judgeSteps(value: JsonValue, most: number, spot: Spot): JsonValue {
  if (!isList(value)) return note(spot, 'invalid_value', 'Must be an array.');
  if (value.length > most) note(spot, 'too_many', `Must have at most ${most} entries.`);
  const ids = new Set<string>();
  return value.flatMap((item, index) => {
    const own: Spot = { ...spot, pointer: `${spot.pointer}/${index}` };
    if (isObject(item)) return [judgeStep(item, ids, own)];
    note(own, 'invalid_value', 'Must be an object.');
    return [];
  });
}

function judgeStep(step: JsonObject, ids: Set<string>, spot: Spot): JsonObject {
  const updating = spot.around.before !== null;
  for (const key of Object.keys(step)) {
    if (key !== 'title' && key !== 'description' && !(updating && key === 'id'))
      note(spot, 'unknown_field', 'There is no such field.', pointerStep(key));
  }
  const { title, description } = step;
  const missing = title === undefined || title === null;
  if (missing) note(spot, 'required', 'This field must have a value.', '/title');
  const described = description === undefined || description === null;
  return {
    id: updating && Object.hasOwn(step, 'id') ? judgeStepId(step['id'] ?? null, ids, spot) : null,
    title: missing ? null : judgeText(title, stepTitle, spot, '/title'),
    description: described ? null : judgeText(description, stepDescription, spot, '/description'),
  };
}

function judgeStepId(value: JsonValue, ids: Set<string>, spot: Spot): string | null {
  if (value === null) return note(spot, 'required', 'Leave the id out, or name a step.', '/id');
  const id = typeof value === 'string' ? uuidOf(value) : null;
  if (id === null) return note(spot, 'invalid_value', 'Must be a UUID.', '/id');
  if (ids.has(id)) return note(spot, 'duplicate', 'This step stands in the array already.', '/id');
  ids.add(id);
  const { before } = spot.around;
  const own = before !== null && objectsAt(before, 'steps').some((step) => step['id'] === id);
  return own ? id : note(spot, 'unknown_reference', 'The project has no such step.', '/id');
}
