import { expect, it } from '@jest/globals';
import { redactor } from './redact.js';

const canary = 'rct_x6g2BYzXzCK6X3iPGlQ2hnaZzrFDsAaSFrEzjnGx9Vw0SVYtF';

const redact = redactor(['secret token+1', canary]);

it.each([
  [`Authorization: Bearer ${canary}`, 'Authorization: Bearer [token]'],
  ['?access_token=secret%20token%2B1&a=b', '?access_token=[token]&a=b'],
  ['a secret token+1 in a text', 'a [token] in a text'],
  ['Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.x', 'Bearer [token]'],
  ['rct_0123456789abcdefghij of somebody else', '[token] of somebody else'],
])('the redactor makes %j %j', (text, clean) => {
  expect(redact(text)).toBe(clean);
});

it('the redactor leaves challenges and the place of a token in a curl line as they are', () => {
  const text = `WWW-Authenticate: Bearer realm="catalogue"; curl -H 'Authorization: Bearer $TOKEN'`;
  expect(redact(text)).toBe(text);
});
