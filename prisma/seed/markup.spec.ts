import { describe, expect, it } from '@jest/globals';
import { bullets, code, grid, heading, numbered, paragraph, quote, text } from './markup.js';

describe('markup', () => {
  it('writes each text twice: as its author did and as a page shows it', () => {
    expect(paragraph('A **bold**, *slanted* and ~~wrong~~ `word`')).toEqual({
      markdown: 'A **bold**, *slanted* and ~~wrong~~ `word`',
      html: '<p>A <strong>bold</strong>, <em>slanted</em> and <s>wrong</s> <code>word</code></p>\n',
    });
    expect(heading('Two').html).toBe('<h2>Two</h2>\n');
    expect(bullets('a', 'b')).toEqual({ markdown: '- a\n- b', html: '<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n' });
    expect(numbered('a', 'b')).toEqual({ markdown: '1. a\n2. b', html: '<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n' });
    expect(quote('So').html).toBe('<blockquote>\n<p>So</p>\n</blockquote>\n');
    expect(grid(['A'], ['1'])).toEqual({
      markdown: '| A |\n|---|\n| 1 |',
      html: '<table>\n<thead>\n<tr>\n<th>A</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n</tr>\n</tbody>\n</table>\n',
    });
  });

  it('shows what looks like HTML as text', () => {
    expect(paragraph('1 < 2 & "3" > [this](https://example.org/?a=1&b=2)').html).toBe(
      '<p>1 &lt; 2 &amp; "3" &gt; <a href="https://example.org/?a=1&amp;b=2" rel="nofollow noopener ugc">this</a></p>\n',
    );
    expect(code('c', 'a < b').html).toBe('<pre><code class="language-c">a &lt; b\n</code></pre>\n');
  });

  it('keeps an empty line between blocks', () => {
    expect(text(paragraph('a'), paragraph('b'))).toEqual({ markdown: 'a\n\nb', html: '<p>a</p>\n<p>b</p>\n' });
  });
});
