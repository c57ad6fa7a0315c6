import { soundBehaviour as sound, type Usage } from '@resource-catalogue/reference-server';
import { asProblem, on, without, withoutHeaders } from './answers.js';
import { type Change, makeMutants } from './mutant.js';
import { before } from './requests.js';

type Headers = Readonly<Record<string, string>>;

/** Reports a wrong use of the quota in the rate headers. */
const telling = (told: (usage: Usage) => Partial<Usage>): Change => ({
  rateHeadersOf: (usage, status) => sound.rateHeadersOf({ ...usage, ...told(usage) }, status),
});

const headers = (change: (headers: Headers) => Headers): Change => ({
  rateHeadersOf: (...of) => change(sound.rateHeadersOf(...of)),
});

export const rateMutants = makeMutants('rate', {
  'RATE-1': {
    'unlimited: the quota is reported but never applied': { costOf: () => 0 },
    'shared-by-tokens: all tokens share one quota': { quotaKeyOf: () => 'all' },
    'counted-twice: every request counts twice': { costOf: () => 2 },
    '503: a used-up quota is answered with 503': on(429, asProblem('unavailable')),
  },
  'RATE-2': {
    'later-retry-after-zero: only the first 429 of a window has a useful Retry-After; later ones say 0 s': () => {
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
    'head-not-counted: HEAD is not counted': { costOf: ({ method }) => (method === 'HEAD' ? 0 : 1) },
    '304-not-counted: a request with If-None-Match is not counted': {
      costOf: ({ headers: sent }) => (sent['if-none-match'] === undefined ? 1 : 0),
    },
    'errors-not-counted: a list request with a limit of zero is not counted': {
      costOf: ({ rawQuery }) => (rawQuery.includes('limit=0') ? 0 : 1),
    },
    'no-headers: answers have no RateLimit': headers((all) => without(all, 'RateLimit')),
    'no-policy: answers have no RateLimit-Policy': headers((all) => without(all, 'RateLimit-Policy')),
    'headers-of-200-only: errors and 304 have no rate headers': {
      rateHeadersOf: (usage, status) => (status === 200 ? sound.rateHeadersOf(usage, status) : {}),
    },
    'remaining-stands-still: r is always the whole quota': telling(({ quota }) => ({ remaining: quota.requests })),
    'reset-stands-still: t is always the whole window': telling(({ quota }) => ({ reset: quota.seconds })),
    'reset-falls-with-use: t falls with each request, not with time': telling(({ quota, remaining }) => ({
      reset: Math.max(0, quota.seconds - (quota.requests - remaining)),
    })),
    'windows-by-the-clock: a new window begins with every second of the clock, but t does not say so': {
      quotaKeyOf: ({ id }) => `${id} ${Math.floor(Date.now() / 1000)}`,
    },
    'reset-in-milliseconds: t is in milliseconds': telling(({ reset }) => ({ reset: reset * 1000 })),
    'policy-of-another-window: w is always 1': telling(({ quota }) => ({ quota: { ...quota, seconds: 1 } })),
    'policy-of-a-longer-window: w is one second longer than the window': telling(({ quota }) => ({
      quota: { ...quota, seconds: quota.seconds + 1 },
    })),
    'refused-prolong: every 429 begins a new window': { refusalsProlong: true },
    'no-retry-after: a 429 has no Retry-After': { retryAfterOf: () => null },
    'retry-too-soon: Retry-After is always one second': { retryAfterOf: () => '1' },
    'retry-as-date: Retry-After is a date': {
      retryAfterOf: ({ reset }) => new Date(Date.now() + reset * 1000).toUTCString(),
    },
    'retry-with-fraction: Retry-After has a fraction': {
      retryAfterOf: (usage) => `${sound.retryAfterOf(usage) ?? ''}.5`,
    },
    '429-without-headers: a 429 has no rate headers': on(429, withoutHeaders('RateLimit', 'RateLimit-Policy')),
    'other-names: the rate headers begin with X-': headers((all) =>
      Object.fromEntries(Object.entries(all).map(([name, value]) => [`X-${name}`, value])),
    ),
  },
  'ERR-4': {
    'after-path: an unknown path is answered with 404 even if the quota is used up': before('path', 'quota'),
  },
});
