import { type Json, makeArray, toText, valuesAt } from '../json.js';
import { expectEqual, expectProblem } from '../kit/expect.js';
import { isDangerous, plainHtml } from '../kit/html.js';
import { expectSameBut, type Written } from '../kit/expect-project.js';
import type { Checks } from '../kit/check.js';
import { fail } from '../kit/violation.js';
import { onProjects, type Projects, rejectedName } from '../kit/projects.js';

/** In the normal form of `plainHtml`; insignificant white space is optional. */
const renderings: readonly (readonly [markdown: string, html: RegExp])[] = [
  ['**bold** and *soft*', /<strong>bold<\/strong> and <em>soft<\/em>/],
  ['# Title', /<h1>\s*Title\s*<\/h1>/],
  ['| a | b |\n|---|---|\n| c | d |', /<table>[\s\S]*<td>\s*c\s*<\/td>/],
  ['~~gone~~', /<(s|del|strike)>gone<\/\1>/],
  ['- one\n- two', /<ul>[\s\S]*<li>\s*one\s*<\/li>/],
  ['[a](https://a.example/)', /<a href="https:\/\/a\.example\/">a<\/a>/],
  ['`code`', /<code>code<\/code>/],
  ['1 < 2 & 3', /1 &lt; 2 &amp; 3/],
];

/** URLs that run a script in a browser, disguised by entities, capitals and ignored characters. */
const scriptUrls = [
  ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java&#115;cript:alert(1)', 'java&#x73;cript:alert(1)'],
  ...['JaVa&#83;cript:alert(1)', '&#0000106;avascript:alert(1)', 'javascript&colon;alert(1)'],
  ...['javascript&#58;alert(1)', 'java&Tab;script:alert(1)', 'java&NewLine;script:alert(1)'],
  ...['&#1;javascript:alert(1)', '\u0001javascript:alert(1)', 'data:text/html,<script>alert(1)</script>'],
];

const writePlaces = (address: string): string =>
  [
    `[x](${address})`,
    `[x](<${address}>)`,
    `![x](${address})`,
    `[x]\n\n[x]: ${address}`,
    `<a href="${address}">x</a>`,
    `<img src='${address}'>`,
    `<form action=${address}><button formaction="${address}">x</button></form>`,
  ].join('\n\n');

const dangerous = [
  ...['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<style>body{display:none}</style>', ' <b>a</b> '],
  ...['<svg onload=alert(1)></svg>', '<iframe src="https://a.example"></iframe>', '<p onclick="alert(1)">a</p>'],
  ...scriptUrls.map(writePlaces),
  // A literal line break inside the URL, which Markdown itself does not accept.
  '<a href="java\nscript:alert(1)">x</a>\n\n<a href="java\tscript:alert(1)">x</a>',
];

/** Each of these characters takes five bytes in HTML. */
const ampersands = (count: number): string => '&'.repeat(count);
/** Each step becomes 100 kB of HTML: 20 fit and 21 do not, regardless of the tags around a paragraph. */
const steps = (count: number, description: string): Json[] => makeArray(count, () => ({ title: 'a', description }));
/** Each row has as many cells as the header, 66,000 in all: one table fits and two do not. */
const table = `|${'a|'.repeat(200)}\n|${'-|'.repeat(200)}\n${'|\n'.repeat(329)}`;

const renderedIn = ({ project }: Written): string[] =>
  [...valuesAt(project, 'description_rendered'), ...valuesAt(project, 'steps[].description_rendered')].map(toText);

/** Stores each text as the description of a step, and the first one as that of the project, and reads all of them. */
async function describe(projects: Projects, texts: readonly string[]): Promise<readonly [Written, string[]]> {
  const [description = ''] = texts;
  const { id } = await projects.create();
  const change = { description, steps: texts.map((text) => ({ title: 'a', description: text })) };
  const { project, exchange } = await projects.update(id, change);
  expectEqual('the Markdown as sent', project['description'], description, exchange);
  expectEqual('the Markdown as sent', valuesAt(project, 'steps[].description'), [...texts], exchange);
  const shown = await projects.read(id);
  const rendered = renderedIn(shown);
  if (rendered.length !== texts.length + 1)
    fail('every description rendered', `${rendered.length} of ${texts.length + 1}`, shown.exchange);
  return [shown, rendered];
}

export const markdownChecks: Checks = {
  'markdown-is-rendered': onProjects(['WRITE-2', 'WRITE-8', 'SHAPE-6'], {
    title: 'descriptions are stored as sent and rendered as CommonMark with tables and strikethrough, anew if changed',
    run: async (projects) => {
      const texts = renderings.map(([markdown]) => markdown);
      const [{ id, project, exchange }, [own = '', ...rendered]] = await describe(projects, texts);
      for (const [index, html] of [own, ...rendered].entries()) {
        const [markdown, form] = renderings[Math.max(0, index - 1)] ?? [];
        if (form?.test(plainHtml(html)) !== true) fail(`${markdown} rendered like ${String(form)}`, html, exchange);
      }
      const [kept = null, cleared = null] = valuesAt(project, 'steps[].id');
      const change = [
        { title: 'a', id: kept, description: 'anew' },
        { title: 'a', id: cleared },
      ];
      const steps = await projects.update(id, { description: null, steps: change });
      for (const shown of [steps, await projects.read(id)]) {
        const [html = '', ...more] = renderedIn(shown);
        const isRight = /^<p>anew<\/p>\s*$/.test(plainHtml(html)) && more.length === 0;
        if (!isRight) fail('only the changed step rendered, as <p>anew</p>', [html, ...more].join(), shown.exchange);
      }
    },
  }),
  'markdown-is-sanitised': onProjects(['WRITE-8', 'SHAPE-6'], {
    title: 'scripts, styles, event handlers and URLs that run a script, in every spelling, are removed, also in steps',
    run: async (projects) => {
      const [{ exchange }, rendered] = await describe(projects, dangerous);
      const bad = rendered.find(isDangerous);
      if (bad !== undefined) fail('sanitised HTML', bad, exchange);
    },
  }),
  'oversized-markdown-is-rejected': onProjects(['WRITE-10', 'WRITE-3', 'ERR-2'], {
    title: 'Markdown with too many bytes or blocks is rejected at its pointer, and nothing is stored',
    run: async (projects) => {
      const made = await projects.create({ ...projects.small(), description: ampersands(100_000) });
      const name = rejectedName();
      const small = projects.small(name);
      const long = steps(21, ampersands(20_000));
      for (const [says, exchange, place] of [
        ['POST of too many bytes', await projects.post({ ...small, steps: long }), '/steps/20/description'],
        ['POST of too many blocks', await projects.post({ ...small, steps: steps(2, table) }), '/steps/1/description'],
        ['PATCH that adds too many bytes', await projects.patch(made.id, { steps: long }), '/steps/15/description'],
      ] as const)
        expectProblem(exchange, 'invalid_request', says, { pointers: [place] });
      await projects.expectNoneCreated(name);
      await projects.expectUnchanged(made);
      // Shrink the project, so that later checks do not read large lists.
      const change = { description: null, steps: steps(1, '*a*') };
      const fits = await projects.update(made.id, change, 'a PATCH that shrinks');
      expectSameBut(['description', 'description_rendered', 'steps', 'updated_at'], made, fits);
    },
  }),
};
