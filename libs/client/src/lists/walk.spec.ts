import { describe, expect, it } from '@jest/globals';
import { CycleDetector } from './walk.js';

/** Pages until the cycle is noticed; undefined if it is not. */
function noticedAfter(lead: number, cycle: number): number | undefined {
  const detector = new CycleDetector();
  for (let page = 1; page < 10_000; page += 1) {
    const place = page <= lead ? page : lead + ((page - lead - 1) % cycle) + 1;
    if (detector.repeats(String(place))) return page;
  }
  return undefined;
}

describe('CycleDetector', () => {
  it.each([
    [0, 1],
    [5, 1],
    [0, 2],
    [3, 7],
    [100, 30],
    [1, 1000],
  ])('notices, after %i pages, a cycle of %i', (lead, cycle) => {
    expect(noticedAfter(lead, cycle)).toBeLessThanOrEqual(3 * (lead + cycle) + 1);
  });

  it('lets cursors pass that never come again', () => {
    expect(noticedAfter(10_000, 1)).toBeUndefined();
  });
});
