import { describe, expect, it } from '@jest/globals';
import { CursorGuard } from './cursor-guard.js';

/** Pages until the guard speaks up; undefined if it does not. */
function noticedAfter(lead: number, circle: number): number | undefined {
  const guard = new CursorGuard();
  for (let page = 1; page < 10_000; page += 1) {
    const place = page <= lead ? page : lead + ((page - lead - 1) % circle) + 1;
    if (guard.repeats(String(place))) return page;
  }
  return undefined;
}

describe('CursorGuard', () => {
  it.each([
    [0, 1],
    [5, 1],
    [0, 2],
    [3, 7],
    [100, 30],
    [1, 1000],
  ])('notices, after %i pages, a circle of %i', (lead, circle) => {
    expect(noticedAfter(lead, circle)).toBeLessThanOrEqual(3 * (lead + circle) + 1);
  });

  it('lets cursors pass that never come again', () => {
    expect(noticedAfter(10_000, 1)).toBeUndefined();
  });
});
