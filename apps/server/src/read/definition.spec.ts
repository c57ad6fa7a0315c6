import { describe, expect, it } from '@jest/globals';
import { categoriesContract } from '@resource-catalogue/contracts';
import { softDelete, timestamps } from './blocks.js';
import { onColumn, onDeletion, resource } from './definition.js';
import { column, ref } from './sources.js';
import { categorySummary } from './summaries.js';

const sources = {
  id: column(),
  type: column(),
  slug: column(),
  name: column(),
  description: column(),
  position: column(),
  ...softDelete,
  ...timestamps,
};

describe('a definition', () => {
  it('compiles when it has a source for each key and each filter of its contract', () => {
    const definition = resource(categoriesContract, {
      sources,
      filters: { type: onColumn(), soft_deleted: onDeletion() },
    });
    expect(definition.table).toBe('categories');
  });

  it('does not compile when it lacks one, has a filter more, or a source of another kind', () => {
    const { description: _, ...without } = sources;
    const filters = { type: onColumn(), soft_deleted: onDeletion() };
    const definitions = [
      // @ts-expect-error a key without a source
      resource(categoriesContract, { sources: without, filters }),
      // @ts-expect-error a filter without a source
      resource(categoriesContract, { sources, filters: { type: onColumn() } }),
      resource(categoriesContract, {
        sources,
        // @ts-expect-error a filter that the contract lacks
        filters: { type: onColumn(), soft_deleted: onDeletion(), slug: onColumn() },
      }),
      // @ts-expect-error a summary where the contract has a text
      resource(categoriesContract, { sources: { ...sources, name: ref(categorySummary) }, filters }),
    ];
    expect(definitions).toHaveLength(4);
  });
});
