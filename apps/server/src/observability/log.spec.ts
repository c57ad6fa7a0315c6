import { createServer } from 'node:http';
import { describe, expect, it, jest } from '@jest/globals';
import express from 'express';
import fc from 'fast-check';
import { pino } from 'pino';
import { listen } from '../../test/support/sockets.js';
import { growthOf, steepest } from '../../test/support/work.js';
import { newAccessToken } from '../auth/access-token.js';
import { holdsToken, NestLogger, requestLog, traceIdIn, withoutTokens } from './log.js';

describe('the framework’s messages', () => {
  it('are in the log of the service, those of a start only at the level debug', () => {
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
    ['anna@example.org', undefined],
    [undefined, undefined],
  ])('of %s is %s', (sent, expected) => {
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
    const context = { requestId: 'mine', principal: null, list };
    const app = express().use(
      requestLog(
        logger,
        slow,
        () => context,
        () => 'trace',
      ),
    );
    const server = createServer(app);
    const logged = new Promise<void>((resolve) => {
      app.use((_, response) => {
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

  it('has a line with the shape of its query, and no value of it', async () => {
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
  ] as const)('has a line of its own or none: answered %s', async (_, milliseconds, slow, level, count) => {
    expect(await linesAfter(milliseconds, slow, level)).toHaveLength(count);
  });
});

const hex = (code: number): string => code.toString(16).padStart(2, '0');

/** Percent-encodes the characters that are chosen, whether or not they need it. */
const encoded = (text: string, chosen: readonly boolean[]): string =>
  [...text].map((character, index) => (chosen[index] ? `%${hex(character.charCodeAt(0))}` : character)).join('');

describe('withoutTokens (ERR-5)', () => {
  const token = newAccessToken();
  const jwt = ['{"alg":"RS256"}', '{"sub":"ada"}', 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

  it.each([
    ['plain', token],
    ['its first letter encoded', `%72${token.slice(1)}`],
    ['encoded twice', `%2572${token.slice(1)}`],
    ['encoded nine times', `%${'25'.repeat(8)}72${token.slice(1)}`],
    ['the digits of an escape encoded', `%%37%32${token.slice(1)}`],
    ['its underscore encoded', token.replace('_', '%5F')],
    ['cut', token.slice(0, 30)],
    ['followed by another', `${token}${token}`],
  ])('finds a token that is %s', (_, sent) => {
    expect(withoutTokens(`/a%2F${sent}/b?c=${sent}&d`)).toBe('/a%2Frct_…/b?c=rct_…&d');
    expect(holdsToken(sent)).toBe(true);
  });

  it.each([
    ['plain', jwt],
    ['encoded in part', jwt.replace('.', '%2E').replace('J', '%254A')],
    ['without a signature', jwt.slice(0, jwt.lastIndexOf('.'))],
    ['behind a word', `token-${jwt}`],
  ])('finds a JWT that is %s', (_, sent) => {
    expect(withoutTokens(`/a%2F${sent}/b?c=${sent}&d`)).toBe('/a%2FeyJ…/b?c=eyJ…&d');
    expect(withoutTokens(`/${sent.replaceAll('%2E', '.')}/`)).toBe('/eyJ…/');
    expect(holdsToken(sent)).toBe(true);
  });

  it.each([
    '',
    'eyJhbGciOiJSUzI1NiJ9',
    'www.eyesight.example',
    'rct_',
    'rct_AbCdEf',
    'direct_message',
    '%',
    '%%',
    '%7',
    '/a%2Fb?c=%zz&d=%C3%BC',
    '%72ct_AbCdEf-GhIjKl',
  ])('leaves %j as it is', (text) => {
    expect(withoutTokens(text)).toBe(text);
    expect(holdsToken(text)).toBe(false);
  });

  it('finds a token under any encoding of any of its characters, any number of times, and nothing beside it', () => {
    const layers = fc.array(fc.array(fc.boolean(), { minLength: 600, maxLength: 600 }), { maxLength: 3 });
    const aside = fc.string({ unit: fc.constantFrom('a', '/', '?', '=', '&', 'ü', '"', '\\'), maxLength: 10 });
    fc.assert(
      fc.property(layers, aside, aside, (masks, before, after) => {
        fc.pre(!after.startsWith('a'));
        const sent = masks.reduce(encoded, token);
        expect(withoutTokens(`${before}${sent}${after}`)).toBe(`${before}rct_…${after}`);
      }),
    );
  });

  it.each(['%', '%25', '25', 'rct_', '%72ct_', 'eyJ', 'a.', 'a.eyJ'])(
    'takes a long row of %s with work that grows as it does',
    async (part) => {
      // With what makes it look for a JWT in all of them.
      const make = (size: number) => `%/.eyJ/${part.repeat(size / part.length)}`;
      expect(await growthOf(make, 500_000, withoutTokens)).toBeLessThan(steepest);
    },
  );
});
