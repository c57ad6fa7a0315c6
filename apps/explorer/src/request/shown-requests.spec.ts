import { expect, it } from '@jest/globals';
import { collectionOf } from '../../test/document.js';
import { ShownRequests } from './shown-requests.js';

it('requests of a view are listed while their parts are shown, and each change is reported', () => {
  const requests = new ShownRequests();
  let changes = 0;
  const stop = requests.watch(() => (changes += 1));
  const request = (target: string) => ({ target, collection: collectionOf('spaces'), asked: [], reply: null });
  requests.put('a', request('/one'));
  requests.put('b', request('/two'));
  requests.put('a', request('/three'));
  requests.remove('b');
  expect([requests.all().map(({ target }) => target), changes]).toEqual([['/three'], 4]);
  stop();
  requests.remove('a');
  expect([requests.all(), changes]).toEqual([[], 4]);
});
