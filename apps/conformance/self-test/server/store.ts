import type { CollectionName } from '@resource-catalogue/contracts';
import { type Row, textOf } from './json.js';
import type { World } from './world/world.js';

/** The rows of one server: those of its world, and the projects as they have become. */
export class Store {
  private readonly projects: Map<string, Row>;
  private readonly byId = new Map<CollectionName, ReadonlyMap<string, Row>>();

  constructor(private readonly world: World) {
    this.projects = new Map(world.projects.map((row) => [row.id, row]));
  }

  rows(collection: CollectionName): readonly Row[] {
    return collection === 'projects' ? [...this.projects.values()] : this.world[collection];
  }

  find(collection: CollectionName, id: string): Row | null {
    if (collection === 'projects') return this.projects.get(id) ?? null;
    const known = this.byId.get(collection) ?? new Map(this.world[collection].map((row) => [row.id, row]));
    this.byId.set(collection, known);
    return known.get(id) ?? null;
  }

  put(project: Row): void {
    this.projects.set(project.id, project);
  }

  takenSlugs(): Set<string> {
    return new Set([...this.projects.values()].map(({ slug }) => textOf(slug)));
  }
}
