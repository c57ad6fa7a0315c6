import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';

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
export const renderMarkdown = (markdown: string): string => sanitizeHtml(renderer.render(markdown), allowed);

/** Counts paragraphs, list items, table cells and other blocks (WRITE-10). */
export const countBlocks = (markdown: string): number =>
  renderer.parse(markdown, {}).filter(({ tag, nesting }) => tag !== '' && nesting >= 0).length;
