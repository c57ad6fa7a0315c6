import { randomUUID } from 'node:crypto';
import { create, goodBody, post } from '../probe/projects.js';
import type { Fault } from './fault.js';

// Faults of the form and the reach of an idempotency key (WRITE-7).

const newKey = (): Record<string, string> => ({ 'idempotency-key': randomUUID() });

export const idempotencyKeyFaults = [
  {
    id: 'idempotency-key-shared-by-tokens',
    family: 'idempotency',
    rule: 'WRITE-7',
    summary: 'the key of one token is that of every token',
    behaviour: () => ({ keyScopeOf: (_, key) => key }),
    probe: async (server) => {
      const body = await goodBody(server);
      const headers = newKey();
      await post(server, body, headers);
      return (await post(server, body, headers, server.tokens.second)).headers['idempotency-replayed'] === 'true';
    },
  },
  {
    id: 'idempotency-quotes-count',
    family: 'idempotency',
    rule: 'WRITE-7',
    summary: 'a key in quotes is another key',
    behaviour: () => ({ keyOf: (sent) => (/^[\x21-\x7e]{1,255}$/.test(sent) ? sent : null) }),
    probe: async (server) => {
      const body = await goodBody(server);
      const key = randomUUID();
      await post(server, body, { 'idempotency-key': key });
      return (
        (await post(server, body, { 'idempotency-key': `"${key}"` })).headers['idempotency-replayed'] === undefined
      );
    },
  },
  {
    id: 'idempotency-case-of-key-ignored',
    family: 'idempotency',
    rule: 'WRITE-7',
    summary: 'the case of a key does not matter',
    behaviour: (sound) => ({ keyOf: (sent) => sound.keyOf(sent.toLowerCase()) }),
    probe: async (server) => {
      const headers = { 'idempotency-key': `a${randomUUID()}` };
      await post(server, await goodBody(server), headers);
      const capitals = { 'idempotency-key': headers['idempotency-key'].toUpperCase() };
      return (await post(server, await goodBody(server), capitals)).status === 422;
    },
  },
  {
    id: 'idempotency-end-of-key-ignored',
    family: 'idempotency',
    rule: 'WRITE-7',
    summary: 'of a long key only the first 64 characters count',
    behaviour: (sound) => ({ keyOf: (sent) => sound.keyOf(sent)?.slice(0, 64) ?? null }),
    probe: async (server) => {
      const key = randomUUID().padEnd(64, '~');
      await post(server, await goodBody(server), { 'idempotency-key': `${key}a` });
      return (await post(server, await goodBody(server), { 'idempotency-key': `${key}b` })).status === 422;
    },
  },
  {
    id: 'idempotency-long-key-taken',
    family: 'idempotency',
    rule: 'WRITE-7',
    summary: 'a key may have any length',
    behaviour: () => ({ keyOf: (sent) => (sent === '' ? null : sent) }),
    probe: async (server) =>
      (await create(server, {}, { headers: { 'idempotency-key': 'k'.repeat(256) } })).status === 201,
  },
  {
    id: 'idempotency-uuids-only',
    family: 'idempotency',
    rule: 'WRITE-7',
    summary: 'a key that is not a uuid is refused',
    behaviour: (sound) => ({ keyOf: (sent) => (/^"?[0-9a-f-]{36}"?$/i.test(sent) ? sound.keyOf(sent) : null) }),
    probe: async (server) => (await create(server, {}, { headers: { 'idempotency-key': 'order-17' } })).status === 400,
  },
] as const satisfies readonly Fault[];
