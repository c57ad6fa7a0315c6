import { expect, it } from '@jest/globals';
import { hasActiveContent } from './active-html.js';

it.each([
  '<script>alert(1)</script>',
  '<p>a<ScRiPt src=//example.org/a.js></p>',
  '<style>p { display: none }</style>',
  '<img src=x onerror="alert(1)">',
  '<p/onclick=alert(1)>a',
  '<a href="javascript:alert(1)">a</a>',
  '<a href=" java\tscript:alert(1)">a</a>',
  '<a href="&#106;avascript:alert(1)">a</a>',
  '<a href="data:text/html,<script>alert(1)</script>">a</a>',
  '<img srcset="a.png 1x, javascript:alert(1) 2x">',
  '<iframe src="https://example.org/"></iframe>',
  '<svg><a href="#"></a></svg>',
  '<math><mi></mi></math>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><script>alert(1)</script></template>',
  `${'<b>'.repeat(20_000)}<script></script>`,
])('SHAPE-6: %.60s is active', (source) => {
  expect(hasActiveContent(source)).toBe(true);
});

it.each([
  '',
  'javascript:alert(1) onclick=alert(1)',
  '<p class="intro" style="color: red">One &lt;script&gt;</p>',
  '<a href="https://example.org/?q=javascript:" title="onclick">a</a>',
  '<a href="/data/1" rel="nofollow">a</a> <a href="mailto:a@example.org">b</a>',
  '<img src="data:image/png;base64,AAAA" alt="">',
  '<table><tbody><tr><td>1</td></tr></tbody></table>',
])('SHAPE-6: %s is not active', (source) => {
  expect(hasActiveContent(source)).toBe(false);
});
