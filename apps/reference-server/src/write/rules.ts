import { parseUrl } from '@resource-catalogue/contracts';
import { readId, objectsAt, type Row } from '../json.js';
import { isDeleted } from '../list/filtering.js';

// Individual rules of section 9.

export const isUsable = (row: Row): boolean => !isDeleted(row);

const transitions = ['draft published', 'published draft', 'published archived', 'archived published'];

export const mayBecome = (state: string, next: string): boolean =>
  state === next || transitions.includes(`${state} ${next}`);

export type Referenced = 'members' | 'spaces' | 'project_licenses' | 'project_thematics' | 'machines';

/** The keys that show the rows that a field refers to. */
export const shownReferences: ReadonlyMap<string, readonly [key: string, to: Referenced]> = new Map([
  ['author_id', ['author', 'members']],
  ['collaborator_ids', ['collaborators', 'members']],
  ['space_id', ['space', 'spaces']],
  ['license_id', ['license', 'project_licenses']],
  ['thematic_ids', ['thematics', 'project_thematics']],
  ['machine_ids', ['machines', 'machines']],
]);

export function refersTo(project: Row, to: Referenced, id: string): boolean {
  return [...shownReferences.values()].some(
    ([key, shown]) =>
      shown === to && [project[key], ...objectsAt(project, key)].some((reference) => readId(reference) === id),
  );
}

export function isWebUrl(text: string): boolean {
  return /^https?:\/\/[^/]/i.test(text) && !/\s/.test(text) && parseUrl(text) !== null;
}

export function publishedAt(before: Row | null, state: string, now: string): string | null {
  if (state === 'draft') return null;
  const known = before?.['published_at'];
  return typeof known === 'string' ? known : now;
}

/** A key is the same with and without quotes (WRITE-7). */
export function keyOf(sent: string): string | null {
  const key = /^"(.*)"$/.exec(sent)?.[1] ?? sent;
  return /^[\x21-\x7e]{1,255}$/.test(key) ? key : null;
}
