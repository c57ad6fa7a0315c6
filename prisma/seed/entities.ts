import { ended, type Life, lifeColumns, drawLife, timestampColumns } from './blocks/lifecycle.js';
import type { Random, Stream } from './random.js';
import type { ChooseWords } from './rare-words.js';
import type { Row } from './table.js';
import type { Clock } from './time/clock.js';
import words from './words/entities.json' with { type: 'json' };
import projectLists from './words/project-lists.json' with { type: 'json' };

/** A row that exists only to be referred to. */
export interface Entity {
  readonly id: string;
  readonly life: Life;
  readonly row: Row;
}

function listed(stream: Stream, all: readonly Row[], lifeAt: (random: Random, index: number) => Life): Entity[] {
  return all.map((own, index) => {
    const random = stream.at(index);
    const life = lifeAt(random, index);
    const id = random.uuidV7(life.createdAt);
    return { id, life, row: { id, ...own, ...timestampColumns(life) } };
  });
}

/** Entities that appear only in summaries: each has a name, and none has a collection. */
export function makeEntities(clock: Clock, root: Stream, choose: ChooseWords) {
  const named = (table: string, names: readonly string[]) => {
    const rows = choose(names).map((name) => ({ name }));
    // Created at the opening, since rows created then refer to them.
    return listed(root.child(table), rows, (random, index) => ({
      ...drawLife(clock, random, index),
      createdAt: clock.opening,
    }));
  };
  const last = words.customDurations.length - 1;
  const customDurations = named('custom_duration_types', words.customDurations).map((entity, index) => {
    const life = index === last ? ended(entity.life, clock, root.child('deletion').at(index)) : entity.life;
    return { ...entity, row: { ...entity.row, ...lifeColumns(life) } };
  });
  return {
    groups: named('groups', words.groups),
    accreditations: named('accreditations', words.accreditations),
    equipments: named('equipments', words.equipments),
    customDurations,
  };
}

/** Licences and thematics for projects to choose from. */
export function makeProjectLists(clock: Clock, root: Stream, choose: ChooseWords) {
  // All but the last were created at the opening: the longest tie that such a short list allows.
  const tied = (table: string, all: readonly Row[]) =>
    listed(root.child(table), all, (random, index) => drawLife(clock, random, index === all.length - 1 ? 3 : 0));
  return {
    licenses: tied('project_licenses', choose(projectLists.licenses)),
    thematics: tied('project_thematics', choose(projectLists.thematics)),
  };
}

/** The items at these indexes. */
export function chosen<Item>(items: readonly Item[], indexes: readonly number[]): Item[] {
  return items.filter((_, index) => indexes.includes(index));
}
