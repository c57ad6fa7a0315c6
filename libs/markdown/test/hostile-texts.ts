import { readFileSync } from 'node:fs';
import fc from 'fast-check';

export const readJson = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8')) as T;

/** Texts that somebody once got past a renderer or a sanitiser, or might. */
export const hostileTexts = readJson<readonly string[]>('hostile-markdown');

/** A text at the places where Markdown reads it differently. */
export const placed = (source: string): string[] => [
  source,
  `a ${source} b`,
  `- *a*\n  ${source}\n\n> ${source}`,
  `| ${source} |\n|---|\n| b |`,
];

/** Tags that may be left, that a parser of HTML has rules of its own for, or of other namespaces; attributes; and what is between. */
const { tags, attributes, texts, markdown } =
  readJson<Record<'tags' | 'attributes' | 'texts' | 'markdown', readonly string[]>>('hostile-tokens');

const tag = fc.constantFrom(...tags).chain((name) => fc.constantFrom(name, name, name, name.toUpperCase()));
const someAttributes = fc.array(fc.constantFrom(...attributes), { maxLength: 3 });
const startTag = fc
  .tuple(tag, fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, someAttributes))
  .map(([name, given]) => `<${[name, ...given].join(' ')}>`);

const piece = fc.oneof(
  { weight: 8, arbitrary: startTag },
  { weight: 4, arbitrary: tag.map((name) => `</${name}>`) },
  { weight: 3, arbitrary: fc.constantFrom(...texts) },
  { weight: 2, arbitrary: fc.constantFrom(...markdown) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 5 }) },
);

/** Markdown and HTML in any disorder. */
const hostileHtml = fc.array(piece, { minLength: 1, maxLength: 20 }).map((pieces) => pieces.join(''));

/** Several hostile texts together. */
export const together = fc
  .tuple(
    fc.array(fc.oneof(fc.constantFrom(...hostileTexts), hostileHtml), { minLength: 1, maxLength: 4 }),
    fc.constantFrom('', ' ', '\n', '\n\n', '">', "'>", '-->', '</p>'),
  )
  .map(([parts, between]) => parts.join(between));

/** How many of them a test takes: more in an exhaustive run (see CONTRIBUTING.md). */
export const generatedTexts = process.env['EXHAUSTIVE'] ? 20_000 : 250;
