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
    'unsanitised: what is rendered is not sanitised': rendering((_, markdown) => renderedOnly(markdown)),
    'style-kept: style elements come through': kept(/<style[\s\S]*?<\/style>/gi),
    'handler-kept: event handlers of images come through': kept(/<img[^>]*onerror[^>]*>/gi),
    'javascript-links: links of any scheme come through': linked(/\[[^\]]*\]\((javascript:[^)\s]*)/gi),
    'javascript-in-capitals: links of the scheme JavaScript come through': kept(/<a href="JavaScript:[^>]*>/g),
    'entities-in-addresses: links come through whose scheme is spelled with entities': linked(
      /\]\(((?:(?!javascript:)[^)\s<])*&(?:#\w+|[a-z]+);[^)\s]*)\)/gi,
    ),
    'named-entities-in-addresses: links come through whose colon is spelled by its name': kept(
      /<a href="javascript&colon;[^>]*>/g,
    ),
    'tabs-in-addresses: links come through whose scheme is broken': kept(/<a href="java[\t\n]script:[^>]*>/g),
    'frames-kept: frames come through': kept(/<iframe[^>]*>/gi),
    'svg-kept: drawings with handlers come through': kept(/<svg[^>]*>/gi),
    'plain: Markdown is shown as plain text': rendering((_, markdown) => `<p>${markdown.replace(/[<&>]/g, '')}</p>\n`),
    'no-tables: tables are text': rendering((html, text) => (html.includes('<table>') ? `<p>${text}</p>\n` : html)),
    'no-strikethrough: strikethrough is not rendered': rendering((html) => html.replace(/<\/?s>/g, '~~')),
    'breaks-everywhere: every line break is a br': rendering((html) => html.replace(/(\w)\n(\w)/g, '$1<br />\n$2')),
    'links-dropped: links are not rendered': rendering((html) => html.replace(/<a [^>]*>|<\/a>/g, '')),
    'empty-is-null: an empty description is rendered as a paragraph': rendering((html) => html || '<p></p>\n'),
    'not-rendered-again: a changed description is rendered as it was before': changed((after, before) =>
      after['description'] === null
        ? after
        : { ...after, description_rendered: before['description_rendered'] ?? null },
    ),
    'kept-steps-not-rendered-again: a step that keeps its id shows its former description rendered': renderedSteps(
      (step, former) => former['description_rendered'] ?? step['description_rendered'],
    ),
    'steps-unsanitised: the descriptions of steps are rendered and not sanitised': renderedSteps(
      ({ description: markdown }) => (typeof markdown === 'string' ? renderedOnly(markdown) : null),
    ),
  },
  'section 8': {
    'source-rewritten: description is trimmed': description((markdown) => markdown.trim()),
    'source-sanitised: description has no HTML in it': description((markdown) => markdown.replace(/<[^>]*>/g, '')),
    'cleared-by-half: what was rendered stays when the description is cleared': changed((after, before) =>
      after['description'] === null
        ? { ...after, description_rendered: before['description_rendered'] ?? null }
        : after,
    ),
  },
  'SHAPE-6': {
    'steps-unrendered: steps show Markdown as HTML': renderedSteps(({ description }) => description),
  },
  'WRITE-10': {
    'of-any-size-taken: Markdown may become any number of bytes': tolerating('too_large'),
    'blocks-uncounted: Markdown may have any number of blocks': { blocksOf: () => 0 },
    'kept-html-uncounted: what a PATCH keeps does not count': { keptHtml: () => [] },
  },
});
