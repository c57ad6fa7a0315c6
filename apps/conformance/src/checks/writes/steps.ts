import { textOf, valuesAt } from '../../json.js';
import { expectEqual } from '../assertions/answer.js';
import { expectProblem } from '../assertions/problem.js';
import { expectShownAs, type Written } from '../assertions/written-project.js';
import type { Checks } from '../context/check.js';
import { violated } from '../context/violation.js';
import { onProjects } from '../requests/projects.js';

const idsOf = ({ project }: Written): string[] => valuesAt(project, 'steps[].id').map(textOf);

export const stepChecks: Checks = {
  'steps-keep-their-ids': onProjects(['WRITE-3', 'WRITE-2', 'SHAPE-10', 'SHAPE-7'], {
    title: 'a step with an id stays that step, one without is new, and the order of the array is their position',
    run: async (projects) => {
      const before = await projects.create(projects.full());
      const [first = '', second = '', third = ''] = idsOf(before);
      const [sand, cut] = [{ title: 'Sand' }, { title: 'Cut again' }];
      const again = { ...cut, description: 'Twice.' };
      const steps = [{ id: third, ...sand }, { title: 'Paint' }, { id: first, ...again }];
      const after = await projects.update(before.id, { steps });
      expectShownAs({ steps: [sand, { title: 'Paint' }, again] }, after);
      const [one, middle = '', last] = idsOf(after);
      expectEqual('the ids that were sent', [one ?? '', last ?? ''], [third, first], after.exchange);
      if ([first, second, third].includes(middle)) violated('a new id for a new step', middle, after.exchange);
      if (textOf(after.project['updated_at']) <= textOf(before.project['updated_at']))
        violated('updated_at that moves with the steps (SHAPE-7)', textOf(after.project['updated_at']), after.exchange);
      // The first step has a description, and is sent without one: then it has none (WRITE-3).
      const fewer = [
        { id: first, ...cut },
        { id: third, ...sand },
      ];
      const reordered = await projects.update(before.id, { steps: fewer });
      expectShownAs({ steps: [cut, sand] }, reordered);
      expectEqual('steps in the order of the array', idsOf(reordered), [first, third], reordered.exchange);
    },
  }),
  'steps-of-others-are-refused': onProjects(['WRITE-3'], {
    title: 'the id of another project’s step, of a step that is gone, and an id twice are 400 and change nothing',
    run: async (projects) => {
      const other = await projects.create(projects.full());
      const mine = await projects.create(projects.full());
      const [first = '', second = ''] = idsOf(mine);
      const [foreign = ''] = idsOf(other);
      const refuse = async (ids: readonly string[], ...pointers: readonly string[]): Promise<void> => {
        const exchange = await projects.patch(mine.id, { steps: ids.map((id) => ({ id, title: 'a' })) });
        expectProblem(exchange, 'invalid_request', 'steps that are not all of this project', { pointers });
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
