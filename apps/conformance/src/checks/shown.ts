import { differences, isObject, type Json, type JsonObject, sameJson, textOf, valuesAt } from '../json.js';
import type { Exchange } from '../target/exchange.js';
import { violated } from './violation.js';

const single: Readonly<Record<string, string>> = { author_id: 'author', space_id: 'space', license_id: 'license' };
const many: Readonly<Record<string, string>> = {
  thematic_ids: 'thematics',
  machine_ids: 'machines',
  collaborator_ids: 'collaborators',
};

const texts = (value: Json | undefined): string[] => (Array.isArray(value) ? value.map(textOf) : []);

/** What a body asks for must be shown: references by id, sets in any order, texts trimmed where the interface trims. */
export function expectShownAs(body: JsonObject, project: JsonObject, exchange: Exchange): void {
  for (const [field, value] of Object.entries(body)) {
    const [key, shown, wanted] = comparison(field, value, project);
    if (!sameJson(shown, wanted)) violated(`${key} of ${JSON.stringify(wanted)}`, JSON.stringify(shown), exchange);
  }
}

function comparison(field: string, value: Json, project: JsonObject): [key: string, shown: Json, wanted: Json] {
  const one = single[field];
  if (one !== undefined) return [one, valuesAt(project, `${one}.id`)[0] ?? null, value];
  const several = many[field];
  if (several !== undefined)
    return [several, valuesAt(project, `${several}[].id`).map(textOf).sort(), texts(value).sort()];
  if (field === 'name') return ['name', project['name'] ?? null, textOf(value).trim()];
  if (field === 'tags') return ['tags', project['tags'] ?? null, texts(value).map((tag) => tag.trim())];
  if (field === 'steps') return ['steps', shownSteps(project), Array.isArray(value) ? value.map(wantedStep) : null];
  return [field, project[field] ?? null, value];
}

const shownSteps = (project: JsonObject): Json =>
  valuesAt(project, 'steps[]').map((step) =>
    isObject(step)
      ? { position: step['position'] ?? null, title: step['title'] ?? null, description: step['description'] ?? null }
      : step,
  );

const wantedStep = (step: Json, index: number): Json =>
  isObject(step)
    ? { position: index + 1, title: textOf(step['title']).trim(), description: step['description'] ?? null }
    : step;

/** Nothing but these keys may differ. */
export function expectSame(before: JsonObject, after: JsonObject, but: readonly string[], exchange: Exchange): void {
  const changed = differences(before, after, '', 50).filter(
    (path) => !but.some((key) => path === key || path.startsWith(`${key}.`)),
  );
  if (changed.length > 0)
    violated(
      but.length === 0 ? 'no change' : `no change but of ${but.join(', ')}`,
      `a change of ${changed.join(', ')}`,
      exchange,
    );
}
