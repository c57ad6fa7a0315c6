import { describe, expect, it } from '@jest/globals';
import { validateSync } from 'class-validator';
import { EachRule, Required, Rule, type RuleContext, UniqueTexts } from './body-rules.js';

/** How often the rules of the sample looked at an item. */
const looks = { each: 0, unique: 0 };

class SampleBody {
  @Required()
  @Rule('even', 'invalid_value', 'Must be even.', (value) => value === undefined || Number(value) % 2 === 0)
  number?: unknown;

  @EachRule('small', 'too_many', 'Must be small.', (item) => {
    looks.each += 1;
    return Number(item) < 10;
  })
  @UniqueTexts('Is there already.', (text) => {
    looks.unique += 1;
    return text.toLowerCase();
  })
  list?: unknown;
}

/** Which rules of which property a body breaks, and what they say. */
function broken(body: Partial<SampleBody>): string[] {
  const errors = validateSync(Object.assign(new SampleBody(), body), { forbidUnknownValues: false });
  return errors.flatMap(({ property, value, contexts }) => {
    const byRule: Record<string, RuleContext> = contexts ?? {};
    return Object.values(byRule).map(({ code, detail, items }) => {
      const places = items && Array.isArray(value) ? ` at ${items(value).join(', ')}` : '';
      return `${property} ${code}${places}: ${detail}`;
    });
  });
}

describe('rules of bodies', () => {
  it('tell their code and their sentence, and nothing when they hold', () => {
    expect(broken({ number: 3, list: [] })).toEqual(['number invalid_value: Must be even.']);
    expect(broken({ number: 2, list: [1, 'a'] })).toEqual(['list too_many at 1: Must be small.']);
    expect(broken({ number: 2, list: [1, 2] })).toEqual([]);
  });

  it.each([undefined, null])('require a value, which %s is not', (number) => {
    expect(broken({ number, list: [] })).toContain('number required: This field must have a value.');
  });

  it('name the items that break them, and leave what is no array to others', () => {
    expect(broken({ number: 0, list: [10, 1, 11] })).toEqual(['list too_many at 0, 2: Must be small.']);
    for (const list of ['10', 10, { 0: 10 }, null]) expect(broken({ number: 0, list })).toEqual([]);
  });

  it('name every repetition of a text by its key, and only of texts', () => {
    const [error] = broken({ number: 0, list: ['1', 'a', 'A', 1, 1, 'a'] }).filter((text) =>
      text.includes('duplicate'),
    );
    expect(error).toBe('list duplicate at 2, 5: Is there already.');
  });

  it('look at each item of a list once, however long it is', () => {
    const list = Array.from({ length: 10_000 }, (_, index) => `${index % 7500}`);
    Object.assign(looks, { each: 0, unique: 0 });
    expect(validateSync(Object.assign(new SampleBody(), { number: 0, list }))).toHaveLength(1);
    expect(looks).toEqual({ each: list.length, unique: list.length });
  });
});
