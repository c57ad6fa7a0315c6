import { createServer } from 'node:http';
import { expect, it, jest } from '@jest/globals';
import express from 'express';
import { pino } from 'pino';
import { listen } from '@resource-catalogue/testing/sockets';
import { NestLogger } from '../observability/nest-logger.js';
import './request-context.js';
import { requestLog, traceIdIn } from './request-log.js';

/** A log at this level and its lines. */
function openLines(level: 'trace' | 'debug' | 'info' | 'warn') {
  const lines: unknown[] = [];
  return { lines, logger: pino({ level }, { write: (line) => void lines.push(JSON.parse(line)) }) };
}

it('Nest messages are logged, those of its startup at level debug', () => {
  const { lines, logger } = openLines('trace');
  const nest = new NestLogger(logger);
  nest.log('Mapped {/users, GET} route', 'RouterExplorer');
  nest.warn('careful', 'Here');
  nest.error('broken', 'stack', 'There');
  expect(lines).toMatchObject([
    { level: 20, msg: 'Mapped {/users, GET} route', context: 'RouterExplorer' },
    { level: 40, msg: 'careful', context: 'Here' },
    { level: 50, msg: 'broken', details: ['stack', 'There'] },
  ]);
});

const id = '0af7651916cd43dd8448eb211c80319c';
const parent = 'b7ad6b7169203331';

it.each([
  [`00-${id}-${parent}-01`, id],
  [`cc-${id}-${parent}-00-more`, id],
  [`00-${id}-${parent}-01-more`, undefined],
  [`ff-${id}-${parent}-01`, undefined],
  [`00-${'0'.repeat(32)}-${parent}-01`, undefined],
  [`00-${id}-${'0'.repeat(16)}-01`, undefined],
  [`00-${id.toUpperCase()}-${parent}-01`, undefined],
  [undefined, undefined],
])('the trace id of the header %s is %s', (sent, expected) => {
  expect(traceIdIn({ headers: sent === undefined ? {} : { traceparent: sent } })).toBe(expected);
});

const secret = 'anna@example.org';
const list = {
  collection: 'bookings',
  query: {
    filters: [
      { field: 'email', operator: 'in', values: [secret, `b${secret}`] },
      { field: 'starts_at', operator: 'gte', value: secret },
    ],
    sort: { field: 'starts_at', descending: true },
    limit: 20,
    after: { key: secret, id: secret },
    fingerprint: secret,
    pairs: [secret],
  },
} as const;

/** The log lines of a request with this response time in milliseconds. */
async function linesAfter(
  milliseconds: number,
  slowRequest: number,
  level: 'debug' | 'info' | 'warn',
  requestLevel: 'info' | 'debug' = 'info',
) {
  const { lines, logger } = openLines(level);
  const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
  const log = requestLog(logger, { slowRequest, requestLevel }, () => 'trace');
  const app = express().use((request, response) => {
    log(request, response);
    request.context = { requestId: 'mine', baseUrl: '', principal: null, feed: null, list, body: null };
    clock.mockReturnValue(milliseconds);
    response.end();
  });
  const server = createServer(app);
  await (await fetch(`http://127.0.0.1:${await listen(server)}/p`)).text();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return lines;
}

it('a slow request is logged with the shape of its query, without its values', async () => {
  const lines = await linesAfter(1000, 1000, 'warn');
  expect(lines).toMatchObject([
    {
      ...{ level: 40, msg: 'slow request', requestId: 'mine', traceId: 'trace', milliseconds: 1000, status: 200 },
      list: {
        filters: [
          { field: 'email', operator: 'in', values: 2 },
          { field: 'starts_at', operator: 'gte' },
        ],
        ...{ collection: 'bookings', sort: '-starts_at', limit: 20, cursor: true },
      },
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain(secret);
});

it.each([
  [999, 1000, 'warn', 0],
  [999, 1000, 'info', 1],
  [60_000, Infinity, 'info', 1],
  [1000, 1000, 'info', 2],
  [999, 1000, 'info', 0, 'debug'],
  [1000, 1000, 'info', 1, 'debug'],
  [1000, 1000, 'debug', 2, 'debug'],
] as const)('a request of %i ms, with a limit of %d ms, is logged at level %s in %i lines', async (...row) => {
  const [milliseconds, slow, level, count, requestLevel] = row;
  expect(await linesAfter(milliseconds, slow, level, requestLevel)).toHaveLength(count);
});
