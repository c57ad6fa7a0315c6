import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { openLog } from '@resource-catalogue/program';
import { asObject } from '@resource-catalogue/testing/json';
import { describeCause, FailureLog } from './failure-log.js';
import { RecoveryLog } from './recovery-log.js';

let lines: Readonly<Record<string, unknown>>[];
const write = (line: string) => void lines.push(asObject(JSON.parse(line)));
const logger = openLog({ logFormat: 'json', logLevel: 'trace' }, { write });
beforeEach(() => {
  lines = [];
  jest.useFakeTimers();
});
afterEach(() => void jest.useRealTimers());
const pass = () => jest.advanceTimersByTimeAsync(1000);

const connectionError = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

it('the first failure of a kind is logged in full, and one line a second counts the others', async () => {
  const log = new FailureLog(logger);
  for (let index = 0; index < 5000; index += 1) log.logFailure(connectionError(), `r${index}`);
  expect(lines).toMatchObject([
    { level: 'error', requestId: 'r0', err: { stack: expect.stringContaining('\n    at ') } },
  ]);
  await pass();
  expect(lines.slice(1)).toMatchObject([{ cause: 'ECONNREFUSED: connect ECONNREFUSED', leftOut: 4999 }]);
  expect(lines[1]).not.toHaveProperty('err');
  await pass();
  expect([lines.length, jest.getTimerCount()]).toEqual([2, 0]);
  log.logFailure(connectionError(), 'anew');
  expect(lines.slice(2)).toMatchObject([{ requestId: 'anew' }]);
});

it('an outage is logged in one line with its cause and without a stack', () => {
  const message = '\nInvalid `prisma.token.findUnique()` invocation:\n\n\ncanceling statement due to statement timeout';
  new FailureLog(logger).logOutage(Object.assign(new Error(message), { code: '57014' }), 'r');
  expect(lines).toMatchObject([{ level: 'warn', cause: '57014: canceling statement due to statement timeout' }]);
  expect(lines[0]).not.toHaveProperty('err');
  expect(describeCause(new AggregateError([connectionError(), connectionError()]))).toBe(
    'ECONNREFUSED: connect ECONNREFUSED',
  );
});

it('failures are distinguished by message and place, at most ten at a time', async () => {
  const log = new FailureLog(logger);
  const one = new TypeError('one');
  for (const error of [one, one, new TypeError('two'), new RangeError('one'), 'a text', undefined])
    log.logFailure(error, 'r');
  expect(lines).toHaveLength(5);
  for (let index = 0; index < 1000; index += 1) log.logFailure(new Error(`flood ${index}`), 'r');
  await pass();
  expect(lines.slice(11).map(({ cause, leftOut }) => [cause, leftOut])).toEqual([
    ['TypeError: one', 1],
    ['many', 994],
  ]);
});

it('the end of an outage is logged once, but not the end of a single failure', async () => {
  let isUp = true;
  const log = new RecoveryLog(logger, () => (isUp ? Promise.resolve() : Promise.reject(new Error('down'))));
  log.watch();
  await pass();
  expect([lines.length, jest.getTimerCount()]).toEqual([0, 0]);

  isUp = false;
  for (let request = 0; request < 3; request += 1) log.watch();
  expect(jest.getTimerCount()).toBe(1);
  for (let second = 1; second < 3; second += 1) await pass();
  isUp = true;
  for (let second = 3; second < 5; second += 1) await pass();
  expect(lines).toMatchObject([{ level: 'warn', msg: 'database available again', seconds: 3 }]);

  log.watch();
  log.onModuleDestroy();
  expect([lines.length, jest.getTimerCount()]).toEqual([1, 0]);
});
