import { describe, expect, it } from '@jest/globals';
import { fieldTable } from './field-table.js';
import { defaultLimit, maximumLimit, maximumPageBytes, maximumSetSize } from './limits.js';
import { listParams } from './list-params.js';
import { PaginationLinksDto, PaginationMetaDto } from './page.js';

describe('the page of a list', () => {
  it('LIST-2: has links to the first and the next page, and meta with the next cursor and the limit', () => {
    const keys = (dto: new () => object) =>
      [...fieldTable(dto).values()].map(({ name, kind, nullable }) => `${name}:${kind}${nullable ? '?' : ''}`);
    expect(keys(PaginationLinksDto)).toEqual(['first:text', 'next:text?']);
    expect(keys(PaginationMetaDto)).toEqual(['next:text?', 'limit:integer']);
  });

  it('PAGE-2, PAGE-5, FILT-2: has the limits of the interface', () => {
    expect({ defaultLimit, maximumLimit, maximumPageBytes, maximumSetSize }).toEqual({
      defaultLimit: 50,
      maximumLimit: 200,
      maximumPageBytes: 4_194_304,
      maximumSetSize: 100,
    });
    expect(Object.keys(listParams)).toEqual(['limit', 'cursor', 'sort']);
  });
});
