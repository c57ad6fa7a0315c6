import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { withoutTokens } from '../auth/access-token.js';
import { contextOf } from '../http/request-context.js';

/** One line for each answer. The query string stays out: it may hold an e-mail address, or a token sent by mistake. */
export function requestLog(logger: Logger): RequestHandler {
  return (request, response, next) => {
    if (!logger.isLevelEnabled('info')) return next();
    const begin = performance.now();
    const { method, path } = request;
    response.once('close', () => {
      const { requestId, principal } = contextOf(request);
      const milliseconds = Math.round((performance.now() - begin) * 10) / 10;
      logger.info(
        {
          requestId: withoutTokens(requestId),
          method,
          path: withoutTokens(path),
          status: response.statusCode,
          milliseconds,
          token: principal?.tokenId,
        },
        response.writableFinished ? 'answered' : 'cut off',
      );
    });
    next();
  };
}
