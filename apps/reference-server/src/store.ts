import type { CollectionName } from '@resource-catalogue/contracts';
import { type Row, toText } from './json.js';
import type { Dataset } from './dataset/dataset.js';

export class Store {
  private readonly projects: Map<string, Row>;

  constructor(private readonly dataset: Dataset) {
    this.projects = new Map(dataset.projects.map((row) => [row.id, row]));
  }

  rows(collection: CollectionName): readonly Row[] {
    return collection === 'projects' ? [...this.projects.values()] : this.dataset[collection];
  }

  find(collection: CollectionName, id: string): Row | null {
    return this.rows(collection).find((row) => row.id === id) ?? null;
  }

  put(project: Row): void {
    this.projects.set(project.id, project);
  }

  takenSlugs(): Set<string> {
    return new Set([...this.projects.values()].map(({ slug }) => toText(slug)));
  }
}
