import type { LoggerService } from '@nestjs/common';
import type { ListQuery } from '@resource-catalogue/list-query';
import type { Request, RequestHandler } from 'express';
import { type DestinationStream, type Logger, pino } from 'pino';
import { escapeControls } from './control-characters.js';
import { textLine } from './text-line.js';

export const logFormats = ['json', 'text'] as const;
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export interface LogOptions {
  readonly logFormat: (typeof logFormats)[number];
  readonly logLevel: (typeof logLevels)[number];
}

/** The log of a program: JSON objects, or text for people, one a line. No token leaves through it (ERR-5). */
export function openLog({ logFormat, logLevel }: LogOptions, destination?: DestinationStream): Logger {
  const formatted = logFormat === 'text' ? textLine : (line: string) => line;
  return pino(
    {
      level: logLevel,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      hooks: { streamWrite: (line) => escapeControls(withoutTokens(formatted(line))) },
    },
    destination,
  );
}

/** Nest's own messages, in the same log. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: unknown): void {
    // A start logs every route here; only those who look for them set LOG_LEVEL=debug.
    this.logger.debug({ context }, String(message));
  }

  error(message: unknown, ...details: unknown[]): void {
    this.logger.error({ details }, String(message));
  }

  warn(message: unknown, context?: unknown): void {
    this.logger.warn({ context }, String(message));
  }
}

/** What a line tells of a request besides the request itself. */
interface LoggedContext {
  readonly requestId: string;
  readonly principal: { readonly tokenId: string } | null;
  /** What a list was asked for, once it is known. */
  readonly list: { readonly collection: string; readonly query: ListQuery } | null;
}

/**
 * One line for each answer, and one more where it took long (milliseconds). The query string stays out: it may hold an e-mail
 * address, or a token sent by mistake.
 */
export function requestLog(
  logger: Logger,
  slow: number,
  contextOf: (request: Request) => LoggedContext,
  traceIdOf: (request: Request) => string | undefined,
): RequestHandler {
  return (request, response, next) => {
    if (!logger.isLevelEnabled('info') && !(slow < Infinity && logger.isLevelEnabled('warn'))) return next();
    const start = performance.now();
    const { method, path } = request;
    const traceId = traceIdOf(request);
    response.on('close', () => {
      const { requestId, principal, list } = contextOf(request);
      const milliseconds = Math.round((performance.now() - start) * 10) / 10;
      const line = {
        requestId,
        traceId,
        method,
        path,
        status: response.statusCode,
        milliseconds,
        token: principal?.tokenId,
      };
      logger.info(line, response.writableFinished ? 'answered' : 'cut off');
      if (milliseconds >= slow) logger.warn({ ...line, list: list && shapeOf(list) }, 'slow request');
    });
    next();
  };
}

/** What kind of list was asked for, without any value that was asked for. */
function shapeOf({ collection, query }: NonNullable<LoggedContext['list']>) {
  const { filters, sort, limit, after } = query;
  return {
    collection,
    filters: filters.map((filter) => ({
      field: filter.field,
      operator: filter.operator,
      ...('values' in filter && { values: filter.values.length }),
    })),
    sort: `${sort.descending ? '-' : ''}${sort.field}`,
    limit,
    cursor: after !== null,
  };
}

const traceparent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;

/** The id of the trace that a request belongs to, by the header of W3C Trace Context. */
export function traceIdIn({ headers }: Pick<Request, 'headers'>): string | undefined {
  const sent = headers['traceparent'];
  if (typeof sent !== 'string') return undefined;
  const [, traceId, more] = traceparent.exec(sent) ?? [];
  // Only versions to come may have more parts than the first.
  return more !== undefined && sent.startsWith('00') ? undefined : traceId;
}

/** Whatever begins like a token, and shows more of it than a list of tokens does: broken ones, and some in a row, too. */
const tokens = /rct_[0-9A-Za-z_]{7,}/g;

/** The same, and whatever has a payload of JSON behind a dot: a whole word, so that each character is looked at but once. */
const tokensAndJwts = /rct_[0-9A-Za-z_]{7,}|(?<![\w-])[\w-]+\.eyJ[\w-]*(?:\.[\w-]*)?/g;

/** Every line of the log is looked through, and hardly any has a JWT. */
const patternFor = (text: string): RegExp => (text.includes('.eyJ') ? tokensAndJwts : tokens);

/** What of a token is shown. */
const shownOf = (token: string): string => (token.startsWith('rct_') ? 'rct_…' : 'eyJ…');

/**
 * ERR-5: a text without the tokens that a client sent where none belongs. They have forms of their own (AUTH-4, AUTH-5),
 * which are looked for behind any percent-encoding: whoever reads a log or an answer can decode as well.
 */
export function withoutTokens(text: string): string {
  if (!text.includes('%')) return text.replace(patternFor(text), shownOf);
  const { decoded, begins } = decode(text);
  let shown = '';
  let at = 0;
  for (const { 0: token, index } of decoded.matchAll(patternFor(decoded))) {
    shown += `${text.slice(at, begins[index])}${shownOf(token)}`;
    at = begins[index + token.length] ?? text.length;
  }
  return shown + text.slice(at);
}

/** Whether a text holds a token, encoded or not. */
export const holdsToken = (text: string): boolean => withoutTokens(text) !== text;

/** Decodes as often as there is anything to decode, in one pass, and tells where in the text each character begins. */
function decode(text: string): { decoded: string; begins: number[] } {
  const characters: string[] = [];
  const begins: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    characters.push(text.charAt(at));
    begins.push(at);
    // A decoded character may complete another escape: %2572 is %72, which is r.
    while (characters.at(-3) === '%') {
      const digits = characters.slice(-2).join('');
      if (!/^[0-9A-Fa-f]{2}$/.test(digits)) break;
      characters.splice(-3, 3, String.fromCharCode(Number.parseInt(digits, 16)));
      begins.splice(-2);
    }
  }
  return { decoded: characters.join(''), begins };
}
