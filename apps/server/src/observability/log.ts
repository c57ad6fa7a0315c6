import type { LoggerService } from '@nestjs/common';
import type { Request, RequestHandler } from 'express';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Configuration } from '../config/configuration.js';

/** The one log of the service, a JSON object a line. Whatever is logged, and by whom, no token leaves through it (ERR-5). */
export function openLog(level: Configuration['logLevel'], destination?: DestinationStream): Logger {
  return pino({ level, hooks: { streamWrite: withoutTokens } }, destination);
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
}

/** One line for each answer. The query string stays out: it may hold an e-mail address, or a token sent by mistake. */
export function requestLog(logger: Logger, contextOf: (request: Request) => LoggedContext): RequestHandler {
  return (request, response, next) => {
    if (!logger.isLevelEnabled('info')) return next();
    const start = performance.now();
    const { method, path } = request;
    response.on('close', () => {
      const { requestId, principal } = contextOf(request);
      const milliseconds = Math.round((performance.now() - start) * 10) / 10;
      logger.info(
        { requestId, method, path, status: response.statusCode, milliseconds, token: principal?.tokenId },
        response.writableFinished ? 'answered' : 'cut off',
      );
    });
    next();
  };
}

/** Whatever begins like a token, and shows more of it than a list of tokens does: broken ones, and some in a row, too. */
const tokens = /rct_[0-9A-Za-z_]{7,}/g;

/**
 * ERR-5: a text without the tokens that a client sent where none belongs. They have a form of their own (AUTH-4), which is
 * looked for behind any percent-encoding: whoever reads a log or an answer can decode as well.
 */
export function withoutTokens(text: string): string {
  if (!text.includes('%')) return text.replace(tokens, 'rct_…');
  const { decoded, begins } = decode(text);
  let shown = '';
  let at = 0;
  for (const { 0: token, index } of decoded.matchAll(tokens)) {
    shown += `${text.slice(at, begins[index])}rct_…`;
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
