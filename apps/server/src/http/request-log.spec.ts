import { createServer } from 'node:http';
import { describe, expect, it, jest } from '@jest/globals';
import express from 'express';
import { pino } from 'pino';
import { listen } from '@resource-catalogue/testing/sockets';
import { NestLogger } from '../observability/nest-logger.js';
import './request-context.js';
import { requestLog, traceIdIn } from './request-log.js';

describe('the framework’s messages', () => {
  it('messages of the framework are in the log, those of a start at the level debug', () => {
    const lines: string[] = [];
    const logger = new NestLogger(pino({ level: 'trace' }, { write: (line) => lines.push(line) }));
    logger.log('Mapped {/users, GET} route', 'RouterExplorer');
    logger.warn('careful', 'Here');
    logger.error('broken', 'stack', 'There');
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { level: 20, msg: 'Mapped {/users, GET} route', context: 'RouterExplorer' },
      { level: 40, msg: 'careful', context: 'Here' },
      { level: 50, msg: 'broken', details: ['stack', 'There'] },
    ]);
  });
});

describe('the id of a trace', () => {
  const id = '0af7651916cd43dd8448eb211c80319c';
  const parent = 'b7ad6b7169203331';

  it.each([
    [`00-${id}-${parent}-01`, id],
    [`cc-${id}-${parent}-00`, id],
    [`cc-${id}-${parent}-00-more`, id],
    [`00-${id}-${parent}-01-more`, undefined],
    [`ff-${id}-${parent}-01`, undefined],
    [`00-${'0'.repeat(32)}-${parent}-01`, undefined],
    [`00-${id}-${'0'.repeat(16)}-01`, undefined],
    [`00-${id.toUpperCase()}-${parent}-01`, undefined],
    [`00-${id}-${parent}-01, 00-${id}-${parent}-01`, undefined],
    [undefined, undefined],
  ])('the trace of the header %s is %s', (sent, expected) => {
    expect(traceIdIn({ headers: sent === undefined ? {} : { traceparent: sent } })).toBe(expected);
  });
});

describe('a slow request', () => {
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

  /** The lines of a request that is answered when so many milliseconds have passed. */
  async function linesAfter(milliseconds: number, slow: number, level: 'info' | 'warn') {
    const lines: string[] = [];
    const logger = pino({ level }, { write: (line) => lines.push(line) });
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
    const app = express().use(requestLog(logger, slow, () => 'trace'));
    const server = createServer(app);
    const logged = new Promise<void>((resolve) => {
      app.use((request, response) => {
        request.context = { requestId: 'mine', baseUrl: '', principal: null, list, body: null };
        clock.mockReturnValue(milliseconds);
        response.on('close', resolve).end();
      });
    });
    const answer = await fetch(`http://127.0.0.1:${await listen(server)}/p`);
    await answer.text();
    await logged;
    server.close();
    server.closeAllConnections();
    return lines;
  }

  it('a slow request is logged with the shape of its query, and no value of it', async () => {
    const lines = await linesAfter(1000, 1000, 'warn');
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      expect.objectContaining({
        ...{ level: 40, msg: 'slow request', requestId: 'mine', traceId: 'trace', milliseconds: 1000, status: 200 },
        list: {
          collection: 'bookings',
          filters: [
            { field: 'email', operator: 'in', values: 2 },
            { field: 'starts_at', operator: 'gte' },
          ],
          ...{ sort: '-starts_at', limit: 20, cursor: true },
        },
      }),
    ]);
    expect(lines.join()).not.toContain(secret);
  });

  it.each([
    ['in time', 999, 1000, 'warn', 0],
    ['in time, beside the line for the answer', 999, 1000, 'info', 1],
    ['with SLOW_REQUEST=off', 60_000, Infinity, 'info', 1],
    ['at the level info, beside the line for the answer', 1000, 1000, 'info', 2],
  ] as const)('a slow request has its own line or none: answered %s', async (_, milliseconds, slow, level, count) => {
    expect(await linesAfter(milliseconds, slow, level)).toHaveLength(count);
  });
});
