import { describe, expect, it } from '@jest/globals';
import { readChallenge } from './challenge.js';

describe('readChallenge', () => {
  it.each([
    ['Bearer realm="catalogue"', { scheme: 'Bearer', realm: 'catalogue' }],
    [
      'Bearer realm="catalogue", error="invalid_token"',
      { scheme: 'Bearer', realm: 'catalogue', error: 'invalid_token' },
    ],
    [
      'Bearer realm="catalogue", error="insufficient_scope", scope="bookings:read"',
      { scheme: 'Bearer', realm: 'catalogue', error: 'insufficient_scope', scope: 'bookings:read' },
    ],
    ['Basic', { scheme: 'Basic' }],
    ['', undefined],
    [null, undefined],
  ])('reads %s (AUTH-2, AUTH-3)', (header, challenge) => {
    expect(readChallenge(header)).toEqual(challenge);
  });
});
