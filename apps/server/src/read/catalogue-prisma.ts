import type { PrismaService } from '@resource-catalogue/database';
import type { ListQuery } from '@resource-catalogue/list-query';
import type { Prisma } from '@resource-catalogue/prisma';
import { type Definition, definitions, type Item, type Page, type Reader } from '@resource-catalogue/read';

interface Readers {
  /** Reads from replicas if there are any. */
  readonly reader: Reader;
  /** Reads from the primary, for projects: the service writes them, and a replica may lack the latest writes. */
  readonly primary: Reader;
}

/** The models that are collections. Their methods return JSON text, not rows. */
function readsByModel({ reader, primary }: Readers) {
  const readsOf = (definition: Definition, from = reader) => ({
    page: (query: ListQuery): Promise<Page> => from.list(definition, query),
    document: (id: string): Promise<Item> => from.get(definition, id),
  });
  return {
    booking: readsOf(definitions.bookings),
    category: readsOf(definitions.categories),
    eventSession: readsOf(definitions.event_sessions),
    event: readsOf(definitions.events),
    machineUnit: readsOf(definitions.machine_units),
    machine: readsOf(definitions.machines),
    member: readsOf(definitions.members),
    placeUnit: readsOf(definitions.place_units),
    place: readsOf(definitions.places),
    plan: readsOf(definitions.plans),
    projectLicense: readsOf(definitions.project_licenses),
    projectThematic: readsOf(definitions.project_thematics),
    project: readsOf(definitions.projects, primary),
    space: readsOf(definitions.spaces),
    subscription: readsOf(definitions.subscriptions),
    trainingSession: readsOf(definitions.training_sessions),
    training: readsOf(definitions.trainings),
    user: readsOf(definitions.users),
  } satisfies Partial<Record<Prisma.TypeMap['meta']['modelProps'], object>>;
}

/**
 * Prisma's client as controllers see it: the models of collections with `page` and `document` (ADR 2). It has no
 * `$transaction`, because these methods would read outside of it: use `Reader.withSource` inside one.
 */
export type CataloguePrisma = ReturnType<typeof readsByModel>;

export const CATALOGUE_PRISMA = Symbol('Prisma client with page and document');

export function withReads(prisma: PrismaService, readers: Readers): CataloguePrisma {
  return prisma.$extends({ name: 'reads of collections', model: readsByModel(readers) });
}
