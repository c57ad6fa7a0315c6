import { expect, it } from '@jest/globals';
import { maximumPageBytes } from '@resource-catalogue/contracts';
import { Exchange } from '../../target/exchange.js';
import { type Page, rowsDue } from './page.js';

/** A page of three rows, whose body has so many bytes. */
function page(bytes: number, next: string | null): Page {
  const request = { method: 'GET', path: '/', headers: {} };
  const text = 'ü'.repeat(Math.floor(bytes / 2)) + 'a'.repeat(bytes % 2);
  const exchange = new Exchange(request, 200, new Map(), Buffer.alloc(0), text, 0);
  return { rows: [{}, {}, {}], next, limit: 5, links: { first: '', next }, exchange };
}

it('LIST-3: a page must show all rows that its limit lets it', () => {
  expect(rowsDue(page(maximumPageBytes - 1, 'more'), 5)).toBe(5);
  expect(rowsDue(page(maximumPageBytes, null), 5)).toBe(5);
});

it('PAGE-5: a page that has the most bytes, and has a next one, must show no more rows', () => {
  expect(rowsDue(page(maximumPageBytes, 'more'), 5)).toBe(3);
  expect(rowsDue(page(maximumPageBytes, 'more'), 2)).toBe(2);
});
