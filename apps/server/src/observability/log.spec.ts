import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pino } from 'pino';
import { growthOf, steepest } from '../../test/support/work.js';
import { newAccessToken } from '../auth/access-token.js';
import { holdsToken, NestLogger, withoutTokens } from './log.js';

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

const hex = (code: number): string => code.toString(16).padStart(2, '0');

/** Percent-encodes the characters that are chosen, whether or not they need it. */
const encoded = (text: string, chosen: readonly boolean[]): string =>
  [...text].map((character, index) => (chosen[index] ? `%${hex(character.charCodeAt(0))}` : character)).join('');

describe('withoutTokens (ERR-5)', () => {
  const token = newAccessToken();

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
    '',
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

  it.each(['%', '%25', '25', 'rct_', '%72ct_'])(
    'takes a long row of %s with work that grows as it does',
    async (part) => {
      const make = (size: number) => `%${part.repeat(size / part.length)}`;
      expect(await growthOf(make, 500_000, withoutTokens)).toBeLessThan(steepest);
    },
  );
});
