import { isObject, type Json, type JsonObject, toText, valueDifferences, valuesAt } from '../../json.js';
import type { Exchange } from '../../target/exchange.js';
import { Violation } from '../context/check.js';
import { differenceNotes } from '../context/trace.js';
import { expectEqual } from './answer.js';

export interface Written {
  readonly id: string;
  readonly tag: string;
  readonly project: JsonObject;
  readonly exchange: Exchange;
}

const references: Readonly<Record<string, string>> = {
  author_id: 'author',
  space_id: 'space',
  license_id: 'license',
  thematic_ids: 'thematics',
  machine_ids: 'machines',
  collaborator_ids: 'collaborators',
};

const texts = (value: Json): string[] => (Array.isArray(value) ? value.map(toText) : []);

/** Expects the fields of a body in the project: references by id, sets in any order, trimmed texts where documented. */
export function expectShownAs(body: JsonObject, { project, exchange }: Pick<Written, 'project' | 'exchange'>): void {
  for (const [field, value] of Object.entries(body)) {
    const key = references[field] ?? field;
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

export function keysMovedBy(field: string): string[] {
  if (field === 'description') return ['description', 'description_rendered'];
  if (field === 'publication_state') return ['publication_state', 'published_at'];
  return [references[field] ?? field];
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
