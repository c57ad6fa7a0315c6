import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { hostileHtml } from './hostile-html.js';

const read: unknown = JSON.parse(readFileSync(new URL('hostile-markdown.json', import.meta.url), 'utf8'));

/** Texts that somebody once got past a renderer or a sanitiser, or might. */
export const hostileTexts: readonly string[] = Array.isArray(read) ? read.map(String) : [];

/** A text at the places where Markdown reads it differently. */
export const placed = (source: string): string[] => [
  source,
  `a ${source} b`,
  `- *a*\n  ${source}\n\n> ${source}`,
  `| ${source} |\n|---|\n| b |`,
];

/** Several hostile texts together. */
export const together = fc
  .tuple(
    fc.array(fc.oneof(fc.constantFrom(...hostileTexts), hostileHtml), { minLength: 1, maxLength: 4 }),
    fc.constantFrom('', ' ', '\n', '\n\n', '">', "'>", '-->', '</p>'),
  )
  .map(([parts, between]) => parts.join(between));
