import { expect, it } from '@jest/globals';
import { questions } from './questions.js';
import { drawSample } from './sample.js';

const few = questions.filter(({ collection }) => collection === 'project_licenses' || collection === null);

it('a seed always draws the same faults, and another seed draws different ones', async () => {
  const sample = await drawSample('one', 3, few);
  expect(sample.faults).toHaveLength(3);
  expect(await drawSample('one', 3, few)).toEqual(sample);
  expect((await drawSample('another', 3, few)).faults).not.toEqual(sample.faults);
});
