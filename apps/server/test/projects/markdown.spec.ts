import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { renderMarkdown, sanitised } from '../../src/markdown/render-markdown.js';
import { databaseKinds } from '../support/databases.js';
import { arrayOf, textOf } from '../support/json.js';
import { markupFaults } from './support/markup.js';
import { workshopOn } from './support/workshop.js';

const read: unknown = JSON.parse(readFileSync(new URL('support/hostile-markdown.json', import.meta.url), 'utf8'));
const hostile = arrayOf(read).map(textOf);
const shown = hostile.map((source) => [JSON.stringify(source.slice(0, 100)), source] as const);

describe('hostile Markdown', () => {
  it('is plenty', () => {
    expect(new Set(hostile).size).toBeGreaterThan(250);
  });

  it.each(shown)('WRITE-8: %s leaves nothing that runs', (_, source) => {
    for (const embedded of [
      source,
      `a ${source} b`,
      `- *a*\n  ${source}\n\n> ${source}`,
      `| ${source} |\n|---|\n| b |`,
    ]) {
      const html = renderMarkdown(embedded);
      expect(markupFaults(html)).toEqual([]);
      // What is stable cannot become something else where it is parsed again.
      expect(sanitised(html)).toBe(html);
    }
  });

  it('WRITE-8: nothing that runs is left of any two of them together', () => {
    const some = fc.array(fc.oneof(fc.constantFrom(...hostile), fc.string({ maxLength: 10 })), {
      minLength: 2,
      maxLength: 4,
    });
    fc.assert(
      fc.property(some, fc.constantFrom('', ' ', '\n', '\n\n', '">', "'>", '-->', '</p>'), (parts, between) => {
        const html = renderMarkdown(parts.join(between));
        expect(markupFaults(html)).toEqual([]);
        expect(sanitised(html)).toBe(html);
      }),
      { numRuns: 400 },
    );
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
      expect([html, markupFaults(html)]).not.toEqual([html, []]);
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
    ['a  \nb\\\nc', '<p>a<br />\nb<br />\nc</p>\n'],
    ['---', '<hr />\n'],
    ['![a](https://b.example/c.png "d")', '<p><img src="https://b.example/c.png" alt="a" title="d" /></p>\n'],
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
    ['https://not.a.link', '<p>https://not.a.link</p>\n'],
    ['', ''],
  ];
  it.each(cases)('WRITE-8: %j', (source, html) => {
    expect(renderMarkdown(source)).toBe(html);
    expect(markupFaults(html)).toEqual([]);
  });

  const size = 100_000;
  const filled = (text: string): string => text.repeat(Math.ceil(size / text.length)).slice(0, size);
  const pathological = [
    ...[
      '>',
      '> ',
      '- ',
      '1. ',
      '* a\n',
      '[',
      '![',
      '[a](',
      '[]()',
      '*',
      '_',
      '**a',
      '*_',
      '`',
      '``a`',
      '~~a',
      '<',
      '<!--',
    ],
    ...[
      '<a ',
      '<p>',
      '<details>',
      '<b><i>',
      '&',
      '\\',
      '|a',
      'a|b\n-|-\n',
      '[a]: b\n',
      '[a][',
      '(',
      '<?',
      '-\n',
      '```\n',
    ],
  ];
  // What takes more than linear time takes minutes for this much; the bound leaves room for a busy machine.
  it.each(pathological)('WRITE-8: 100 kB of %j are rendered in seconds', (text) => {
    const source = filled(text);
    const begin = process.cpuUsage();
    const html = renderMarkdown(source);
    expect(process.cpuUsage(begin).user / 1000).toBeLessThan(5000);
    expect(html.length).toBeLessThan(size * 10);
  });
});

describe.each(databaseKinds)('rendered Markdown on the %s database', (kind) => {
  const workshop = workshopOn(kind);

  it('WRITE-8, SHAPE-6: descriptions of projects and of steps are rendered, when made and when changed', async () => {
    const [description, other] = ['**a** <script>b</script>', '[c](javascript:d)'];
    const made = await workshop.writer.make({ description, steps: [{ title: '*as it is*', description: other }] });
    expect(made).toMatchObject({
      description,
      description_rendered: renderMarkdown(description),
      steps: [{ title: '*as it is*', description: other, description_rendered: renderMarkdown(other) }],
    });
    const changed = await workshop.writer.change(made['id'], {
      description: other,
      steps: [{ title: 'a', description }],
    });
    expect(changed).toMatchObject({
      description: other,
      description_rendered: '<p><a rel="nofollow noopener ugc">c</a></p>\n',
      steps: [{ description, description_rendered: renderMarkdown(description) }],
    });
  });
});
