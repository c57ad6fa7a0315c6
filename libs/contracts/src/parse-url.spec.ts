import { describe, expect, it } from '@jest/globals';
import { parseUrl } from './parse-url.js';

describe('parseUrl', () => {
  it('parses URLs and rejects other texts', () => {
    expect(parseUrl('https://example.org/a')?.href).toBe('https://example.org/a');
    for (const text of ['', 'example.org', '//example.org', 'https://', 'https://a b/'])
      expect(parseUrl(text)).toBeNull();
  });

  it('parses internationalised URLs after any number of calls', () => {
    let rejected = 0;
    for (let call = 0; call < 50_000; call += 1)
      if (!parseUrl('https://m\u00e4kers.example/st\u00fchle')) rejected += 1;
    expect(rejected).toBe(0);
  });
});
