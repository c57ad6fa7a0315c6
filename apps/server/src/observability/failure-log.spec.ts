import { beforeEach, describe, expect, it } from '@jest/globals';
import { objectOf } from '@resource-catalogue/testing/json';
import { openLog } from '@resource-catalogue/program';
import { causeOf, FailureLog } from './failure-log.js';

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

describe('FailureLog', () => {
  let lines: Readonly<Record<string, unknown>>[];
  let due: (() => void)[];
  let log: FailureLog;

  beforeEach(() => {
    lines = [];
    due = [];
    const logger = openLog(
      { logFormat: 'json', logLevel: 'trace' },
      { write: (line) => void lines.push(objectOf(JSON.parse(line))) },
    );
    log = new FailureLog(logger, (work, milliseconds) => {
      expect(milliseconds).toBe(1000);
      due.push(work);
    });
  });

  /** Lets a second pass. */
  const pass = () => due.splice(0).forEach((work) => work());

  it('writes the first of a kind in full, and then a line a second with how many came', () => {
    for (let index = 0; index < 5000; index += 1) log.failed(refused(), `r${index}`);
    expect(lines).toEqual([expect.objectContaining({ level: 'error', requestId: 'r0' })]);
    expect(lines[0]).toMatchObject({ err: { stack: expect.stringContaining('\n    at ') } });
    pass();
    const cause = 'ECONNREFUSED: connect ECONNREFUSED';
    expect(lines.slice(1)).toEqual([expect.objectContaining({ cause, leftOut: 4999 })]);
    expect(lines[1]).not.toHaveProperty('err');
    log.failed(refused(), 'later');
    pass();
    expect(lines.slice(2)).toEqual([expect.objectContaining({ leftOut: 1 })]);
  });

  it('begins anew after a second without any, and then holds no timer and no kind', () => {
    log.unavailable(refused(), 'a');
    pass();
    expect([lines.length, due.length]).toEqual([1, 0]);
    log.unavailable(refused(), 'b');
    expect(lines.map(({ requestId }) => requestId)).toEqual(['a', 'b']);
  });

  it('gives the cause of an outage in one line, and no stack', () => {
    const message =
      '\nInvalid `prisma.accessToken.findUnique()` invocation:\n\n\ncanceling statement due to statement timeout';
    log.unavailable(Object.assign(new Error(message), { code: '57014' }), 'r');
    expect(lines).toEqual([
      expect.objectContaining({ level: 'warn', cause: '57014: canceling statement due to statement timeout' }),
    ]);
    expect(lines[0]).not.toHaveProperty('err');
    expect(causeOf(new AggregateError([refused(), refused()]))).toBe('ECONNREFUSED: connect ECONNREFUSED');
  });

  it('tells mistakes apart by message and place, but never more than ten at a time', () => {
    const one = new TypeError('one');
    for (const error of [one, one, new TypeError('two'), new RangeError('one'), 'a text', undefined])
      log.failed(error, 'r');
    expect(lines).toHaveLength(5);
    for (let index = 0; index < 1000; index += 1) log.failed(new Error(`flood ${index}`), 'r');
    expect(lines).toHaveLength(11);
    pass();
    expect(lines.slice(11).map(({ cause, leftOut }) => [cause, leftOut])).toEqual([
      ['TypeError: one', 1],
      ['many', 994],
    ]);
  });
});
