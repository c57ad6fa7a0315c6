import { setTimeout as sleep } from 'node:timers/promises';
import { list, type Reply } from '../probe/ask.js';
import type { SelfTestServer } from '../server/start.js';
import { answering, asProblem, withoutHeaders } from './alterations.js';
import type { Fault } from './fault.js';

const withQuota = (
  server: SelfTestServer,
  query = 'limit=1',
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> => list(server, 'plans', query, { token: server.tokens.quota, headers });

/** An answer to the token with a quota, once that is used up. */
async function spent(server: SelfTestServer): Promise<Reply> {
  for (let request = 0; request < 12; request += 1) {
    const reply = await withQuota(server);
    if (reply.status !== 200) return reply;
  }
  return withQuota(server);
}

const full = (server: SelfTestServer, query = 'limit=1'): Promise<Reply> => list(server, 'plans', query);

const remainingOf = ({ headers }: Reply): number => Number(/r=(-?\d+)/.exec(headers['ratelimit'] ?? '')?.[1]);

export const rateFaults = [
  {
    id: 'rate-unlimited',
    family: 'rate',
    rule: 'RATE-1',
    summary: 'the quota is told and never applied',
    behaviour: () => ({ costOf: () => 0 }),
    probe: async (server) => (await spent(server)).status === 200,
  },
  {
    id: 'rate-shared-by-tokens',
    family: 'rate',
    rule: 'RATE-1',
    summary: 'all tokens use up one quota',
    behaviour: () => ({ quotaKeyOf: () => 'all' }),
    probe: async (server) => {
      const before = remainingOf(await full(server));
      await list(server, 'plans', 'limit=1', { token: server.tokens.second });
      return before - remainingOf(await full(server)) === 2;
    },
  },
  {
    id: 'rate-later-retry-after-zero',
    family: 'rate',
    rule: 'RATE-2',
    summary: 'only the first 429 of a window says how long to wait, each further one says 0 s',
    behaviour: (sound) => {
      const told = new Set<string>();
      return {
        rateHeadersOf: (usage, status) => {
          if (status !== 429) told.clear();
          return sound.rateHeadersOf(usage, status);
        },
        retryAfterOf: (usage) => {
          const known = told.has('429');
          told.add('429');
          return known ? '0' : sound.retryAfterOf(usage);
        },
      };
    },
    probe: async (server) => {
      await spent(server);
      return (await withQuota(server)).headers['retry-after'] === '0';
    },
  },
  {
    id: 'rate-head-not-counted',
    family: 'rate',
    rule: 'RATE-2',
    summary: 'HEAD is not counted',
    behaviour: () => ({ costOf: ({ method }) => (method === 'HEAD' ? 0 : 1) }),
    probe: async (server) => {
      const before = remainingOf(await full(server));
      await list(server, 'plans', 'limit=1', { method: 'HEAD' });
      return before - remainingOf(await full(server)) === 1;
    },
  },
  {
    id: 'rate-304-not-counted',
    family: 'rate',
    rule: 'RATE-2',
    summary: 'a request with If-None-Match is not counted',
    behaviour: () => ({ costOf: ({ headers }) => (headers['if-none-match'] === undefined ? 1 : 0) }),
    probe: async (server) => {
      const before = remainingOf(await full(server));
      await list(server, 'plans', 'limit=1', { headers: { 'if-none-match': '*' } });
      return before - remainingOf(await full(server)) === 1;
    },
  },
  {
    id: 'rate-errors-not-counted',
    family: 'rate',
    rule: 'RATE-2',
    summary: 'a list that asks for a limit of zero is not counted',
    behaviour: () => ({ costOf: ({ rawQuery }) => (rawQuery.includes('limit=0') ? 0 : 1) }),
    probe: async (server) => {
      const before = remainingOf(await full(server));
      await full(server, 'limit=0');
      return before - remainingOf(await full(server)) === 1;
    },
  },
  {
    id: 'rate-counted-twice',
    family: 'rate',
    rule: 'RATE-1',
    summary: 'every request takes two from the quota',
    behaviour: () => ({ costOf: () => 2 }),
    probe: async (server) => remainingOf(await full(server)) - remainingOf(await full(server)) === 2,
  },
  {
    id: 'rate-no-headers',
    family: 'rate',
    rule: 'RATE-2',
    summary: 'answers have no RateLimit',
    behaviour: (sound) => ({
      rateHeadersOf: (usage, status) => {
        const { RateLimit: _, ...headers } = sound.rateHeadersOf(usage, status);
        return headers;
      },
    }),
    probe: async (server) => (await full(server)).headers['ratelimit'] === undefined,
  },
  {
    id: 'rate-no-policy',
    family: 'rate',
    rule: 'RATE-2',
    summary: 'answers have no RateLimit-Policy',
    behaviour: (sound) => ({
      rateHeadersOf: (usage, status) => {
        const { 'RateLimit-Policy': _, ...headers } = sound.rateHeadersOf(usage, status);
        return headers;
      },
    }),
    probe: async (server) => (await full(server)).headers['ratelimit-policy'] === undefined,
  },
  {
    id: 'rate-headers-of-200-only',
    family: 'rate',
    rule: 'RATE-2',
    summary: 'errors and 304 have no rate headers',
    behaviour: (sound) => ({
      rateHeadersOf: (usage, status) => (status === 200 ? sound.rateHeadersOf(usage, status) : {}),
    }),
    probe: async (server) => (await full(server, 'limit=0')).headers['ratelimit'] === undefined,
  },
  {
    id: 'rate-remaining-stands-still',
    family: 'rate',
    rule: 'RATE-2',
    summary: 'r always says the whole quota',
    behaviour: (sound) => ({
      rateHeadersOf: (usage, status) => sound.rateHeadersOf({ ...usage, remaining: usage.quota.requests }, status),
    }),
    probe: async (server) => remainingOf(await full(server)) === remainingOf(await full(server)),
  },
  {
    id: 'rate-reset-in-milliseconds',
    family: 'rate',
    rule: 'RATE-2',
    summary: 't counts milliseconds',
    behaviour: (sound) => ({
      rateHeadersOf: (usage, status) => sound.rateHeadersOf({ ...usage, reset: usage.reset * 1000 }, status),
    }),
    probe: async (server) => Number(/t=(\d+)/.exec((await full(server)).headers['ratelimit'] ?? '')?.[1]) > 60,
  },
  {
    id: 'rate-policy-of-another-window',
    family: 'rate',
    rule: 'RATE-2',
    summary: 'w is always 1',
    behaviour: (sound) => ({
      rateHeadersOf: (usage, status) =>
        sound.rateHeadersOf({ ...usage, quota: { ...usage.quota, seconds: 1 } }, status),
    }),
    probe: async (server) =>
      (await full(server)).headers['ratelimit-policy']?.includes('w=1') === true &&
      !((await full(server)).headers['ratelimit-policy'] ?? '').includes('w=60'),
  },
  {
    id: 'rate-policy-of-a-longer-window',
    family: 'rate',
    rule: 'RATE-2',
    summary: 'w is a second more than the window has',
    behaviour: (sound) => ({
      rateHeadersOf: (usage, status) =>
        sound.rateHeadersOf({ ...usage, quota: { ...usage.quota, seconds: usage.quota.seconds + 1 } }, status),
    }),
    probe: async (server) => ((await full(server)).headers['ratelimit-policy'] ?? '').includes('w=61'),
  },
  {
    id: 'rate-refused-prolong',
    family: 'rate',
    rule: 'RATE-2',
    summary: 'every 429 begins a new window',
    behaviour: () => ({ refusalsProlong: true }),
    probe: async (server) => {
      const { headers } = await spent(server);
      await sleep(300);
      await withQuota(server);
      await sleep(Number(headers['retry-after']) * 1000 - 250);
      return (await withQuota(server)).status === 429;
    },
  },
  {
    id: 'rate-no-retry-after',
    family: 'rate',
    rule: 'RATE-2',
    summary: 'a 429 has no Retry-After',
    behaviour: () => ({ retryAfterOf: () => null }),
    probe: async (server) => (await spent(server)).headers['retry-after'] === undefined,
  },
  {
    id: 'rate-retry-too-soon',
    family: 'rate',
    rule: 'RATE-2',
    summary: 'Retry-After always says one second',
    behaviour: () => ({ retryAfterOf: () => '1' }),
    probe: async (server) => {
      const { headers } = await spent(server);
      await sleep(Number(headers['retry-after']) * 1000);
      return (await withQuota(server)).status === 429;
    },
  },
  {
    id: 'rate-retry-as-date',
    family: 'rate',
    rule: 'RATE-2',
    summary: 'Retry-After is a date',
    behaviour: () => ({ retryAfterOf: ({ reset }) => new Date(Date.now() + reset * 1000).toUTCString() }),
    probe: async (server) => !/^\d+$/.test((await spent(server)).headers['retry-after'] ?? ''),
  },
  {
    id: 'rate-retry-with-fraction',
    family: 'rate',
    rule: 'RATE-2',
    summary: 'Retry-After has a fraction',
    behaviour: (sound) => ({ retryAfterOf: (usage) => `${sound.retryAfterOf(usage) ?? ''}.5` }),
    probe: async (server) => (await spent(server)).headers['retry-after']?.includes('.') === true,
  },
  {
    id: 'rate-503',
    family: 'rate',
    rule: 'RATE-1',
    summary: 'a used-up quota is answered with 503',
    behaviour: () =>
      answering(
        ({ status }) => status === 429,
        (answer) => asProblem(answer, 'unavailable'),
      ),
    probe: async (server) => (await spent(server)).status === 503,
  },
  {
    id: 'rate-429-without-headers',
    family: 'rate',
    rule: 'RATE-2',
    summary: 'a 429 has no rate headers',
    behaviour: () =>
      answering(
        ({ status }) => status === 429,
        (answer) => withoutHeaders(answer, 'RateLimit', 'RateLimit-Policy'),
      ),
    probe: async (server) => (await spent(server)).headers['ratelimit'] === undefined,
  },
  {
    id: 'rate-after-path',
    family: 'rate',
    rule: 'ERR-4',
    summary: 'an unknown path is 404 even where the quota is used up',
    behaviour: () => ({ checks: ['token', 'path', 'quota', 'method', 'scope', 'accept', 'type', 'size'] }),
    probe: async (server) => {
      await spent(server);
      return (await list(server, 'nowhere', '', { token: server.tokens.quota })).status === 404;
    },
  },
  {
    id: 'rate-other-names',
    family: 'rate',
    rule: 'RATE-2',
    summary: 'the rate headers begin with X-',
    behaviour: (sound) => ({
      rateHeadersOf: (usage, status) =>
        Object.fromEntries(
          Object.entries(sound.rateHeadersOf(usage, status)).map(([name, value]) => [`X-${name}`, value]),
        ),
    }),
    probe: async (server) => (await full(server)).headers['x-ratelimit'] !== undefined,
  },
] as const satisfies readonly Fault[];
