import { textOf, valuesAt } from '../json.js';
import { onServer } from './check.js';
import { expectFaults, expectProblem } from './expect.js';
import { create, fullBody, patch, read, sceneOf, update, type Written } from './scene.js';
import { expectShownAs } from './shown.js';
import { violated } from './violation.js';

const idsOf = ({ project }: Written): string[] => valuesAt(project, 'steps[].id').map(textOf);

export const stepChecks = [
  onServer({
    id: 'steps-keep-their-ids',
    rules: ['WRITE-3', 'WRITE-2', 'SHAPE-10', 'SHAPE-7'],
    needs: ['writes'],
    title: 'a step with an id stays that step, one without is new, and the order of the array is their position',
    run: async (trial) => {
      const before = await create(trial, fullBody(sceneOf(trial)));
      const [first = '', second = '', third = ''] = idsOf(before);
      const steps = [
        { id: third, title: 'Sand' },
        { title: 'Paint' },
        { id: first, title: 'Cut again', description: 'Twice.' },
      ];
      const after = await update(trial, before.id, { steps });
      expectShownAs({ steps: steps.map(({ id: _, ...step }) => step) }, after.project, after.exchange);
      const ids = idsOf(after);
      if (ids[0] !== third || ids[2] !== first)
        violated(`the ids ${third} and ${first}, which were sent`, ids.join(', '), after.exchange);
      if ([first, second, third].includes(ids[1] ?? ''))
        violated('a new id for a new step', String(ids[1]), after.exchange);
      if (textOf(after.project['updated_at']) <= textOf(before.project['updated_at'])) {
        violated('updated_at that moves with the steps (SHAPE-7)', textOf(after.project['updated_at']), after.exchange);
      }
      // The first step has a description, and is sent without one: then it has none (WRITE-3).
      const fewer = [
        { id: first, title: 'Cut again' },
        { id: third, title: 'Sand' },
      ];
      const reordered = await update(trial, before.id, { steps: fewer });
      expectShownAs({ steps: fewer.map(({ title }) => ({ title })) }, reordered.project, reordered.exchange);
      if (idsOf(reordered).join() !== `${first},${third}`)
        violated('steps in the order of the array', idsOf(reordered).join(', '), reordered.exchange);
    },
  }),
  onServer({
    id: 'steps-of-others-are-refused',
    rules: ['WRITE-3'],
    needs: ['writes'],
    title: 'the id of another project’s step, of a step that is gone, and an id twice are 400 and change nothing',
    run: async (trial) => {
      const scene = sceneOf(trial);
      const other = await create(trial, fullBody(scene));
      const mine = await create(trial, fullBody(scene));
      const [first = '', second = ''] = idsOf(mine);
      const [foreign = ''] = idsOf(other);
      for (const [steps, pointer] of [
        [
          [
            { id: first, title: 'a' },
            { id: foreign, title: 'b' },
          ],
          '/steps/1/id',
        ],
        [
          [
            { id: first, title: 'a' },
            { id: first, title: 'b' },
          ],
          '/steps/1/id',
        ],
        [[{ id: 'me', title: 'a' }], '/steps/0/id'],
      ] as const) {
        const exchange = await patch(trial, mine.id, { steps: steps.map((step) => ({ ...step })) });
        expectFaults(exchange, expectProblem(exchange, 'invalid_request', 'a step from elsewhere'), [{ pointer }]);
      }
      const shown = await read(trial, mine.id);
      if (shown.tag !== mine.tag) violated('nothing stored', 'another ETag', shown.exchange);
      await update(trial, mine.id, { steps: [{ id: first, title: 'Cut' }] });
      const gone = await patch(trial, mine.id, { steps: [{ id: second, title: 'Back again' }] });
      expectProblem(gone, 'invalid_request', 'the id of a step that is gone');
      const theirs = await read(trial, other.id);
      if (theirs.tag !== other.tag) violated('the other project as it was', 'another ETag', theirs.exchange);
    },
  }),
];
