import { isObject, type Json, type JsonObject, sameJson, toText, valueDifferences, valuesAt } from '../json.js';
import type { Exchange } from '../target/exchange.js';
import { fail, Violation } from './violation.js';
import { differenceNotes } from './differences.js';
import { expectEqual } from './expect.js';
import { projectReferences } from './references.js';

export interface Written {
  readonly id: string;
  readonly tag: string;
  readonly project: JsonObject;
  readonly exchange: Exchange;
}

const references = new Map(projectReferences.map(({ field, key }) => [field, key]));

const texts = (value: Json): string[] => (Array.isArray(value) ? value.map(toText) : []);

/** Expects the fields of a body in the project: references by id, sets in any order, trimmed texts where documented. */
export function expectShownAs(body: JsonObject, { project, exchange }: Pick<Written, 'project' | 'exchange'>): void {
  for (const [field, value] of Object.entries(body)) {
    const key = references.get(field) ?? field;
    const [shown, wanted] = comparison(field, value, key, project);
    expectEqual(`${key} as sent`, shown, wanted, exchange);
  }
}

function comparison(field: string, value: Json, key: string, project: JsonObject): [shown: Json, wanted: Json] {
  if (field.endsWith('_ids')) return [valuesAt(project, `${key}[].id`).map(toText).sort(), texts(value).sort()];
  if (key !== field) return [valuesAt(project, `${key}.id`)[0] ?? null, value];
  const shown = project[key] ?? null;
  if (field === 'name') return [shown, toText(value).trim()];
  if (field === 'tags') return [shown, texts(value).map((tag) => tag.trim())];
  if (field !== 'steps' || !Array.isArray(value)) return [shown, value];
  const wanted = value.map((step, index) => isObject(step) && { ...toStep(step), position: index + 1 });
  return [valuesAt(project, 'steps[]').map((step) => isObject(step) && toStep(step)), wanted];
}

const toStep = ({ position = null, title, description = null }: JsonObject): JsonObject => ({
  position,
  title: toText(title).trim(),
  description,
});

export function keysChangedBy(field: string): string[] {
  if (field === 'description') return ['description', 'description_rendered'];
  if (field === 'publication_state') return ['publication_state', 'published_at'];
  return [references.get(field) ?? field];
}

export function expectSameBut(keys: readonly string[], before: Written, after: Written): void {
  const changed = valueDifferences(before.project, after.project, '', 50).filter(
    ({ path }) => !keys.some((key) => path === key || path.startsWith(`${key}.`)),
  );
  if (changed.length === 0) return;
  throw new Violation({
    expected: keys.length === 0 ? 'no change' : `no change except of ${keys.join(', ')}`,
    observed: `a change of ${changed.map(({ path }) => path).join(', ')}`,
    exchanges: [before.exchange, after.exchange],
    notes: differenceNotes(changed, 'before', 'now'),
  });
}

export function expectSame(before: Written, after: Written): void {
  expectSameBut([], before, after);
  expectEqual('the same ETag', after.tag, before.tag, before.exchange, after.exchange);
}

/** The steps after a PATCH: a number keeps the step at that index, a text is the title of a new one. */
export type Arrangement = readonly (number | string)[];

const listSteps = ({ project }: Written): JsonObject[] => valuesAt(project, 'steps[]').filter((step) => isObject(step));

/** The `steps` of the PATCH: kept ones with their ids, new ones without. */
export function arrangeSteps(arrangement: Arrangement, before: Written): JsonObject[] {
  const former = listSteps(before);
  return arrangement.map((step) => {
    if (typeof step === 'string') return { title: step, description: `*${step}* it.` };
    const { id = null, title = null, description = null } = former[step] ?? {};
    return { id, title, description };
  });
}

/** Expects kept steps to be unchanged in their new positions, and new ones to have new ids (section 9). */
export function expectArranged(arrangement: Arrangement, before: Written, after: Written): void {
  const [former, steps] = [listSteps(before), listSteps(after)];
  const { exchange } = after;
  expectEqual('the number of steps', steps.length, arrangement.length, exchange);
  for (const [index, step] of steps.entries()) {
    const from = arrangement[index];
    if (typeof from === 'number')
      expectEqual(
        `the former step ${from + 1} as step ${index + 1}`,
        step,
        { ...former[from], position: index + 1 },
        exchange,
      );
    else if (former.some(({ id }) => id === step['id']))
      fail(`a new id for the new step ${index + 1}`, toText(step['id']), exchange);
  }
}

/** Expects `updated_at` and the ETag to move exactly if the project changed, including the order of steps (WRITE-4). */
export function expectChangeVisible(before: Written, after: Written): void {
  const [was, is] = [before, after].map(({ project }) => toText(project['updated_at']));
  if (sameJson({ ...before.project, updated_at: null }, { ...after.project, updated_at: null }))
    return expectSame(before, after);
  if ((is ?? '') <= (was ?? '')) fail(`updated_at later than ${was}`, String(is), after.exchange);
  if (after.tag === before.tag) fail('another ETag for another body', after.tag, after.exchange);
}
