import {
  type JsonObject,
  objectsAt,
  renderedOnly,
  soundBehaviour as sound,
  toText,
} from '@resource-catalogue/reference-server';
import { type Change, makeMutants } from './mutant.js';
import { tolerating } from './requests.js';
import { changed, withItems } from './rows.js';

const rendering = (change: (html: string, markdown: string) => string): Change => ({
  rendered: (markdown) => change(sound.rendered(markdown), markdown),
});

const kept = (pattern: RegExp): Change =>
  rendering((html, markdown) => html + (markdown.match(pattern) ?? []).join(''));

/** Keeps links whose URL matches the pattern. */
const linked = (address: RegExp): Change =>
  rendering((html, markdown) =>
    [html, ...[...markdown.matchAll(address)].map(([, href = '']) => `<a href="${href}">x</a>`)].join(''),
  );

/** Changes the stored description unless it is null. */
const description = (change: (markdown: string) => string): Change => ({
  stored: ({ after }) => ({
    ...after,
    description: after['description'] === null ? null : change(toText(after['description'])),
  }),
});

/** Changes the rendered descriptions of steps. */
const renderedSteps = (render: (step: JsonObject, former: JsonObject) => JsonObject[string] | undefined): Change => ({
  stored: ({ before, after }) =>
    withItems(after, 'steps', (step) => {
      const former = objectsAt(before ?? {}, 'steps').find(({ id }) => id === step['id']);
      return { ...step, description_rendered: render(step, former ?? {}) ?? null };
    }),
});

export const markdownMutants = makeMutants('markdown', {
  'WRITE-8': {
    'unsanitised: rendered Markdown is not sanitised': rendering((_, markdown) => renderedOnly(markdown)),
    'style-kept: style elements are kept': kept(/<style[\s\S]*?<\/style>/gi),
    'handler-kept: event handlers of images are kept': kept(/<img[^>]*onerror[^>]*>/gi),
    'javascript-links: links with the scheme javascript are kept': linked(/\[[^\]]*\]\((javascript:[^)\s]*)/gi),
    'javascript-in-capitals: links with the scheme JavaScript in mixed case are kept':
      kept(/<a href="JavaScript:[^>]*>/g),
    'entities-in-addresses: links whose scheme is spelled with entities are kept': linked(
      /\]\(((?:(?!javascript:)[^)\s<])*&(?:#\w+|[a-z]+);[^)\s]*)\)/gi,
    ),
    'named-entities-in-addresses: links whose colon is a named entity are kept': kept(
      /<a href="javascript&colon;[^>]*>/g,
    ),
    'tabs-in-addresses: links whose scheme contains a tab or line break are kept': kept(
      /<a href="java[\t\n]script:[^>]*>/g,
    ),
    'frames-kept: frames are kept': kept(/<iframe[^>]*>/gi),
    'svg-kept: SVG with event handlers is kept': kept(/<svg[^>]*>/gi),
    'plain: Markdown is shown as plain text': rendering((_, markdown) => `<p>${markdown.replace(/[<&>]/g, '')}</p>\n`),
    'no-tables: tables are not rendered': rendering((html, text) =>
      html.includes('<table>') ? `<p>${text}</p>\n` : html,
    ),
    'no-strikethrough: strikethrough is not rendered': rendering((html) => html.replace(/<\/?s>/g, '~~')),
    'breaks-everywhere: every line break becomes a br': rendering((html) =>
      html.replace(/(\w)\n(\w)/g, '$1<br />\n$2'),
    ),
    'links-dropped: links are not rendered': rendering((html) => html.replace(/<a [^>]*>|<\/a>/g, '')),
    'empty-is-null: an empty description is rendered as a paragraph': rendering((html) => html || '<p></p>\n'),
    'not-rendered-again: a changed description keeps its former rendering': changed((after, before) =>
      after['description'] === null
        ? after
        : { ...after, description_rendered: before['description_rendered'] ?? null },
    ),
    'kept-steps-not-rendered-again: a step that keeps its id also keeps its former rendering': renderedSteps(
      (step, former) => former['description_rendered'] ?? step['description_rendered'],
    ),
    'steps-unsanitised: the rendered descriptions of steps are not sanitised': renderedSteps(
      ({ description: markdown }) => (typeof markdown === 'string' ? renderedOnly(markdown) : null),
    ),
  },
  'section 8': {
    'source-rewritten: description is trimmed': description((markdown) => markdown.trim()),
    'source-sanitised: HTML is removed from description': description((markdown) => markdown.replace(/<[^>]*>/g, '')),
    'cleared-by-half: description_rendered is kept when the description is cleared': changed((after, before) =>
      after['description'] === null
        ? { ...after, description_rendered: before['description_rendered'] ?? null }
        : after,
    ),
  },
  'SHAPE-6': {
    'steps-unrendered: steps show unrendered Markdown as HTML': renderedSteps(({ description }) => description),
  },
  'WRITE-10': {
    'of-any-size-taken: rendered Markdown may have any size': tolerating('too_large'),
    'blocks-uncounted: Markdown may have any number of blocks': { blocksOf: () => 0 },
    'kept-html-uncounted: HTML that a PATCH keeps does not count towards the limit': { keptHtml: () => [] },
  },
});
