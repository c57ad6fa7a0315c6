import { expect, it } from '@jest/globals';
import { validateSync } from 'class-validator';
import { EachRule, UniqueTexts } from './body-rules.js';

/** The number of items that each rule of the sample body has checked. */
const looks = { each: 0, unique: 0 };

class SampleBody {
  @EachRule('small', 'too_many', 'Must be small.', (item) => {
    looks.each += 1;
    return Number(item) < 10;
  })
  @UniqueTexts('Is there already.', (text) => {
    looks.unique += 1;
    return text;
  })
  list?: unknown;
}

// The wire vectors of bodies cover the values that the rules reject.
it('body rules check each item of a long list once', () => {
  const list = Array.from({ length: 10_000 }, (_, index) => `${index % 7500}`);
  expect(validateSync(Object.assign(new SampleBody(), { list }))).toHaveLength(1);
  expect(looks).toEqual({ each: list.length, unique: list.length });
});
