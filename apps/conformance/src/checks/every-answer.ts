import type { Exchange } from '../target/exchange.js';
import type { Ask } from '../target/target.js';
import { inFamily, onServer } from './check.js';
import { isNotStored } from './header-values.js';
import { Violation } from './violation.js';
import type { Watch } from './watches.js';

/** Whether an answer was given to the first token, which is good. */
const authenticated = (exchange: Exchange, ask: Ask): boolean =>
  ask.token === undefined &&
  !Object.keys(ask.headers ?? {}).some((name) => name.toLowerCase() === 'authorization') &&
  exchange.status !== 401;

/** ERR-4: what the HTTP parser refuses by itself owes nothing. */
const byParser = (exchange: Exchange, ask: Ask): boolean =>
  exchange.status === 414 || exchange.status === 431 || (ask.odd === true && exchange.status === 400);

const stackTrace = /\n\s+at .+:\d+|\bat [\w.<>]+ \((?:file:|node:|\/)|node_modules|Traceback \(most recent/;
const sql = /\bSELECT\b[\s\S]{1,200}\bFROM\b|\bINSERT INTO\b|\bUPDATE "\w+" SET\b|syntax error at or near|\bSQLSTATE\b/;
const filePath = /(?:^|[\s"'(])(?:\/(?:home|usr|var|opt|app|srv|tmp|work|root|etc)\/[\w.-]+|[A-Z]:\\\w+)/;

function leaks({ text, request, status }: Exchange): string | null {
  if (/rct_[0-9A-Za-z]{20,}/.test(text)) return 'the body shows a token';
  const sent = request.headers['Authorization'];
  const token = typeof sent === 'string' ? sent.replace(/^\S+\s+/, '') : '';
  if (token.length > 8 && text.includes(token)) return 'the body shows the token that was sent';
  if (status < 400) return null;
  if (stackTrace.test(text)) return 'the body shows a stack trace';
  if (sql.test(text)) return 'the body shows SQL';
  return filePath.test(text) ? 'the body shows a file path' : null;
}

const policy = /^"default"; *q=(\d+); *w=(\d+)$/;
const limit = /^"default"; *r=(\d+); *t=(\d+)$/;

function rateHeaders(exchange: Exchange): string | null {
  const declared = policy.exec(exchange.header('ratelimit-policy') ?? '');
  const left = limit.exec(exchange.header('ratelimit') ?? '');
  if (!declared) return `RateLimit-Policy is ${exchange.header('ratelimit-policy') ?? 'absent'}`;
  if (!left) return `RateLimit is ${exchange.header('ratelimit') ?? 'absent'}`;
  const [quota, window, remaining, reset] = [declared[1], declared[2], left[1], left[2]].map(Number);
  if (quota === undefined || window === undefined || remaining === undefined || reset === undefined) return null;
  if (remaining > quota) return `r=${remaining} is more than q=${quota}`;
  return reset > window ? `t=${reset} lies outside the window of ${window} s` : null;
}

function errorForm(exchange: Exchange): string | null {
  if (exchange.status < 400) return null;
  if (!isNotStored(exchange)) {
    return `Cache-Control of an error is ${exchange.header('cache-control') ?? 'absent'}`;
  }
  return null;
}

function problemType(exchange: Exchange): string | null {
  if (exchange.status < 400 || exchange.mediaType === 'application/problem+json') return null;
  return `an error of the type ${exchange.header('content-type') ?? 'none'}`;
}

const year = 365 * 24 * 3600;

/** VER-1: an end is announced with both headers, and lies a year behind the announcement. */
function sunset(exchange: Exchange): string | null {
  const end = exchange.header('sunset');
  if (end === null) return null;
  const since = /^@(\d+)$/.exec(exchange.header('deprecation') ?? '')?.[1];
  if (since === undefined) return `Sunset: ${end} with Deprecation: ${exchange.header('deprecation') ?? 'none'}`;
  const ahead = Date.parse(end) / 1000 - Number(since);
  return ahead >= year ? null : `a Sunset ${Math.round(ahead / 86_400)} days behind the Deprecation`;
}

/** What holds for every answer under /api/v1, by the name of the check that reports it. */
export const everyAnswer: Readonly<Record<string, Watch>> = {
  'every-answer-has-request-id': (exchange, ask) =>
    byParser(exchange, ask) || exchange.header('x-request-id') ? null : 'X-Request-Id is absent',
  'no-answer-is-a-500': ({ status }) => (status >= 500 && status !== 503 ? `answered ${status}` : null),
  'no-body-shows-the-inside': leaks,
  'every-answer-has-rate-headers': (exchange, ask) =>
    authenticated(exchange, ask) && !byParser(exchange, ask) && exchange.request.method !== 'OPTIONS'
      ? rateHeaders(exchange)
      : null,
  'every-error-is-a-problem': (exchange, ask) => (byParser(exchange, ask) ? null : problemType(exchange)),
  'an-end-is-announced-a-year-ahead': sunset,
  'no-error-is-stored': (exchange, ask) => (byParser(exchange, ask) ? null : errorForm(exchange)),
};

/** These look at what all other checks were answered, so they come last. */
export const everyAnswerChecks = [
  ...inFamily('http', [
    watched('every-answer-has-request-id', ['HTTP-1'], 'every answer has an X-Request-Id'),
    watched('an-end-is-announced-a-year-ahead', ['VER-1'], 'an end of the version is announced 12 months ahead'),
    watched('no-error-is-stored', ['HTTP-2'], 'every error has Cache-Control: no-store'),
  ]),
  ...inFamily('errors', [
    watched('no-answer-is-a-500', ['ERR-5'], 'no input led to a 500'),
    watched('no-body-shows-the-inside', ['ERR-5'], 'no body shows a stack trace, SQL, a file path or a token'),
    watched('every-error-is-a-problem', ['ERR-2'], 'every error is application/problem+json'),
  ]),
  ...inFamily('limits', [
    watched(
      'every-answer-has-rate-headers',
      ['RATE-2'],
      'every authenticated answer has RateLimit and RateLimit-Policy',
    ),
  ]),
];

function watched(id: keyof typeof everyAnswer, rules: Parameters<typeof onServer>[0]['rules'], title: string) {
  return onServer({
    id,
    rules,
    title,
    run: async (trial) => {
      const [first] = trial.watches.seen(id);
      if (first) throw new Violation({ expected: title, observed: first.observed, exchanges: [first.exchange] });
      return Promise.resolve();
    },
  });
}
