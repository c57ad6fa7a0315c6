import { describe, expect, it } from '@jest/globals';
import fc from '@resource-catalogue/testing/fast-check';
import { CatalogueChanges, severalRows, type Step, steps } from './support/catalogue-changes.js';
import type { Mirror } from '../src/mirror.js';
import { setUpMirror } from './support/mirroring.js';

const exhaustive = process.env['EXHAUSTIVE'] !== undefined;
/** Limited, since the catalogue grows with each round and makes the next one slower. */
const rounds = Math.min(4, Number(process.env['EXHAUSTIVE_ROUNDS'] ?? 1));

/** Small, so that a full read can be inconsistent in many places. */
const pageSize = exhaustive ? 2 : 5;

/** Steps that increase updated_at (SHAPE-7). */
const shown = steps.filter((step) => step !== 'renameGroup');

describe('a mirror', () => {
  const { service, run, expectEqual } = setUpMirror(severalRows);
  const mirror = <T>(work: (mirror: Mirror) => Promise<T>) => run(work, { pageSize });

  it('stores rows that refer to a row with old times, inserted before the current page', async () => {
    let [passed, brought] = [false, false];
    const alter = (body: string, path: string): string => {
      passed ||= path.startsWith('/api/v1/spaces?') && path.includes('sort=created_at');
      return body;
    };
    const work = (mirrors: Mirror) =>
      mirrors.compare(async () => {
        if (brought || !passed) return;
        brought = true;
        await new CatalogueChanges(service()).make('bringOld');
      });
    const { leftOut, problems } = await run(work, { pageSize, alter });
    expect([brought, leftOut, problems]).toEqual([true, 0, []]);
    await expectEqual();
  });

  it('matches a source that changes between any two pages and rounds', async () => {
    const changes = new CatalogueChanges(service());
    const mixed = fc.sample(fc.constantFrom<Step>(...steps), 1000 * rounds);
    const next = (): Step => mixed.pop() ?? 'rename';
    const visible = fc.sample(fc.constantFrom(...shown), 1000);
    const torn = await mirror((each) => each.compare(() => changes.make(visible.pop() ?? 'rename')));
    expect([torn.problems, torn.leftOut]).toEqual([[], 0]);
    await expectEqual();
    await mirror((each) => each.follow());
    for (let round = 0; round < rounds; round += 1) {
      for (let step = 1; step <= 9; step += 1) {
        await changes.make(next());
        if (step % 3 === 0) await mirror((each) => each.follow());
      }
      let pages = 0;
      await mirror((each) =>
        each.compare(async () => {
          await changes.make(next());
          if ((pages += 1) % 20 === 0) await each.follow();
        }),
      );
    }
    const { leftOut } = await mirror((each) => each.follow());
    // Picks up changes that updated_at does not show (SHAPE-7).
    await mirror((each) => each.compare());
    await expectEqual();
    expect(leftOut).toBe(0);
  });
});
