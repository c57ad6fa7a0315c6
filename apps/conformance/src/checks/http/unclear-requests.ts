import { type Checks, onServer } from '../context/check.js';
import { expectStatus } from '../assertions/answer.js';

/** Requests of which two readers could understand something different (HTTP-9). */
export const unclearChecks: Checks = {
  'unclear-requests-are-refused': onServer(['HTTP-9'], {
    title: 'two Hosts, a Host that is no host, two tokens and two media types are 400',
    run: async (context) => {
      const { host } = context.target.base;
      const bearer = `Bearer ${context.target.token}`;
      const unclear: readonly (readonly [what: string, headers: Record<string, string | readonly string[]>])[] = [
        ['two Hosts', { Host: [host, 'other.invalid'] }],
        ['one Host twice', { Host: [host, host] }],
        ['a list of Hosts', { Host: `${host}, other.invalid` }],
        ['a Host with a user', { Host: `me@${host}` }],
        ['two tokens', { Authorization: [bearer, 'Bearer other'] }],
        ['one token twice', { Authorization: [bearer, bearer] }],
        ['two media types', { 'Content-Type': ['application/json', 'text/plain'] }],
      ];
      for (const [what, headers] of unclear) {
        // Many HTTP parsers refuse these by themselves.
        const exchange = await context.get('/api/v1/spaces?limit=1', { headers, odd: true });
        expectStatus(exchange, 400, what);
      }
    },
  }),
};
