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
  ['WWW-Authenticate: Bearer realm="catalogue"', 'WWW-Authenticate: Bearer realm="catalogue"'],
  ["curl -H 'Authorization: Bearer $TOKEN'", "curl -H 'Authorization: Bearer $TOKEN'"],
])('the redactor turns %j into %j', (text, clean) => {
  expect(redact(text)).toBe(clean);
});
