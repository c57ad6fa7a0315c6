import { type Behaviour, soundBehaviour as sound, type Usage } from '@resource-catalogue/reference-server';
import { asProblem, on, without, withoutHeaders } from './answers.js';
import { mutantOf } from './mutant.js';
import { before } from './requests.js';

const mutant = mutantOf('rate');

type Headers = Readonly<Record<string, string>>;

/** The rate headers tell of another use of the quota. */
const telling = (told: (usage: Usage) => Partial<Usage>): Pick<Behaviour, 'rateHeadersOf'> => ({
  rateHeadersOf: (usage, status) => sound.rateHeadersOf({ ...usage, ...told(usage) }, status),
});

/** The rate headers are others. */
const headers = (change: (headers: Headers) => Headers): Pick<Behaviour, 'rateHeadersOf'> => ({
  rateHeadersOf: (...of) => change(sound.rateHeadersOf(...of)),
});

export const rateMutants = [
  mutant('unlimited', 'RATE-1', 'the quota is told and never applied', { costOf: () => 0 }),
  mutant('shared-by-tokens', 'RATE-1', 'all tokens use up one quota', { quotaKeyOf: () => 'all' }),
  mutant(
    'later-retry-after-zero',
    'RATE-2',
    'only the first 429 of a window says how long to wait, each further one says 0 s',
    () => {
      let isTold = false;
      return {
        rateHeadersOf: (usage, status) => {
          isTold &&= status === 429;
          return sound.rateHeadersOf(usage, status);
        },
        retryAfterOf: (usage) => {
          const wait = isTold ? '0' : sound.retryAfterOf(usage);
          isTold = true;
          return wait;
        },
      };
    },
  ),
  mutant('head-not-counted', 'RATE-2', 'HEAD is not counted', { costOf: ({ method }) => (method === 'HEAD' ? 0 : 1) }),
  mutant('304-not-counted', 'RATE-2', 'a request with If-None-Match is not counted', {
    costOf: ({ headers: sent }) => (sent['if-none-match'] === undefined ? 1 : 0),
  }),
  mutant('errors-not-counted', 'RATE-2', 'a list that asks for a limit of zero is not counted', {
    costOf: ({ rawQuery }) => (rawQuery.includes('limit=0') ? 0 : 1),
  }),
  mutant('counted-twice', 'RATE-1', 'every request takes two from the quota', { costOf: () => 2 }),
  mutant('no-headers', 'RATE-2', 'answers have no RateLimit', () => headers((all) => without(all, 'RateLimit'))),
  mutant('no-policy', 'RATE-2', 'answers have no RateLimit-Policy', () =>
    headers((all) => without(all, 'RateLimit-Policy')),
  ),
  mutant('headers-of-200-only', 'RATE-2', 'errors and 304 have no rate headers', {
    rateHeadersOf: (usage, status) => (status === 200 ? sound.rateHeadersOf(usage, status) : {}),
  }),
  mutant('remaining-stands-still', 'RATE-2', 'r always says the whole quota', () =>
    telling(({ quota }) => ({ remaining: quota.requests })),
  ),
  mutant('reset-in-milliseconds', 'RATE-2', 't counts milliseconds', () =>
    telling(({ reset }) => ({ reset: reset * 1000 })),
  ),
  mutant('policy-of-another-window', 'RATE-2', 'w is always 1', () =>
    telling(({ quota }) => ({ quota: { ...quota, seconds: 1 } })),
  ),
  mutant('policy-of-a-longer-window', 'RATE-2', 'w is a second more than the window has', () =>
    telling(({ quota }) => ({ quota: { ...quota, seconds: quota.seconds + 1 } })),
  ),
  mutant('refused-prolong', 'RATE-2', 'every 429 begins a new window', { refusalsProlong: true }),
  mutant('no-retry-after', 'RATE-2', 'a 429 has no Retry-After', { retryAfterOf: () => null }),
  mutant('retry-too-soon', 'RATE-2', 'Retry-After always says one second', { retryAfterOf: () => '1' }),
  mutant('retry-as-date', 'RATE-2', 'Retry-After is a date', {
    retryAfterOf: ({ reset }) => new Date(Date.now() + reset * 1000).toUTCString(),
  }),
  mutant('retry-with-fraction', 'RATE-2', 'Retry-After has a fraction', {
    retryAfterOf: (usage) => `${sound.retryAfterOf(usage) ?? ''}.5`,
  }),
  mutant('503', 'RATE-1', 'a used-up quota is answered with 503', () => on(429, asProblem('unavailable'))),
  mutant('429-without-headers', 'RATE-2', 'a 429 has no rate headers', () =>
    on(429, withoutHeaders('RateLimit', 'RateLimit-Policy')),
  ),
  mutant('after-path', 'ERR-4', 'an unknown path is 404 even where the quota is used up', () =>
    before('path', 'quota'),
  ),
  mutant('other-names', 'RATE-2', 'the rate headers begin with X-', () =>
    headers((all) => Object.fromEntries(Object.entries(all).map(([name, value]) => [`X-${name}`, value]))),
  ),
];
