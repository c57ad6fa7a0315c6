import { expect, it } from '@jest/globals';
import { objectOf } from '@resource-catalogue/testing/json';
import { openLog } from '@resource-catalogue/program';
import { RecoveryLog } from './recovery-log.js';

it('reports once that the database answers again, and nothing where only a request failed', async () => {
  const lines: Readonly<Record<string, unknown>>[] = [];
  const due: (() => void)[] = [];
  let now = 0;
  let answers = true;
  const options = { logFormat: 'json', logLevel: 'trace' } as const;
  const logger = openLog(options, { write: (line) => void lines.push(objectOf(JSON.parse(line))) });
  const check = () => (answers ? Promise.resolve() : Promise.reject(new Error('down')));
  const log = new RecoveryLog(
    logger,
    check,
    (work) => void due.push(work),
    () => now,
  );
  const pass = async () => {
    now += 1000;
    for (const work of due.splice(0)) work();
    await new Promise(setImmediate);
  };

  log.watch();
  await pass();
  expect([lines.length, due.length]).toEqual([0, 0]);

  answers = false;
  for (let request = 0; request < 3; request += 1) log.watch();
  expect(due).toHaveLength(1);
  await pass();
  log.watch();
  await pass();
  answers = true;
  await pass();
  await pass();
  expect(lines).toEqual([expect.objectContaining({ level: 'warn', msg: 'the database answers again', seconds: 3 })]);

  answers = false;
  log.watch();
  log.onModuleDestroy();
  await pass();
  expect([lines.length, due.length]).toEqual([1, 0]);
});
