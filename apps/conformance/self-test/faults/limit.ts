import { jsonOf, list, objectIn, rowsOf } from '../probe/ask.js';
import type { SelfTestServer } from '../server/start.js';
import type { Fault } from './fault.js';

const answerTo = async (
  server: SelfTestServer,
  limit: string,
): Promise<{ status: number; limit: unknown; rows: number }> => {
  const reply = await list(server, 'bookings', limit === '' ? '' : `limit=${limit}`);
  return { status: reply.status, limit: objectIn(jsonOf(reply), 'meta')['limit'], rows: rowsOf(reply).length };
};

const isTaken = async (server: SelfTestServer, limit: string): Promise<boolean> =>
  (await answerTo(server, limit)).status === 200;

export const limitFaults = [
  {
    id: 'limit-ignored',
    family: 'limit',
    rule: 'PAGE-2',
    summary: 'every page has 50 rows, whatever the limit',
    behaviour: (sound) => ({ limitOf: (text) => sound.limitOf(text) && 50 }),
    probe: async (server) => (await answerTo(server, '7')).rows === 50,
  },
  {
    id: 'limit-default-20',
    family: 'limit',
    rule: 'PAGE-2',
    summary: 'a page without limit has 20 rows',
    behaviour: () => ({ defaultLimit: 20 }),
    probe: async (server) => (await answerTo(server, '')).rows === 20,
  },
  {
    id: 'limit-no-maximum',
    family: 'limit',
    rule: 'PAGE-2',
    summary: 'a page may have any number of rows',
    behaviour: () => ({ maximumLimit: 1_000_000 }),
    probe: async (server) => (await answerTo(server, '250')).rows === 250,
  },
  {
    id: 'limit-maximum-100',
    family: 'limit',
    rule: 'PAGE-2',
    summary: 'a limit above 100 is lowered to 100',
    behaviour: () => ({ maximumLimit: 100 }),
    probe: async (server) => (await answerTo(server, '150')).rows === 100,
  },
  {
    id: 'limit-above-maximum-refused',
    family: 'limit',
    rule: 'PAGE-2',
    summary: 'a limit above 200 is refused',
    behaviour: (sound) => ({
      limitOf: (text) => {
        const limit = sound.limitOf(text);
        return limit !== null && limit > 200 ? null : limit;
      },
    }),
    probe: async (server) => (await answerTo(server, '201')).status === 400,
  },
  {
    id: 'limit-huge-refused',
    family: 'limit',
    rule: 'PAGE-2',
    summary: 'a limit of more digits than an integer has is refused',
    behaviour: (sound) => ({
      limitOf: (text) => (text.length > 15 ? null : sound.limitOf(text)),
    }),
    probe: async (server) => (await answerTo(server, '9'.repeat(30))).status === 400,
  },
  {
    id: 'limit-meta-shows-what-was-asked',
    family: 'limit',
    rule: 'PAGE-2',
    summary: 'meta.limit of a lowered limit says what was asked for',
    behaviour: (sound) => {
      let asked = 0;
      return {
        limitOf: (text) => {
          asked = Number(text);
          return sound.limitOf(text);
        },
        envelopeOf: (page) => ({
          ...sound.envelopeOf(page),
          meta: { next: page.cursor, limit: page.query.limit === 200 && asked > 200 ? asked : page.query.limit },
        }),
      };
    },
    probe: async (server) => (await answerTo(server, '500')).limit === 500,
  },
  {
    id: 'limit-one-more',
    family: 'limit',
    rule: 'LIST-3',
    summary: 'pages have one row more than the limit',
    behaviour: (sound) => ({
      pageOf: (sorted, query, behaviour) => sound.pageOf(sorted, { ...query, limit: query.limit + 1 }, behaviour),
    }),
    probe: async (server) => (await answerTo(server, '3')).rows === 4,
  },
  {
    id: 'limit-zero-is-default',
    family: 'limit',
    rule: 'PAGE-2',
    summary: 'a limit of zero is no limit',
    behaviour: (sound) => ({ limitOf: (text) => (/^0+$/.test(text) ? 50 : sound.limitOf(text)) }),
    probe: (server) => isTaken(server, '0'),
  },
  {
    id: 'limit-negative-is-one',
    family: 'limit',
    rule: 'PAGE-2',
    summary: 'a negative limit is raised to one',
    behaviour: (sound) => ({ limitOf: (text) => (/^-\d+$/.test(text) ? 1 : sound.limitOf(text)) }),
    probe: (server) => isTaken(server, '-1'),
  },
  {
    id: 'limit-fraction-cut',
    family: 'limit',
    rule: 'PAGE-2',
    summary: 'a fraction of a limit is cut off',
    behaviour: (sound) => ({ limitOf: (text) => sound.limitOf(text.replace(/\.\d+$/, '')) }),
    probe: (server) => isTaken(server, '1.5'),
  },
  {
    id: 'limit-word-is-default',
    family: 'limit',
    rule: 'PAGE-2',
    summary: 'a limit that is a word is no limit',
    behaviour: (sound) => ({ limitOf: (text) => (/^[a-z]+$/i.test(text) ? 50 : sound.limitOf(text)) }),
    probe: (server) => isTaken(server, 'all'),
  },
  {
    id: 'limit-empty-is-default',
    family: 'limit',
    rule: 'PAGE-2',
    summary: 'an empty limit is no limit',
    behaviour: (sound) => ({ limitOf: (text) => (text === '' ? 50 : sound.limitOf(text)) }),
    probe: async (server) => (await list(server, 'bookings', 'limit=')).status === 200,
  },
  {
    id: 'limit-exponent-taken',
    family: 'limit',
    rule: 'PAGE-2',
    summary: 'a limit may be any number of the language, such as 1e1',
    behaviour: (sound) => ({
      limitOf: (text) => (/^(?:\de\d|0x[0-9a-f]+)$/i.test(text) ? Number(text) : sound.limitOf(text)),
    }),
    probe: (server) => isTaken(server, '1e1'),
  },
  {
    id: 'limit-spaces-taken',
    family: 'limit',
    rule: 'PAGE-2',
    summary: 'spaces and signs around a limit are passed over',
    behaviour: (sound) => ({ limitOf: (text) => sound.limitOf(text.trim().replace(/^\+/, '')) }),
    probe: (server) => isTaken(server, '%205'),
  },
  {
    id: 'limit-prefix-read',
    family: 'limit',
    rule: 'PAGE-2',
    summary: 'a limit is read as far as it is a number',
    behaviour: (sound) => ({ limitOf: (text) => sound.limitOf(/^\d+/.exec(text)?.[0] ?? text) }),
    probe: (server) => isTaken(server, '5abc'),
  },
] as const satisfies readonly Fault[];
