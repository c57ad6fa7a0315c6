import { expect, it } from '@jest/globals';
import { curlLine, makeRedactor } from './redact.js';

const canary = 'rct_x6g2BYzXzCK6X3iPGlQ2hnaZzrFDsAaSFrEzjnGx9Vw0SVYtF';

const redact = makeRedactor(['secret token+1', canary]);

it.each([
  [`Authorization: Bearer ${canary}`, 'Authorization: Bearer [token]'],
  ['?access_token=secret%20token%2B1&a=b', '?access_token=[token]&a=b'],
  ['a secret token+1 in a text', 'a [token] in a text'],
  ['Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.x', 'Bearer [token]'],
  ['rct_0123456789abcdefghij of another client', '[token] of another client'],
  ['WWW-Authenticate: Bearer realm="catalogue"', 'WWW-Authenticate: Bearer realm="catalogue"'],
  ["curl -H 'Authorization: Bearer $TOKEN'", "curl -H 'Authorization: Bearer $TOKEN'"],
])('the redactor turns %j into %j', (text, clean) => {
  expect(redact(text)).toBe(clean);
});

it.each([
  [canary, '"Authorization: Bearer $TOKEN"'],
  ['limited', '"Authorization: Bearer $LIMITED_TOKEN"'],
  [`${canary}x`, "'Authorization: Bearer [token]x'"],
])('a shell line shows the token %s as a variable that the shell expands, if it was given', (token, header) => {
  const request = { method: 'GET', path: '/api/v1/users', headers: { Authorization: `Bearer ${token}` } };
  const tokens = new Map([
    ['first', canary],
    ['limited', 'limited'],
  ]);
  const line = curlLine('http://localhost:3000', request, makeRedactor([...tokens.values()]), tokens);
  expect(line).toBe(`curl -i --globoff --path-as-is -H ${header} 'http://localhost:3000/api/v1/users'`);
});
