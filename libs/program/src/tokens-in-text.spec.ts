import { describe, expect, it } from '@jest/globals';
import fc from '@resource-catalogue/testing/fast-check';
import { measureGrowth, steepest } from '@resource-catalogue/testing/work';
import { holdsToken, withoutTokens } from './tokens-in-text.js';

const hex = (code: number): string => code.toString(16).padStart(2, '0');

/** Percent-encodes the chosen characters. */
const encoded = (text: string, chosen: readonly boolean[]): string =>
  [...text].map((character, index) => (chosen[index] ? `%${hex(character.charCodeAt(0))}` : character)).join('');

describe('withoutTokens (ERR-5)', () => {
  const token = 'rct_7bTGw2vRq0ZsYx8KcLmN4PdEaHfJuQ1iXoVtWgBy35S0a9ZkQp';
  const jwt = ['{"alg":"RS256"}', '{"sub":"ada"}', 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

  it.each([
    ['encoded nine times', `%${'25'.repeat(8)}72${token.slice(1)}`],
    ['encoded including the digits of an escape', `%%37%32${token.slice(1)}`],
    ['truncated', token.slice(0, 30)],
    ['followed by another', `${token}${token}`],
  ])('finds a token that is %s', (_, sent) => {
    expect(withoutTokens(`/a%2F${sent}/b?c=${sent}&d`)).toBe('/a%2Frct_…/b?c=rct_…&d');
    expect(holdsToken(sent)).toBe(true);
  });

  it.each([
    ['plain', jwt],
    ['partly encoded', jwt.replace('.', '%2E').replace('J', '%254A')],
    ['without a signature', jwt.slice(0, jwt.lastIndexOf('.'))],
    ['preceded by a word', `token-${jwt}`],
  ])('finds a JWT that is %s', (_, sent) => {
    expect(withoutTokens(`/a%2F${sent}/b?c=${sent}&d`)).toBe('/a%2FeyJ…/b?c=eyJ…&d');
    expect(withoutTokens(`/${sent.replaceAll('%2E', '.')}/`)).toBe('/eyJ…/');
    expect(holdsToken(sent)).toBe(true);
  });

  it.each([
    ...['', 'eyJhbGciOiJSUzI1NiJ9', 'www.eyesight.example', 'rct_', 'rct_AbCdEf', 'direct_message'],
    ...['%', '%%', '%7', '/a%2Fb?c=%zz&d=%C3%BC', '%72ct_AbCdEf-GhIjKl'],
  ])('leaves %j unchanged', (text) => {
    expect(withoutTokens(text)).toBe(text);
    expect(holdsToken(text)).toBe(false);
  });

  it('finds a token in any percent-encoding, and removes nothing else', () => {
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
    'takes time linear in the length of repeated %s',
    async (part) => {
      // The prefix triggers the search for JWTs in all cases.
      const make = (size: number) => `%/.eyJ/${part.repeat(size / part.length)}`;
      expect(await measureGrowth(make, 500_000, withoutTokens)).toBeLessThan(steepest);
    },
  );
});
