import { describe, expect, it } from '@jest/globals';
import fc from '@resource-catalogue/testing/fast-check';
import { sanitise } from '../src/sanitise-html.js';
import { markupErrors, reserialise } from './browser.js';
import { generatedTexts, hostileTexts, inContexts, readJson, combinedTexts } from './hostile-texts.js';
import { rendered } from './rendered.js';

function expectHarmless(html: string): void {
  expect(markupErrors(html)).toEqual([]);
  // HTML that a browser serialises unchanged cannot change its meaning when parsed again.
  expect(reserialise(html)).toBe(html);
  expect(sanitise(html)).toBe(html);
}

describe('hostile Markdown', () => {
  it.each(hostileTexts.map((source) => [JSON.stringify(source.slice(0, 100)), source]))(
    'WRITE-8: %s leaves no active content, serialised as a browser does',
    (_, source) => {
      for (const embedded of inContexts(source)) expectHarmless(rendered(embedded));
      expectHarmless(sanitise(source));
    },
  );

  it('WRITE-8: hostile texts combined with other HTML leave no active content', () => {
    fc.assert(
      fc.property(combinedTexts, (source) => {
        expectHarmless(rendered(source));
        expectHarmless(sanitise(source));
      }),
      { numRuns: generatedTexts },
    );
  });

  it('WRITE-8: elements at any depth leave no active content, and at most a hundred remain nested', () => {
    const deep = ['<ul><li>', '<table><tr><td>', '<em>', '<table><caption>', '<button><p>', '<div>'];
    for (const piece of deep) expectHarmless(sanitise(`${piece.repeat(200)}<img src=x onerror=alert(1)><p>a`));
    expect(sanitise('<ul><li>'.repeat(200))).toBe(`${'<ul><li>'.repeat(50)}${'</li></ul>'.repeat(50)}`);
  });

  it('WRITE-8: unclosed formatting is repeated a limited number of times', () => {
    const html = sanitise(`<p><s></p>${'<p>a'.repeat(11_000)}</s>b`);
    expectHarmless(html);
    expect(html.split('<s>')).toHaveLength(10_002);
  });

  it.each([
    ...['<script></script>', '<p onclick="a">', '<p style="a">', '<a href="javascript:a">', '<a href="x">', '<!--a-->'],
    ...['<img src="data:a">', '<img src="&#106;avascript:a">', '<a href="//a" rel="nofollow noopener ugc">', '<svg>'],
  ])('the checks of these tests detect %s', (html) => {
    expect(markupErrors(html)).not.toEqual([]);
  });
});

describe('Markdown', () => {
  it.each(readJson<readonly (readonly [string, string])[]>('rendered-markdown'))(
    'WRITE-8: %j is rendered as %j',
    (source, html) => {
      expect(rendered(source)).toBe(html);
      expectHarmless(html);
    },
  );
});
