import { expect, it } from '@jest/globals';
import { isDangerous } from './html.js';

it.each([
  '<script>alert(1)</script>',
  '<p>1 < 2</p><svg/onload=alert(1)>',
  '<STYLE>p{}</STYLE>',
  '<iframe src="https://a.example"></iframe>',
  '<img src=x onerror=alert(1)>',
  '<img src="x"onerror="alert(1)">',
  '<img/onerror=alert(1)>',
  "<img src=x' onerror=alert(1)>",
  '<img alt="a > b" onerror="alert(1)">',
  '<a href="javascript:alert(1)">a</a>',
  "<a href='  JavaScript:alert(1)'>a</a>",
  '<a href=javascript:alert(1)>a</a>',
  '<a href="data:text/html,x">a</a>',
])('SHAPE-6: %s is dangerous', (html) => expect(isDangerous(html)).toBe(true));

it.each([
  '',
  '<p>Learn javascript: the basics, onclick=1, &lt;script&gt;alert(1)&lt;/script&gt;</p>',
  '<a href="https://a.example/?q=javascript:1&amp;style=x">style="x"</a>',
  '<a href="https://a.example/?a=b onclick=c">a</a>',
  '<img src="https://a.example/onload=1.png" alt="onerror=x, or onerror=y">',
  '<p>1 < 2 onclick=3 > 2</p>',
  '<td align="left">a</td>',
])('SHAPE-6: %s is safe', (html) => expect(isDangerous(html)).toBe(false));
