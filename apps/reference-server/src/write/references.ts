import type { CollectionName } from '@resource-catalogue/contracts';
import { objectsAt, readId, type Row } from '../json.js';

interface Shown {
  /** The key of a project that shows the rows that a field refers to. */
  readonly key: string;
  readonly to: CollectionName;
}

export const shownReferences: ReadonlyMap<string, Shown> = new Map<string, Shown>([
  ['author_id', { key: 'author', to: 'members' }],
  ['collaborator_ids', { key: 'collaborators', to: 'members' }],
  ['space_id', { key: 'space', to: 'spaces' }],
  ['license_id', { key: 'license', to: 'project_licenses' }],
  ['thematic_ids', { key: 'thematics', to: 'project_thematics' }],
  ['machine_ids', { key: 'machines', to: 'machines' }],
]);

/** Whether a project refers to a row, in any field. */
export const refersTo = (project: Row, collection: CollectionName, id: string): boolean =>
  [...shownReferences.values()].some(
    ({ key, to }) => to === collection && [project[key], ...objectsAt(project, key)].some((one) => readId(one) === id),
  );
