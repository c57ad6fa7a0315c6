import { getEventListeners } from 'node:events';
import { expect, it } from '@jest/globals';
import { pageResponse } from '../../src/testing/mock-fetch.js';
import { errorOf, mockedClient } from '../support/make-client.js';

it('eleven calls on one signal stay below the listener limit of Node, and leave no listeners behind', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const listeners = () => getEventListeners(signal, 'abort').length;
  const start = ({ client }: ReturnType<typeof mockedClient>) =>
    Array.from({ length: 11 }, (_, call) => {
      const list = client.bookings.list({}, { signal });
      return call % 2 ? list.toArray({ max: 5 }) : list.then(({ data }) => data);
    });

  const completed = start(mockedClient(() => pageResponse([{ id: 'b1' }])));
  await Promise.resolve();
  // Node warns about more than ten.
  expect([listeners() > 0, listeners() <= 10]).toEqual([true, true]);
  expect(await Promise.all(completed)).toEqual(completed.map(() => [{ id: 'b1' }]));
  expect(listeners()).toBe(0);

  const silent = mockedClient(() => {
    controller.abort(new Error('enough'));
    return new Promise(() => {});
  });
  const aborted = start(silent).map(errorOf);
  const error = { kind: 'aborted', cause: new Error('enough') };
  expect(await Promise.all(aborted)).toEqual(aborted.map(() => expect.objectContaining(error)));
  expect(listeners()).toBe(0);
});
