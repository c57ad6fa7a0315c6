import { withDeletion, type Life, lifeColumns, drawLife, timestampColumns } from './blocks/lifecycle.js';
import type { Random, Stream } from './random.js';
import type { Row } from './table.js';
import type { Clock } from './time/clock.js';

/** A row that exists only to be referred to. */
export interface Entity {
  readonly id: string;
  readonly life: Life;
  readonly row: Row;
}

function makeRows(stream: Stream, all: readonly Row[], lifeAt: (random: Random, index: number) => Life): Entity[] {
  return all.map((own, index) => {
    const random = stream.at(index);
    const life = lifeAt(random, index);
    const id = random.uuidV7(life.createdAt);
    return { id, life, row: { id, ...own, ...timestampColumns(life) } };
  });
}

/** Names by kind. */
interface EntityNames {
  readonly groups: readonly string[];
  readonly accreditations: readonly string[];
  readonly equipments: readonly string[];
  /** The last one was deleted. */
  readonly customDurations: readonly string[];
}

/** Entities that appear only in summaries: each has a name, and none has a collection. */
export function makeEntities(clock: Clock, root: Stream, words: EntityNames) {
  const named = (table: string, names: readonly string[]) => {
    const rows = names.map((name) => ({ name }));
    // Created at the opening, since rows created then refer to them.
    return makeRows(root.child(table), rows, (random, index) => ({
      ...drawLife(clock, random, index),
      createdAt: clock.opening,
    }));
  };
  const last = words.customDurations.length - 1;
  const customDurations = named('custom_duration_types', words.customDurations).map((entity, index) => {
    const life = index === last ? withDeletion(entity.life, clock, root.child('deletion').at(index)) : entity.life;
    return { ...entity, row: { ...entity.row, ...lifeColumns(life) } };
  });
  return {
    groups: named('groups', words.groups),
    accreditations: named('accreditations', words.accreditations),
    equipments: named('equipments', words.equipments),
    customDurations,
  };
}

interface ProjectLists {
  readonly licenses: readonly Row[];
  readonly thematics: readonly Row[];
}

/** Licences and thematics for projects to choose from. */
export function makeProjectLists(clock: Clock, root: Stream, words: ProjectLists) {
  // All but the last were created at the opening: the longest tie that such a short list allows.
  const tied = (table: string, all: readonly Row[]) =>
    makeRows(root.child(table), all, (random, index) => drawLife(clock, random, index === all.length - 1 ? 3 : 0));
  return {
    licenses: tied('project_licenses', words.licenses),
    thematics: tied('project_thematics', words.thematics),
  };
}

/** The items at these indexes. */
export function itemsAt<Item>(items: readonly Item[], indexes: readonly number[]): Item[] {
  return items.filter((_, index) => indexes.includes(index));
}
