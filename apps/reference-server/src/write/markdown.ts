import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import { objectsAt, type Row } from '../json.js';

const renderer = new MarkdownIt('commonmark', { html: true }).enable(['table', 'strikethrough']);

const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code', 'ul', 'ol', 'li'],
    ...['strong', 'em', 'b', 'i', 's', 'del', 'sub', 'sup', 'a', 'img'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: { a: ['href', 'title'], img: ['src', 'alt', 'title'], ol: ['start'] },
  allowedClasses: { code: ['language-*'] },
  allowedSchemes: ['http', 'https', 'mailto'],
};

/** CommonMark with tables and strikethrough, rendered and sanitised (WRITE-8). */
export const rendered = (markdown: string): string => sanitizeHtml(renderer.render(markdown), allowed);

/** Counts paragraphs, list items, table cells and other blocks (WRITE-10). */
export const blocksOf = (markdown: string): number =>
  renderer.parse(markdown, {}).filter(({ tag, nesting }) => tag !== '' && nesting >= 0).length;

/** The HTML that a project retains when these fields are sent: a body replaces all of its steps or none. */
export function keptHtml(before: Row, sent: readonly string[]): string[] {
  const own = sent.includes('description') ? [] : [before['description_rendered']];
  const ofSteps = sent.includes('steps') ? [] : objectsAt(before, 'steps').map((step) => step['description_rendered']);
  return [...own, ...ofSteps].filter((html) => typeof html === 'string');
}
