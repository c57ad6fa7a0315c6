import { describe, expect, it } from '@jest/globals';
import { markup } from './markup.js';

const htmlOf = (block: string): string => markup([block]).html;

describe('markup', () => {
  it('renders each kind of block', () => {
    expect(htmlOf('A **bold**, *slanted* and ~~wrong~~ `word`')).toBe(
      '<p>A <strong>bold</strong>, <em>slanted</em> and <s>wrong</s> <code>word</code></p>\n',
    );
    expect(htmlOf('## Two')).toBe('<h2>Two</h2>\n');
    expect(htmlOf('- a\n- b')).toBe('<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n');
    expect(htmlOf('1. a\n2. b')).toBe('<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n');
    expect(htmlOf('> So')).toBe('<blockquote>\n<p>So</p>\n</blockquote>\n');
    expect(htmlOf('| A |\n|---|\n| 1 |')).toBe(
      '<table>\n<thead>\n<tr>\n<th>A</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n</tr>\n</tbody>\n</table>\n',
    );
  });

  it('shows what looks like HTML as text', () => {
    expect(htmlOf('1 < 2 & "3" > [this](https://example.org/?a=1&b=2)')).toBe(
      '<p>1 &lt; 2 &amp; "3" &gt; <a href="https://example.org/?a=1&amp;b=2" rel="nofollow noopener ugc">this</a></p>\n',
    );
    expect(htmlOf('```c\na < b\n```')).toBe('<pre><code class="language-c">a &lt; b\n</code></pre>\n');
  });

  it('keeps an empty line between blocks', () => {
    expect(markup(['a', 'b'])).toEqual({ markdown: 'a\n\nb', html: '<p>a</p>\n<p>b</p>\n' });
  });
});
