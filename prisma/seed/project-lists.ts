import { type Life, lifeOf, timestampColumns } from './blocks/lifecycle.js';
import type { Stream } from './random/prng.js';
import { uuidV7 } from './random/uuid-v7.js';
import { type SeedTable, table } from './table.js';
import type { Clock } from './time/clock.js';
import file from './words/project-lists.json' with { type: 'json' };

interface Listed<Words> {
  readonly id: string;
  readonly life: Life;
  readonly words: Words;
}

/** What projects choose from: licences and thematics. */
export interface ProjectLists {
  readonly licenses: readonly Listed<(typeof file.licenses)[number]>[];
  readonly thematics: readonly Listed<(typeof file.thematics)[number]>[];
}

export function makeProjectLists(clock: Clock, root: Stream): ProjectLists {
  return {
    licenses: listed(clock, root.child('project_licenses'), file.licenses),
    thematics: listed(clock, root.child('project_thematics'), file.thematics),
  };
}

/** All but the last were there from the opening on: the longest tie that so short a list can have. */
function listed<Words>(clock: Clock, stream: Stream, all: readonly Words[]): Listed<Words>[] {
  return all.map((words, index) => {
    const random = stream.at(index);
    const life = lifeOf(clock, random, index === all.length - 1 ? 3 : 0);
    return { id: uuidV7(life.createdAt, random), life, words };
  });
}

export function projectListTables({ licenses, thematics }: ProjectLists): SeedTable[] {
  return [
    table('project_licenses', () =>
      licenses.map(({ id, life, words }) => ({ id, ...words, ...timestampColumns(life) })),
    ),
    table('project_thematics', () =>
      thematics.map(({ id, life, words }) => ({ id, ...words, ...timestampColumns(life) })),
    ),
  ];
}
