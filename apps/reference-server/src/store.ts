import type { CollectionName } from '@resource-catalogue/contracts';
import type { Dataset } from './dataset/dataset.js';
import type { Row } from './json.js';

export interface Store {
  readonly rows: (collection: CollectionName) => readonly Row[];
  /** Stores a project and returns it as stored. */
  readonly put: (project: Row) => Row;
}

export function makeStore(dataset: Dataset): Store {
  const projects = new Map(dataset.projects.map((row) => [row.id, row]));
  return {
    rows: (collection) => (collection === 'projects' ? [...projects.values()] : dataset[collection]),
    put: (project) => {
      projects.set(project.id, project);
      return project;
    },
  };
}

export const findRow = ({ rows }: Store, collection: CollectionName, id: string): Row | null =>
  rows(collection).find((row) => row.id === id) ?? null;
