import { expect, it } from '@jest/globals';
import { elide, parameterDifference, shortCurl } from './query.js';

it.each([
  ['limit=2&filters[id][in]=a,b', 'filters%5Bid%5D%5Bin%5D=a%2Cb&limit=2&cursor=x', null],
  ['filters[id][in]=a&filters[id][in]=b', 'filters[id][in][]=B&filters[id][in][]=a', null],
  ['filters[id][in]=a,b&limit=2', 'filters[id][in]=a&limit=2', 'lost filters[id][in]=b'],
  ['sort=-name&limit=2', 'limit=5', 'lost sort=-name and lost limit=2 and gained limit=5'],
  ['limit=2', 'limit=2&filters[state][in]=x', 'gained filters[state][in]=x'],
])('the difference between %s and %s is described in words', (requested, other, words) => {
  expect(parameterDifference(requested, other)).toBe(words);
});

it('a long shell line has its URL shortened in the middle', () => {
  const line = `curl -i 'http://localhost/api/v1/users?filters[id][in]=${'a'.repeat(3000)}&limit=2'`;
  expect(shortCurl(line)).toMatch(/^curl -i 'http:\/\/localhost\/.{1,280}…\[\d+ more\]….{1,120}&limit=2'$/);
  expect(elide('short')).toBe('short');
});
