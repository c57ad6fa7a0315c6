import { textOf, valuesAt } from '../json.js';
import { onServer } from './check.js';
import { isDangerous, plainHtml } from './html.js';
import { create, read, sceneOf, smallBody, update, type Written } from './scene.js';
import { violated } from './violation.js';

const dangerous = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<style>body{display:none}</style>',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '<a href="javascript:alert(1)">a</a>',
  '<a href="JavaScript:alert(1)">a</a>',
  ' <b>a</b> ',
  '<svg onload=alert(1)></svg>',
  '<iframe src="https://a.example"></iframe>',
  '![a](javascript:alert(1))',
  '<p onclick="alert(1)">a</p>',
  '[a](data:text/html,<script>alert(1)</script>)',
];

/** In the one spelling of `plainHtml`; where white space counts for nothing it may be there. */
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

const both = ({ project }: Written): string[] =>
  [...valuesAt(project, 'description_rendered'), ...valuesAt(project, 'steps[].description_rendered')].map(textOf);

export const markdownChecks = [
  onServer({
    id: 'markdown-is-rendered',
    rules: ['WRITE-8', 'SHAPE-6'],
    needs: ['writes'],
    title: 'descriptions are kept as sent and rendered as CommonMark with tables and strikethrough',
    run: async (trial) => {
      const { id } = await create(trial, smallBody(sceneOf(trial)));
      for (const [markdown, html] of renderings) {
        const written = await update(trial, id, {
          description: markdown,
          steps: [{ title: 'a', description: markdown }],
        });
        if (written.project['description'] !== markdown)
          violated('the Markdown as it was sent', textOf(written.project['description']), written.exchange);
        for (const rendered of both(written))
          if (!html.test(plainHtml(rendered)))
            violated(`${markdown} rendered like ${html}`, rendered, written.exchange);
        if (both(written).length !== 2) violated('both descriptions rendered', both(written).join(), written.exchange);
      }
      const cleared = await update(trial, id, { description: null, steps: [{ title: 'a' }] });
      if (both(cleared).length > 0)
        violated('nothing rendered where there is nothing', both(cleared).join(), cleared.exchange);
    },
  }),
  onServer({
    id: 'markdown-is-sanitised',
    rules: ['WRITE-8', 'SHAPE-6'],
    needs: ['writes'],
    title: 'no script, style, event handler or javascript: address is left, in the project and in its steps',
    run: async (trial) => {
      const { id } = await create(trial, smallBody(sceneOf(trial)));
      for (const markdown of dangerous) {
        await update(trial, id, { description: markdown, steps: [{ title: 'a', description: markdown }] });
        const shown = await read(trial, id);
        if (shown.project['description'] !== markdown)
          violated('the Markdown as it was sent', textOf(shown.project['description']), shown.exchange);
        for (const rendered of both(shown))
          if (isDangerous(rendered)) violated('sanitised HTML', rendered, shown.exchange);
      }
    },
  }),
];
