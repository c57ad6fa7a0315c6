import {
  type Behaviour,
  type JsonObject,
  objectsAt,
  renderedOnly,
  soundBehaviour as sound,
  textOf,
} from '@resource-catalogue/reference-server';
import { mutantOf } from './mutant.js';
import { tolerating } from './requests.js';
import { withItems } from './rows.js';

const mutant = mutantOf('markdown');

/** What is rendered is altered. */
const rendering = <Name extends string>(
  name: Name,
  summary: string,
  change: (html: string, markdown: string) => string,
) =>
  mutant(name, 'WRITE-8', summary, {
    rendered: (markdown) => change(sound.rendered(markdown), markdown),
  });

/** Raw HTML of a text comes through. */
const kept = <Name extends string>(name: Name, summary: string, pattern: RegExp) =>
  rendering(name, summary, (html, markdown) => html + (markdown.match(pattern) ?? []).join(''));

/** Links come through whose address is of a form. */
const linked = <Name extends string>(name: Name, summary: string, address: RegExp) =>
  rendering(name, summary, (html, markdown) =>
    [html, ...[...markdown.matchAll(address)].map(([, href = '']) => `<a href="${href}">x</a>`)].join(''),
  );

/** The description that is stored is altered, unless it is null. */
const description = (change: (markdown: string) => string): Pick<Behaviour, 'stored'> => ({
  stored: ({ after }) => ({
    ...after,
    description: after['description'] === null ? null : change(textOf(after['description'])),
  }),
});

/** What the descriptions of steps are rendered as. */
const renderedSteps = (
  render: (step: JsonObject, former: JsonObject) => JsonObject[string] | undefined,
): Pick<Behaviour, 'stored'> => ({
  stored: ({ before, after }) =>
    withItems(after, 'steps', (step) => {
      const former = objectsAt(before ?? {}, 'steps').find(({ id }) => id === step['id']);
      return { ...step, description_rendered: render(step, former ?? {}) ?? null };
    }),
});

export const markdownMutants = [
  rendering('unsanitised', 'what is rendered is not sanitised', (_, markdown) => renderedOnly(markdown)),
  kept('style-kept', 'style elements come through', /<style[\s\S]*?<\/style>/gi),
  kept('handler-kept', 'event handlers of images come through', /<img[^>]*onerror[^>]*>/gi),
  linked('javascript-links', 'links of any scheme come through', /\[[^\]]*\]\((javascript:[^)\s]*)/gi),
  kept(
    'javascript-in-capitals',
    'links of the scheme JavaScript come through unless it is in small letters',
    /<a href="JavaScript:[^>]*>/g,
  ),
  linked(
    'entities-in-addresses',
    'links come through whose scheme is spelled with entities',
    /\]\(((?:(?!javascript:)[^)\s<])*&(?:#\w+|[a-z]+);[^)\s]*)\)/gi,
  ),
  kept(
    'named-entities-in-addresses',
    'links come through whose colon is spelled by its name',
    /<a href="javascript&colon;[^>]*>/g,
  ),
  kept(
    'tabs-in-addresses',
    'links come through whose scheme has a tab or a line break in it',
    /<a href="java[\t\n]script:[^>]*>/g,
  ),
  kept('frames-kept', 'frames come through', /<iframe[^>]*>/gi),
  kept('svg-kept', 'drawings with handlers come through', /<svg[^>]*>/gi),
  rendering('plain', 'Markdown is shown as plain text', (_, markdown) => `<p>${markdown.replace(/[<&>]/g, '')}</p>\n`),
  rendering('no-tables', 'tables are not rendered', (html, markdown) =>
    html.includes('<table>') ? `<p>${markdown}</p>\n` : html,
  ),
  rendering('no-strikethrough', 'strikethrough is not rendered', (html) => html.replace(/<\/?s>/g, '~~')),
  rendering('breaks-everywhere', 'every line break is a break in the text', (html) =>
    html.replace(/(\w)\n(\w)/g, '$1<br />\n$2'),
  ),
  rendering('links-dropped', 'links are not rendered', (html) => html.replace(/<a [^>]*>|<\/a>/g, '')),
  rendering('empty-is-null', 'an empty description is rendered as a paragraph', (html) => html || '<p></p>\n'),
  mutant('source-rewritten', 'section 8', 'description shows the Markdown without spaces around it', () =>
    description((markdown) => markdown.trim()),
  ),
  mutant('source-sanitised', 'section 8', 'description shows what was sent without its HTML', () =>
    description((markdown) => markdown.replace(/<[^>]*>/g, '')),
  ),
  mutant('not-rendered-again', 'WRITE-8', 'a changed description is rendered as it was before', {
    stored: ({ before, after }) =>
      after['description'] === null
        ? after
        : { ...after, description_rendered: before?.['description_rendered'] ?? after['description_rendered'] ?? null },
  }),
  mutant('cleared-by-half', 'section 8', 'what was rendered stays when the description is cleared', {
    stored: ({ before, after }) =>
      before !== null && after['description'] === null
        ? { ...after, description_rendered: before['description_rendered'] ?? null }
        : after,
  }),
  mutant('steps-unrendered', 'SHAPE-6', 'the descriptions of steps are shown as Markdown where HTML belongs', () =>
    renderedSteps(({ description: markdown }) => markdown),
  ),
  mutant(
    'kept-steps-not-rendered-again',
    'WRITE-8',
    'a step that keeps its id shows its former description rendered',
    () => renderedSteps((step, former) => former['description_rendered'] ?? step['description_rendered']),
  ),
  mutant('steps-unsanitised', 'WRITE-8', 'the descriptions of steps are rendered and not sanitised', () =>
    renderedSteps(({ description: markdown }) => (typeof markdown === 'string' ? renderedOnly(markdown) : null)),
  ),

  // Mutants of how much Markdown may become (WRITE-10).

  mutant('of-any-size-taken', 'WRITE-10', 'Markdown may become any number of bytes', () => tolerating('too_large')),
  mutant('blocks-uncounted', 'WRITE-10', 'Markdown may have any number of blocks', { blocksOf: () => 0 }),
  mutant('kept-html-uncounted', 'WRITE-10', 'what a PATCH keeps does not count', { keptHtml: () => [] }),
];
