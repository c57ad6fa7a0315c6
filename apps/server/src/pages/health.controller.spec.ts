import { describe, expect, it } from '@jest/globals';
import { Readiness } from './health.controller.js';

const unavailable = { code: 'unavailable', headers: { 'Retry-After': '1' } };

describe('Readiness', () => {
  it('is given while the database answers', async () => {
    await expect(new Readiness({ query: () => Promise.resolve([['1']]) }).check()).resolves.toBeUndefined();
  });

  it('HTTP-8: is refused from the moment in which the service begins to stop', async () => {
    const readiness = new Readiness({ query: () => Promise.resolve([['1']]) });
    readiness.end();
    await expect(readiness.check()).rejects.toMatchObject(unavailable);
  });

  it('ERR-3: is refused when the database fails', async () => {
    const query = () => Promise.reject(new Error('connect ECONNREFUSED'));
    await expect(new Readiness({ query }).check()).rejects.toMatchObject(unavailable);
  });

  it('ERR-3: is refused in time when the database keeps silent, and again after a late failure', async () => {
    let fail: (error: Error) => void = () => undefined;
    const query = () => new Promise<never>((_, reject) => (fail = reject));
    const readiness = new Readiness({ query }, 20);
    await expect(readiness.check()).rejects.toMatchObject(unavailable);
    fail(new Error('too late to matter'));
    await expect(readiness.check()).rejects.toMatchObject(unavailable);
  });
});
