import { describe, expect, it } from '@jest/globals';
import { idsOf } from '../list-page.js';
import { unknownId } from './filter-queries.js';
import type { Subject } from './subject.js';

const sentPairs = (query: string): [string, string][] => [...new URLSearchParams(query)];

/** The targets of a Link header by their relation (RFC 8288). */
function linkTargets(header: unknown): Record<string, string> {
  const links = [...String(header).matchAll(/<([^>]*)>; rel="([a-z]+)"(?:, |$)/g)];
  expect(links.map(([whole]) => whole).join('')).toBe(header);
  return Object.fromEntries(links.map(([, target = '', relation = '']) => [relation, target]));
}

export function checkEnvelope(subject: Subject): void {
  const { name } = subject.contract;

  describe('envelope', () => {
    it('LIST-1: answers 200 as JSON with data, links and meta, and LIST-5: nothing else', async () => {
      const { answer, rows } = await subject.list();
      expect(answer.headers['content-type']).toBe('application/json');
      expect(rows.length).toBeGreaterThan(0);
    });

    it('PAGE-2: has 50 rows a page unless asked, and 200 at most', async () => {
      const total = subject.census.length;
      const asked = await Promise.all(
        ['', 'limit=7', 'limit=200', 'limit=201', 'limit=99999'].map((query) => subject.list(query)),
      );
      expect(asked.map(({ meta }) => meta.limit)).toEqual([50, 7, 200, 200, 200]);
      expect(asked.map(({ rows }) => rows.length)).toEqual(
        [50, 7, 200, 200, 200].map((limit) => Math.min(limit, total)),
      );
    });

    it('LIST-3: a page after which nothing follows is the last, also when it is full', async () => {
      const six = idsOf(subject.census).slice(0, 6);
      const only = `filters[id][in]=${six.join(',')}`;
      const pages = await Promise.all([5, 6, 7].map((limit) => subject.list(`${only}&limit=${limit}`)));
      expect(pages.map(({ rows, meta }) => [rows.length, meta.next !== null])).toEqual([
        [Math.min(5, six.length), six.length > 5],
        [six.length, false],
        [six.length, false],
      ]);
      const half = await subject.list(`${only}&limit=3`);
      const rest = await subject.list(`${only}&limit=3&cursor=${half.meta.next}`);
      expect([rest.rows.length, rest.links.next]).toEqual([3, null]);
    });

    it('LIST-3: an empty result is 200 with no rows', async () => {
      const { rows, links, meta } = await subject.list(`filters[id][in]=${unknownId}`);
      expect({ rows, next: links.next, meta }).toEqual({ rows: [], next: null, meta: { next: null, limit: 50 } });
    });

    it('LIST-4: links are absolute, keep what was sent, and stand in the Link header too', async () => {
      const queries = [
        '',
        'limit=002',
        'limit=5000',
        `limit=1&sort=-updated_at&filters[created_at][gte]=1990-01-01&filters%5Bid%5D%5Bnot_in%5D=${unknownId}`,
        'filters[created_at][lt]=2100-01-01T00:00%2B01:00&limit=1&sort=created_at',
      ];
      for (const query of queries) {
        const { answer, links, meta } = await subject.list(query);
        const targets = [links.first, ...(links.next === null ? [] : [links.next])].map((link) => new URL(link));
        for (const { origin, pathname } of targets)
          expect(`${origin}${pathname}`).toBe(`${subject.service.url}/api/v1/${name}`);
        const cursor = meta.next === null ? [] : [[...sentPairs(query), ['cursor', meta.next]]];
        expect(targets.map(({ searchParams }) => [...searchParams])).toEqual([sentPairs(query), ...cursor]);
        const { first, next } = linkTargets(answer.headers['link']);
        expect([first, next ?? null]).toEqual([links.first, links.next]);
      }
    });
  });
}
