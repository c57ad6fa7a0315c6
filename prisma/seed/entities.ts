import { ended, type Life, lifeColumns, lifeOf, timestampColumns } from './blocks/lifecycle.js';
import type { Stream } from './random/prng.js';
import { uuidV7 } from './random/uuid-v7.js';
import { type SeedTable, table } from './table.js';
import type { Clock } from './time/clock.js';
import words from './words/entities.json' with { type: 'json' };

/** Something that shows only in summaries: it has a name and no collection. */
export interface Named {
  readonly id: string;
  readonly name: string;
  readonly life: Life;
}

export interface Entities {
  readonly groups: readonly Named[];
  readonly accreditations: readonly Named[];
  readonly equipments: readonly Named[];
  readonly customDurations: readonly Named[];
}

export function makeEntities(clock: Clock, root: Stream): Entities {
  const last = words.customDurations.length - 1;
  return {
    groups: named(clock, root.child('groups'), words.groups),
    accreditations: named(clock, root.child('accreditations'), words.accreditations),
    equipments: named(clock, root.child('equipments'), words.equipments),
    customDurations: named(clock, root.child('custom_duration_types'), words.customDurations).map((entity, index) =>
      index === last ? { ...entity, life: ended(entity.life, clock, root.child('deletion').at(index)) } : entity,
    ),
  };
}

function named(clock: Clock, stream: Stream, names: readonly string[]): Named[] {
  return names.map((name, index) => {
    const random = stream.at(index);
    // What others refer to from the first day on was there on the first day.
    const life = { ...lifeOf(clock, random, index), createdAt: clock.opening };
    return { id: uuidV7(life.createdAt, random), name, life };
  });
}

export function entityTables(entities: Entities): SeedTable[] {
  const plain = ({ id, name, life }: Named) => ({ id, name, ...timestampColumns(life) });
  return [
    table('groups', () => entities.groups.map(plain)),
    table('accreditations', () => entities.accreditations.map(plain)),
    table('equipments', () => entities.equipments.map(plain)),
    table('custom_duration_types', () =>
      entities.customDurations.map(({ id, name, life }) => ({ id, name, ...lifeColumns(life) })),
    ),
  ];
}
