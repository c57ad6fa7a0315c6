import { toText, valuesAt } from '../json.js';
import { expectEqual, expectProblem } from '../kit/expect.js';
import {
  expectShownAs,
  type Written,
  type Arrangement,
  arrangedSteps,
  expectArranged,
  expectMovedByChange,
} from '../kit/expect-project.js';
import type { Checks } from '../kit/check.js';
import { violated } from '../kit/violation.js';
import { onProjects } from '../kit/projects.js';

const listIds = ({ project }: Written): string[] => valuesAt(project, 'steps[].id').map(toText);

/** Arrangements of the steps, each applied to the result of the previous one; the project begins with three. */
const arrangements: readonly Arrangement[] = [
  [0, 1, 2],
  [1, 0, 2],
  [2, 1, 0],
  ['Measure', 0, 1, 2],
  [3, 0, 'Sand', 2, 1],
  [4, 2, 0],
  ['Sand', 1, 'Sand'],
  [2, 1, 0],
  ['Sand', 1, 'Sand'],
  [],
  ['Cut'],
];

export const stepChecks: Checks = {
  'steps-take-every-arrangement': onProjects(['WRITE-2', 'WRITE-3', 'WRITE-4', 'SHAPE-10', 'SHAPE-7'], {
    title: 'kept, new, dropped and reordered steps are stored, and reordering alone moves updated_at',
    run: async (projects) => {
      let before = await projects.create(projects.full());
      for (const arrangement of arrangements) {
        const steps = arrangedSteps(arrangement, before);
        const after = await projects.update(before.id, { steps }, `steps arranged as ${JSON.stringify(arrangement)}`);
        expectShownAs({ steps }, after);
        expectArranged(arrangement, before, after);
        expectMovedByChange(before, after);
        before = after;
      }
      await projects.expectUnchanged(before);
    },
  }),
  'steps-keep-their-ids': onProjects(['WRITE-3', 'WRITE-2', 'SHAPE-10', 'SHAPE-7'], {
    title: 'a step with an id stays that step, one without is new, and their position is the array order',
    run: async (projects) => {
      const before = await projects.create(projects.full());
      const [first = '', second = '', third = ''] = listIds(before);
      const [sand, cut] = [{ title: 'Sand' }, { title: 'Cut again' }];
      const again = { ...cut, description: 'Twice.' };
      const steps = [{ id: third, ...sand }, { title: 'Paint' }, { id: first, ...again }];
      const after = await projects.update(before.id, { steps });
      expectShownAs({ steps: [sand, { title: 'Paint' }, again] }, after);
      const [one, middle = '', last] = listIds(after);
      expectEqual('the ids that were sent', [one ?? '', last ?? ''], [third, first], after.exchange);
      if ([first, second, third].includes(middle)) violated('a new id for a new step', middle, after.exchange);
      if (toText(after.project['updated_at']) <= toText(before.project['updated_at']))
        violated('updated_at that moves with the steps (SHAPE-7)', toText(after.project['updated_at']), after.exchange);
      // The first step has a description, which is removed by sending the step without one (WRITE-3).
      const fewer = [
        { id: first, ...cut },
        { id: third, ...sand },
      ];
      const reordered = await projects.update(before.id, { steps: fewer });
      expectShownAs({ steps: [cut, sand] }, reordered);
      expectEqual('steps in the order of the array', listIds(reordered), [first, third], reordered.exchange);
    },
  }),
  'steps-of-others-are-refused': onProjects(['WRITE-3'], {
    title: 'ids of foreign or removed steps and duplicate ids are 400 and change nothing',
    run: async (projects) => {
      const other = await projects.create(projects.full());
      const mine = await projects.create(projects.full());
      const [first = '', second = ''] = listIds(mine);
      const [foreign = ''] = listIds(other);
      const refuse = async (ids: readonly string[], ...pointers: readonly string[]): Promise<void> => {
        const exchange = await projects.patch(mine.id, { steps: ids.map((id) => ({ id, title: 'a' })) });
        expectProblem(exchange, 'invalid_request', 'steps with ids that are not of this project', { pointers });
      };
      await refuse([first, foreign], '/steps/1/id');
      await refuse([first, first], '/steps/1/id');
      await refuse(['me'], '/steps/0/id');
      await projects.expectUnchanged(mine);
      await projects.update(mine.id, { steps: [{ id: first, title: 'Cut' }] });
      await refuse([second]);
      await projects.expectUnchanged(other);
    },
  }),
};
