import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SelfTestServer } from '../server/start.js';
import { startSelfTestServer } from '../self-test-server.js';
import { faults } from './catalogue.js';

describe('faults', () => {
  let sound: SelfTestServer;
  beforeAll(async () => {
    sound = await startSelfTestServer({ world: 'rich' });
  });
  afterAll(() => sound.close());

  it.each(faults.map((fault) => [fault.id, fault] as const))(
    '%s can be met, on its own server only',
    async (id, fault) => {
      const faulty = await startSelfTestServer({ world: 'rich', fault: id });
      try {
        expect([await fault.probe(faulty), await fault.probe(sound)]).toEqual([true, false]);
      } finally {
        await faulty.close();
      }
    },
  );
});
