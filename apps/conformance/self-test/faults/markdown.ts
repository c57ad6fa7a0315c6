import { changed, created } from '../probe/projects.js';
import { objectsAt, textOf } from '../server/json.js';
import type { SelfTestServer } from '../server/start.js';
import { renderedOnly } from '../server/write/markdown.js';
import type { Fault } from './fault.js';

const renderedBy = async (server: SelfTestServer, description: string): Promise<string> =>
  textOf((await created(server, { description }))['description_rendered']);

/** What is rendered is altered, or left in it. */
const rendering = <Name extends string>(
  name: Name,
  summary: string,
  change: (html: string, markdown: string) => string,
  probe: Fault['probe'],
  rule = 'WRITE-8',
) =>
  ({
    id: `markdown-${name}`,
    family: 'markdown',
    rule,
    summary,
    behaviour: (sound) => ({ rendered: (markdown) => change(sound.rendered(markdown), markdown) }),
    probe,
  }) as const satisfies Fault;

/** A part of the raw HTML of a text comes through. */
const raw = (markdown: string, pattern: RegExp): string => (markdown.match(pattern) ?? []).join('');

export const markdownFaults = [
  rendering(
    'unsanitised',
    'what is rendered is not sanitised',
    (_, markdown) => renderedOnly(markdown),
    async (server) => (await renderedBy(server, '<script>alert(1)</script>')).includes('<script'),
  ),
  rendering(
    'style-kept',
    'style elements come through',
    (html, markdown) => html + raw(markdown, /<style[\s\S]*?<\/style>/gi),
    async (server) => (await renderedBy(server, '<style>p{}</style>')).includes('<style'),
  ),
  rendering(
    'handler-kept',
    'event handlers of images come through',
    (html, markdown) => html + raw(markdown, /<img[^>]*onerror[^>]*>/gi),
    async (server) => (await renderedBy(server, '<img src="x" onerror="alert(1)">')).includes('onerror'),
  ),
  rendering(
    'javascript-links',
    'links of any scheme come through',
    (html, markdown) =>
      html +
      (/\[([^\]]*)\]\((javascript:[^)\s]*)/i
        .exec(markdown)
        ?.slice(1, 3)
        .map((part) => `<a href="${part}">x</a>`)[1] ?? ''),
    async (server) => (await renderedBy(server, '[a](javascript:alert)')).includes('href="javascript:'),
  ),
  rendering(
    'javascript-in-capitals',
    'links of the scheme JavaScript come through unless it is in small letters',
    (html, markdown) => html + raw(markdown, /<a href="JavaScript:[^>]*>/g),
    async (server) => (await renderedBy(server, '<a href="JavaScript:alert(1)">a</a>')).includes('JavaScript:'),
  ),
  rendering(
    'entities-in-addresses',
    'links come through whose scheme is spelled with entities',
    (html, markdown) =>
      html +
      [...markdown.matchAll(/\]\(((?:(?!javascript:)[^)\s<])*&(?:#\w+|[a-z]+);[^)\s]*)\)/gi)]
        .map(([, address]) => `<a href="${address}">x</a>`)
        .join(''),
    async (server) => (await renderedBy(server, '[a](java&#115;cript:b)')).includes('href="java&#115;cript:'),
  ),
  rendering(
    'named-entities-in-addresses',
    'links come through whose colon is spelled by its name',
    (html, markdown) => html + raw(markdown, /<a href="javascript&colon;[^>]*>/g),
    async (server) => (await renderedBy(server, '<a href="javascript&colon;b">')).includes('&colon;'),
  ),
  rendering(
    'tabs-in-addresses',
    'links come through whose scheme has a tab or a line break in it',
    (html, markdown) => html + raw(markdown, /<a href="java[\t\n]script:[^>]*>/g),
    async (server) => (await renderedBy(server, '<a href="java\tscript:b">')).includes('java\tscript'),
  ),
  rendering(
    'frames-kept',
    'frames come through',
    (html, markdown) => html + raw(markdown, /<iframe[^>]*>/gi),
    async (server) => (await renderedBy(server, '<iframe srcdoc="<script>alert(1)</script>">')).includes('<iframe'),
  ),
  rendering(
    'svg-kept',
    'drawings with handlers come through',
    (html, markdown) => html + raw(markdown, /<svg[^>]*>/gi),
    async (server) => (await renderedBy(server, '<svg onload="alert(1)">')).includes('onload'),
  ),
  rendering(
    'plain',
    'Markdown is shown as plain text',
    (_, markdown) => `<p>${markdown.replace(/[<&>]/g, '')}</p>\n`,
    async (server) => !(await renderedBy(server, 'a **b**')).includes('<strong>'),
  ),
  rendering(
    'no-tables',
    'tables are not rendered',
    (html, markdown) => (html.includes('<table>') ? `<p>${markdown}</p>\n` : html),
    async (server) => !(await renderedBy(server, '| a |\n|---|\n| b |')).includes('<table>'),
  ),
  rendering(
    'no-strikethrough',
    'strikethrough is not rendered',
    (html) => html.replace(/<\/?s>/g, '~~'),
    async (server) => !(await renderedBy(server, '~~a~~')).includes('<s>'),
  ),
  rendering(
    'breaks-everywhere',
    'every line break is a break in the text',
    (html) => html.replace(/(\w)\n(\w)/g, '$1<br />\n$2'),
    async (server) => (await renderedBy(server, 'a\nb')).includes('<br'),
  ),
  rendering(
    'links-dropped',
    'links are not rendered',
    (html) => html.replace(/<a [^>]*>|<\/a>/g, ''),
    async (server) => !(await renderedBy(server, '[a](https://a.example)')).includes('<a '),
  ),
  rendering(
    'empty-is-null',
    'an empty description is rendered as a paragraph',
    (html) => (html === '' ? '<p></p>\n' : html),
    async (server) => (await renderedBy(server, '')) !== '',
  ),
  {
    id: 'markdown-source-rewritten',
    family: 'markdown',
    rule: 'section 8',
    summary: 'description shows the Markdown without spaces around it',
    behaviour: () => ({
      stored: ({ after }) => ({
        ...after,
        description: after['description'] === null ? null : textOf(after['description']).trim(),
      }),
    }),
    probe: async (server) => (await created(server, { description: ' a ' }))['description'] === 'a',
  },
  {
    id: 'markdown-source-sanitised',
    family: 'markdown',
    rule: 'section 8',
    summary: 'description shows what was sent without its HTML',
    behaviour: () => ({
      stored: ({ after }) => ({
        ...after,
        description: after['description'] === null ? null : textOf(after['description']).replace(/<[^>]*>/g, ''),
      }),
    }),
    probe: async (server) => (await created(server, { description: 'a <b>c</b>' }))['description'] === 'a c',
  },
  {
    id: 'markdown-not-rendered-again',
    family: 'markdown',
    rule: 'WRITE-8',
    summary: 'a changed description is rendered as it was before',
    behaviour: () => ({
      stored: ({ before, after }) =>
        typeof before?.['description_rendered'] === 'string' && after['description'] !== null
          ? { ...after, description_rendered: before['description_rendered'] }
          : after,
    }),
    probe: async (server) => {
      const project = await created(server, { description: 'one' });
      return textOf((await changed(server, project, { description: 'two' }))['description_rendered']).includes('one');
    },
  },
  {
    id: 'markdown-cleared-by-half',
    family: 'markdown',
    rule: 'section 8',
    summary: 'what was rendered stays when the description is cleared',
    behaviour: () => ({
      stored: ({ before, after }) =>
        before !== null && after['description'] === null
          ? { ...after, description_rendered: before['description_rendered'] ?? null }
          : after,
    }),
    probe: async (server) => {
      const project = await created(server, { description: 'one' });
      return (await changed(server, project, { description: null }))['description_rendered'] !== null;
    },
  },
  {
    id: 'markdown-steps-unrendered',
    family: 'markdown',
    rule: 'SHAPE-6',
    summary: 'the descriptions of steps are shown as Markdown where HTML belongs',
    behaviour: () => ({
      stored: ({ after }) => ({
        ...after,
        steps: objectsAt(after, 'steps').map((step) => ({
          ...step,
          description_rendered: step['description'] ?? null,
        })),
      }),
    }),
    probe: async (server) => {
      const project = await created(server, { steps: [{ title: 'a', description: '**b**' }] });
      return objectsAt(project, 'steps')[0]?.['description_rendered'] === '**b**';
    },
  },
  {
    id: 'markdown-kept-steps-not-rendered-again',
    family: 'markdown',
    rule: 'WRITE-8',
    summary: 'a step that keeps its id shows its former description rendered',
    behaviour: () => ({
      stored: ({ before, after }) => ({
        ...after,
        steps: objectsAt(after, 'steps').map((step) => {
          const former = objectsAt(before ?? {}, 'steps').find(({ id }) => id === step['id']);
          return {
            ...step,
            description_rendered: former?.['description_rendered'] ?? step['description_rendered'] ?? null,
          };
        }),
      }),
    }),
    probe: async (server) => {
      const project = await created(server, { steps: [{ title: 'a', description: 'one' }] });
      const id = textOf(objectsAt(project, 'steps')[0]?.['id']);
      const after = await changed(server, project, { steps: [{ id, title: 'a', description: 'two' }] });
      return textOf(objectsAt(after, 'steps')[0]?.['description_rendered']).includes('one');
    },
  },
  {
    id: 'markdown-steps-unsanitised',
    family: 'markdown',
    rule: 'WRITE-8',
    summary: 'the descriptions of steps are rendered and not sanitised',
    behaviour: () => ({
      stored: ({ after }) => ({
        ...after,
        steps: objectsAt(after, 'steps').map((step) => ({
          ...step,
          description_rendered: typeof step['description'] === 'string' ? renderedOnly(step['description']) : null,
        })),
      }),
    }),
    probe: async (server) => {
      const project = await created(server, { steps: [{ title: 'a', description: '<script>b</script>' }] });
      return textOf(objectsAt(project, 'steps')[0]?.['description_rendered']).includes('<script');
    },
  },
] as const satisfies readonly Fault[];
