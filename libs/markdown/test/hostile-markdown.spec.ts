import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Browser, hasChromium, startChromium } from '@resource-catalogue/testing/chromium';
import { sanitised } from '../src/sanitise-html.js';
import { markupErrors, writtenAgain } from './browser.js';
import { shownOn } from './chromium.js';
import { hostileTexts, placed, together } from './hostile-texts.js';
import { rendered } from './rendered.js';

/** How many texts are made of the hostile ones: more in an exhaustive run (see CONTRIBUTING.md). */
const generatedTexts = process.env['EXHAUSTIVE'] ? 20_000 : 250;

const shown = hostileTexts.map((source) => [JSON.stringify(source.slice(0, 100)), source] as const);

function expectHarmless(html: string): void {
  expect(markupErrors(html)).toEqual([]);
  // What a browser writes again just so cannot become something else where it is parsed again.
  expect(writtenAgain(html)).toBe(html);
  expect(sanitised(html)).toBe(html);
}

describe('hostile Markdown', () => {
  it('is plenty', () => {
    expect(new Set(hostileTexts).size).toBeGreaterThan(330);
  });

  it.each(shown)('WRITE-8: %s leaves nothing that runs, written as a browser does', (_, source) => {
    for (const embedded of placed(source)) expectHarmless(rendered(embedded));
    expectHarmless(sanitised(source));
  });

  it('WRITE-8: nor do any of them together with any other HTML', () => {
    fc.assert(
      fc.property(together, (source) => {
        expectHarmless(rendered(source));
        expectHarmless(sanitised(source));
      }),
      { numRuns: generatedTexts },
    );
  });

  it('WRITE-8: nor do elements at any depth, of which a hundred are left', () => {
    const deep = ['<ul><li>', '<table><tr><td>', '<em>', '<table><caption>', '<button><p>', '<div>'];
    for (const piece of deep) expectHarmless(sanitised(`${piece.repeat(200)}<img src=x onerror=alert(1)><p>a`));
    expect(sanitised('<ul><li>'.repeat(200))).toBe(`${'<ul><li>'.repeat(50)}${'</li></ul>'.repeat(50)}`);
  });

  it('WRITE-8: nor does formatting that was left open, which is repeated a limited number of times', () => {
    const html = sanitised(`<p><s></p>${'<p>a'.repeat(11_000)}</s>b`);
    expectHarmless(html);
    expect(html.split('<s>')).toHaveLength(10_002);
  });

  it('would be noticed', () => {
    for (const html of [
      ...[
        '<script></script>',
        '<p onclick="a">',
        '<p style="a">',
        '<a href="javascript:a">',
        '<a href="x">',
        '<!--a-->',
      ],
      ...['<img src="data:a">', '<img src="&#106;avascript:a">', '<a href="//a" rel="nofollow noopener ugc">', '<svg>'],
    ]) {
      expect([html, markupErrors(html)]).not.toEqual([html, []]);
    }
  });
});

describe('Markdown', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['# a\n\nb', '<h1>a</h1>\n<p>b</p>\n'],
    ['a\n===', '<h1>a</h1>\n'],
    [
      '*a* **b** ***c*** ~~d~~ `e`',
      '<p><em>a</em> <strong>b</strong> <em><strong>c</strong></em> <s>d</s> <code>e</code></p>\n',
    ],
    ['- a\n- b\n  1. c', '<ul>\n<li>a</li>\n<li>b\n<ol>\n<li>c</li>\n</ol>\n</li>\n</ul>\n'],
    ['3. a', '<ol start="3">\n<li>a</li>\n</ol>\n'],
    ['> a\n> > b', '<blockquote>\n<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>\n</blockquote>\n'],
    ['```js\na < b\n```', '<pre><code class="language-js">a &lt; b\n</code></pre>\n'],
    ['    a', '<pre><code>a\n</code></pre>\n'],
    ['a  \nb\\\nc', '<p>a<br>\nb<br>\nc</p>\n'],
    ['---', '<hr>\n'],
    ['![a](https://b.example/c.png "d")', '<p><img src="https://b.example/c.png" alt="a" title="d"></p>\n'],
    ['[a](https://b.example "c")', '<p><a href="https://b.example" title="c" rel="nofollow noopener ugc">a</a></p>\n'],
    ['[a](/b#c)', '<p><a href="/b#c" rel="nofollow noopener ugc">a</a></p>\n'],
    [
      '<mailto:a@b.example>',
      '<p><a href="mailto:a@b.example" rel="nofollow noopener ugc">mailto:a@b.example</a></p>\n',
    ],
    ['[a]\n\n[a]: https://b.example', '<p><a href="https://b.example" rel="nofollow noopener ugc">a</a></p>\n'],
    [
      '| a | b |\n|:--|--:|\n| c | ~~d~~ |',
      '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>c</td>\n<td><s>d</s></td>\n</tr>\n</tbody>\n</table>\n',
    ],
    ['<details><summary>a</summary>b</details>', '<details><summary>a</summary>b</details>'],
    ['H<sub>2</sub>O &copy; &amp; 1 < 2', '<p>H<sub>2</sub>O © &amp; 1 &lt; 2</p>\n'],
    // What is dropped leaves nothing behind that a parser would have to mend.
    ['<audio src="a"><p>b</p>', '<p></p><p>b</p><p></p>\n'],
    ['<p><button><p>a</p></button></p>', '<p>a</p>'],
    [
      '<table><caption>a</caption><tfoot><tr><td>b</td></tr></tfoot></table>',
      'a<table><tbody><tr><td>b</td></tr></tbody></table>',
    ],
    ['<svg><text>a</text><a href="/b">c</a></svg><math><mi>d</mi></math>e', '<p>e</p>\n'],
    ['<noscript>a</noscript><select><option>b</option></select>c', '<p>c</p>\n'],
    ['<pre>\n\na</pre>', '<pre>a</pre>'],
    ['a&nbsp;b', '<p>a&nbsp;b</p>\n'],
    [
      '[a <https://b.example>](/c)',
      '<p><a href="/c" rel="nofollow noopener ugc">a </a><a href="https://b.example" rel="nofollow noopener ugc">https://b.example</a></p>\n',
    ],
    ['https://not.a.link', '<p>https://not.a.link</p>\n'],
    ['', ''],
  ];
  it.each(cases)('WRITE-8: %j', (source, html) => {
    expect(rendered(source)).toBe(html);
    expectHarmless(html);
  });
});

if (hasChromium) {
  describe('hostile Markdown in Chromium', () => {
    let browser: Browser;

    beforeAll(async () => {
      browser = await startChromium();
    });

    afterAll(() => browser.close());

    it.each([
      ['a page of standard mode', '<!doctype html><body></body>'],
      ['an old page', '<body></body>'],
    ])('WRITE-8: runs nothing, and is written again just so, on %s', async (_, document) => {
      const generated = fc.sample(together, generatedTexts);
      const html = [...hostileTexts.flatMap(placed), ...generated].map(rendered);
      expect(await shownOn(browser, document, html)).toEqual({ changed: [], ran: [] });
    });

    it('would be noticed', async () => {
      const html = ['<p>a<p>', '<img src="x" onerror="alert(1)">'];
      expect(await shownOn(browser, '<body></body>', html)).toEqual({
        changed: ['<p>a<p>'],
        ran: expect.arrayContaining(['1']),
      });
    });
  });
}
