import { describe, expect, it } from '@jest/globals';
import { htmlOf } from './blocks/markup.js';
import { asciiOf, slugOf, Slugs } from './slugs.js';

describe('texts of the seed', () => {
  it.each([
    ['A **b**, *c*, ~~d~~ `e`', '<p>A <strong>b</strong>, <em>c</em>, <s>d</s> <code>e</code></p>\n'],
    ['## Two', '<h2>Two</h2>\n'],
    ['- a\n- b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n'],
    ['1. a\n2. b', '<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n'],
    ['> So', '<blockquote>\n<p>So</p>\n</blockquote>\n'],
    ['```c\na < b\n```', '<pre><code class="language-c">a &lt; b\n</code></pre>\n'],
    [
      '| A |\n|---|\n| 1 |',
      '<table>\n<thead>\n<tr>\n<th>A</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n</tr>\n</tbody>\n</table>\n',
    ],
    [
      '1 < 2 & "3" > [this](https://example.org/?a=1&b=2)',
      '<p>1 &lt; 2 &amp; "3" &gt; <a href="https://example.org/?a=1&amp;b=2" rel="nofollow noopener ugc">this</a></p>\n',
    ],
  ])('WRITE-8: %j becomes HTML', (block, html) => {
    expect(htmlOf([block])).toBe(html);
  });

  it('section 9: slugs are ASCII, unique in their scope, and at most 100 characters without a hyphen at the end', () => {
    const slugs = new Slugs();
    const long = `${'n'.repeat(99)} and more`;
    const names = ['Łódź: Weiß 2', '工房', 'Лодка', long, long];
    expect(names.map((name) => slugs.take('place', name))).toEqual([
      ...['lodz-weiss-2', 'place', 'place-2', 'n'.repeat(99), `${'n'.repeat(98)}-2`],
    ]);
    expect([slugs.take('event', 'Łódź: Weiß 2'), slugOf('工房'), asciiOf('Weiß')]).toEqual([
      'lodz-weiss-2',
      '',
      'Weiss',
    ]);
  });
});
