import { describe, expect, it } from '@jest/globals';
import { type CollectionName, collections, type DtoClass, fieldTable } from '@resource-catalogue/contracts';
import { shownEntities } from './shown-entities.js';

/** What the summaries in a resource show beside ids, as the path of the summary and the key in it. */
function* shownIn(dto: DtoClass, before = ''): Generator<readonly [path: string, key: string]> {
  const isSummary = /^(?:Ref|\w+Summary)Dto$/.test(dto.name);
  for (const { name, kind, dto: inner } of fieldTable(dto).values()) {
    if (inner) yield* shownIn(inner(), `${before}${before && '.'}${name}${kind === 'array' ? '[]' : ''}`);
    else if (isSummary && name !== 'id') yield [before, name];
  }
}

const isListed = (collection: CollectionName, path: string, key: string): boolean =>
  shownEntities.some(
    ({ column, shown }) => column === key && shown.some(([name, at]) => name === collection && at === path),
  );

describe('shownEntities', () => {
  it('names everything that the contract shows in a summary', () => {
    const missing = collections.flatMap(({ name, resource }) =>
      [...shownIn(resource)]
        .filter(([path, key]) => !isListed(name, path, key))
        .map(([path, key]) => `${name} show ${path}.${key}: name it in shown-entities.ts, with the table that has it.`),
    );
    expect(missing).toEqual([]);
  });
});
