import { describe, expect, it } from '@jest/globals';
import { Counts } from '../observability/counts.js';
import { Answer } from './send.js';
import { UnchangedAnswers } from './unchanged-answers.js';

/** Sends the requests one after another, each in its state of the database, and says which of them were made. */
async function madeOf(
  requests: readonly (readonly [state: string | null, tag: string, status?: number])[],
  replicas = false,
) {
  let now: string | null = null;
  const source = { query: () => Promise.resolve([[now]]), snapshot: () => Promise.reject(new Error('unused')) };
  const counts = new Counts();
  const unchanged = new UnchangedAnswers({ source, reads: replicas ? { ...source } : source }, counts);
  const made: boolean[] = [];
  for (const [state, tag, status = 304] of requests) {
    now = state;
    const count = made.push(false);
    const make = () => {
      made[count - 1] = true;
      return Promise.resolve(new Answer(status, { ETag: '"x"' }, null));
    };
    const answer = await unchanged.answer('https://example.org/api/v1/spaces', tag, make);
    expect(answer).toMatchObject({ status });
  }
  expect(counts.unchangedAnswers).toBe(made.filter((isMade) => !isMade).length);
  return made;
}

describe('answers that are known to be unchanged (HTTP-2)', () => {
  it('are made once in each state of the database', async () => {
    const states = ['1', '1', '1', '2', '2', '1'];
    expect(await madeOf(states.map((state) => [state, '"x"'] as const))).toEqual([
      true,
      false,
      false,
      true,
      false,
      true,
    ]);
  });

  it('are made each time where the database does not tell its state', async () => {
    expect(await madeOf([null, null, '1', null, null].map((state) => [state, '"x"'] as const))).toEqual(
      Array(5).fill(true),
    );
  });

  it('are made each time where replicas answer, which may be behind that state', async () => {
    expect(
      await madeOf(
        Array.from({ length: 2 }, () => ['1', '"x"'] as const),
        true,
      ),
    ).toEqual([true, true]);
  });

  it('are made for another tag, and known for every form that names the same', async () => {
    const made = await madeOf([
      ['1', '"x"'],
      ['1', '"y"', 200],
      ['1', 'W/"x"'],
      ['1', '"y", "x"'],
      ['1', '*'],
    ]);
    expect(made).toEqual([true, true, false, false, false]);
  });

  it('are none but those without a body', async () => {
    expect(await madeOf(Array.from({ length: 3 }, () => ['1', '"x"', 200] as const))).toEqual([true, true, true]);
  });
});
