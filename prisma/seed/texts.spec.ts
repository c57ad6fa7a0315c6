import { describe, expect, it } from '@jest/globals';
import { htmlOf } from './blocks/markup.js';

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
});
