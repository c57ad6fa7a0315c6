import { describe, expect, it } from '@jest/globals';
import { noneMatch } from './entity-tag.js';
import { Counts } from '../observability/counts.js';
import { Answer, FixedBody } from './send.js';
import { UnchangedAnswers } from './unchanged-answers.js';

interface Asked {
  /** Of the database, when the request comes; null where it does not tell. */
  readonly state: string | null;
  readonly tag?: string;
  readonly length?: number;
}

/** Sends the requests one after another, and says which answers were made: in each state another one. */
async function madeOf(requests: readonly Asked[], replicas = false) {
  let now: string | null = null;
  const source = { query: () => Promise.resolve([[now]]), snapshot: () => Promise.reject(new Error('unused')) };
  const counts = new Counts();
  const unchanged = new UnchangedAnswers({ source, reads: replicas ? { ...source } : source }, counts);
  const made: boolean[] = [];
  for (const { state, tag, length = 9 } of requests) {
    now = state;
    const count = made.push(false);
    const ETag = `"${state}"`;
    const body = Buffer.alloc(length, String(state));
    const answer = await unchanged.answer('https://example.org/api/v1/spaces', tag, () => {
      made[count - 1] = true;
      const isKnown = noneMatch(tag, ETag);
      return Promise.resolve(
        isKnown ? new Answer(304, { ETag }, null) : new Answer(200, { ETag, 'Content-Type': 'a/b' }, body),
      );
    });
    if (!(answer instanceof Answer)) throw new Error('Nothing was answered.');
    expect([answer.status, answer.headers['ETag']]).toEqual([noneMatch(tag, ETag) ? 304 : 200, ETag]);
    const bytes = answer.body instanceof FixedBody ? answer.body.bytes : answer.body;
    expect(bytes).toEqual(answer.status === 304 ? null : body);
    if (answer.body instanceof FixedBody) expect([answer.body.tag, answer.body.type]).toEqual([ETag, 'a/b']);
  }
  expect(counts.unchangedAnswers).toBe(made.filter((isMade) => !isMade).length);
  return made;
}

const [yes, no] = [true, false];

describe('answers that are known to be unchanged (HTTP-2)', () => {
  it('HTTP-2: answers are made once in each state of the database', async () => {
    const tagged = ['1', '1', '1', '2', '2', '1'].map((state) => ({ state, tag: '*' }));
    expect(await madeOf(tagged)).toEqual([yes, no, no, yes, no, yes]);
  });

  it('HTTP-2: unchanged answers are repeated with their body', async () => {
    const made = await madeOf(['1', '1', '1', '2', '2'].map((state) => ({ state })));
    expect(made).toEqual([yes, no, no, yes, no]);
  });

  it('HTTP-2: unchanged answers are known for every form that names the same tag', async () => {
    const tags = ['"1"', '"2"', 'W/"1"', '"2", "1"', '*', undefined, '"1"'];
    const made = await madeOf(tags.map((tag) => ({ state: '1', ...(tag !== undefined && { tag }) })));
    expect(made).toEqual([yes, yes, no, no, no, no, no]);
  });

  it('HTTP-2: answers are made each time where the state of the database is unknown', async () => {
    const requests = [null, null, '1', null, null].map((state) => ({ state, tag: '*' }));
    expect(await madeOf(requests)).toEqual(Array(5).fill(yes));
  });

  it('HTTP-2: answers are made each time where replicas answer, which may be behind', async () => {
    expect(await madeOf(Array(3).fill({ state: '1', tag: '*' }), true)).toEqual([yes, yes, yes]);
  });

  it('HTTP-2: answers are made each time where they are too long to keep', async () => {
    expect(await madeOf(Array(4).fill({ state: '1', length: 600_000 }))).toEqual(Array(4).fill(yes));
  });
});
