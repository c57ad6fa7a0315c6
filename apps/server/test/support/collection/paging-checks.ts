import { describe, expect, it } from '@jest/globals';
import { idsOf, walkLinks } from '../list-page.js';
import { sorted } from './order.js';
import type { Subject } from './subject.js';

/** Rows of a walk at the smallest limits: a request for each row or two. */
const slowRows = 40;

export function checkPaging(subject: Subject): void {
  const { contract } = subject;

  describe('pages', () => {
    it('PAGE-4: show every stored row exactly once', async () => {
      expect(new Set(idsOf(subject.census)).size).toBe(subject.census.length);
      expect(subject.census).toHaveLength(await subject.count(contract.name));
    });

    it.each([7, 50, 200])('PAGE-4: of %i rows show the same sequence', async (limit) => {
      expect(idsOf(await subject.walk(`limit=${limit}`))).toEqual(idsOf(subject.census));
    });

    it.each([1, 2, 3])('PAGE-4: of %i rows show the same sequence, the last rows of a long list', async (limit) => {
      const start = Math.max(0, subject.census.length - slowRows);
      const rows = await subject.walk(`limit=${limit}`, await cursorAfter(subject, start));
      expect(idsOf(rows)).toEqual(idsOf(subject.census.slice(start)));
    });

    it('LIST-4: follow each other by links.next alone', async () => {
      expect(idsOf(await walkLinks(subject.service, contract.name, 'limit=30'))).toEqual(idsOf(subject.census));
    });
  });

  describe('sort', () => {
    it(`SORT-2: is ${contract.defaultSort} by default`, async () => {
      expect(subject.census).toEqual(sorted(contract, subject.census, contract.defaultSort));
      expect(idsOf(await subject.walk(`sort=${contract.defaultSort}&limit=200`))).toEqual(idsOf(subject.census));
    });

    const sorts = contract.sorts.flatMap((field) => [field, `-${field}`]);
    it.each(sorts)('SORT-1: %s orders the rows, ties by id in the same direction', async (sort) => {
      const expected = idsOf(sorted(contract, subject.census, sort));
      expect(idsOf(await subject.walk(`sort=${sort}&limit=37`))).toEqual(expected);
    });

    it('SORT-1: pages of one row part ties rightly, in both directions', async () => {
      for (const field of contract.sorts) {
        const group = tiedRows(subject, field);
        for (const sort of [field, `-${field}`]) {
          const rows = await subject.walk(`sort=${sort}&limit=1&filters[id][in]=${idsOf(group).join(',')}`);
          expect(idsOf(rows)).toEqual(idsOf(sorted(contract, group, sort)));
        }
      }
    });
  });
}

/** The cursor behind so many rows of the default list, null for none. */
async function cursorAfter(subject: Subject, count: number): Promise<string | null> {
  let cursor: string | null = null;
  for (let left = count; left > 0; left -= 200) {
    const after: string = cursor === null ? '' : `&cursor=${cursor}`;
    cursor = (await subject.list(`limit=${Math.min(200, left)}${after}`)).meta.next;
  }
  return cursor;
}

/** Up to eight rows among which as many as possible share their sort key with another. */
function tiedRows({ census }: Subject, field: string) {
  const counts = new Map<unknown, number>();
  for (const row of census) counts.set(row[field], (counts.get(row[field]) ?? 0) + 1);
  return [...census].sort((a, b) => (counts.get(b[field]) ?? 0) - (counts.get(a[field]) ?? 0)).slice(0, 8);
}
