import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { openContext } from './request-context.js';

const acceptable = /^[A-Za-z0-9._-]{1,128}$/;

/** HTTP-1: the client's id if it is one that a log and a header can hold, else a new one. */
export const requestIds: RequestHandler = (request, response, next) => {
  const sent = request.headers['x-request-id'];
  const requestId = typeof sent === 'string' && acceptable.test(sent) ? sent : randomUUID();
  openContext(request, requestId);
  response.setHeader('X-Request-Id', requestId);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  next();
};
