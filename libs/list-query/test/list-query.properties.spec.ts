import { describe, expect, it } from '@jest/globals';
import fc from '@resource-catalogue/testing/fast-check';
import { linkQuery, parseListQuery, unexpectedParameters } from '../src/index.js';
import { lathes } from './example-specs.js';
import { queryOf } from './list-query-results.js';
import { choices, meanings } from './query-arbitraries.js';
import { writeQuery } from './write-query.js';

describe('generated list queries', () => {
  it('FILT-2, FILT-5, FILT-11, PAGE-3: have the same meaning and fingerprint in every notation', () => {
    fc.assert(
      fc.property(meanings, choices, choices, (meaning, one, other) => {
        const query = queryOf(writeQuery(meaning, one));
        expect(query).toMatchObject(meaning);
        expect(queryOf(writeQuery(meaning, other)).fingerprint).toBe(query.fingerprint);
      }),
      { numRuns: 1000 },
    );
  });

  it('PAGE-3: have different fingerprints if filters or sort differ', () => {
    fc.assert(
      fc.property(meanings, meanings, (one, other) => {
        fc.pre(JSON.stringify([one.filters, one.sort]) !== JSON.stringify([other.filters, other.sort]));
        const [first, second] = [queryOf(writeQuery(one, [1])), queryOf(writeQuery(other, [1]))];
        expect(first.fingerprint).not.toBe(second.fingerprint);
      }),
    );
  });

  it('LIST-4: are unchanged when parsed from their links', () => {
    fc.assert(
      fc.property(meanings, choices, (meaning, chosen) => {
        const query = queryOf(writeQuery(meaning, chosen));
        const link = linkQuery(query, null);
        expect(link).toMatch(/^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9A-Fa-f]{2})*$/);
        expect(queryOf(link)).toEqual({ ...query, pairs: link === '' ? [] : link.split('&') });
      }),
    );
  });
});

describe('arbitrary text', () => {
  const fragments = fc.constantFrom(
    ...['filters', '[', ']', '[]', '[sku]', '[in]', '[created_at]', '[lt]', 'limit', 'sort', 'cursor', '__proto__'],
    ...['name', '=', '&', ',', '%', '%2', '%00', '%C3', '%5B', '+', '-', '5', '2026-03-01', 'true'],
    ...['\u00ff', '\ud800', '€', '\0'],
  );
  const garbage = fc.oneof(
    fc.array(fragments, { maxLength: 60 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  );

  it('FILT-9: is either a valid query or reports errors, and never throws', () => {
    fc.assert(
      fc.property(garbage, (text) => {
        const result = parseListQuery(text, lathes);
        if (result.ok) expect(parseListQuery(linkQuery(result.query, null), lathes).ok).toBe(true);
        else expect(result.errors.length).toBeGreaterThan(0);
        expect(unexpectedParameters(text).length > 0).toBe(/[^&]/.test(text));
      }),
      { numRuns: 3000 },
    );
  });
});
