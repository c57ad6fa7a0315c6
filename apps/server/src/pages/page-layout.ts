import { FixedBody } from '../response/send.js';

/** The policy of pages without scripts: style sheet, font and icon come from the service. */
export const pagePolicy =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

interface PageParts {
  readonly title: string;
  /** The relative path from the page to `/`, so that links work behind any path prefix. */
  readonly root: string;
  /** HTML; escape everything that comes from a request. */
  readonly body: string;
  readonly head?: string;
  /** Replaces the links to all pages. */
  readonly header?: string;
}

/** A page in the style of the explorer. */
export const pageLayout = ({ title, root, body, head = '', header = pageNavigation(root) }: PageParts): string =>
  `${pageHead(title, root)}<link rel="stylesheet" href="${root}explorer/explorer.css">
${head}</head><body>
${header}
${body}</body></html>`;

export const pageHead = (title: string, root: string): string =>
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  `<title>${title}</title><link rel="icon" href="${root}explorer/icon.svg">`;

/** The link to the first page, with the icon. */
export const brand = (root: string): string =>
  `<a class="brand" href="${root}"><img src="${root}explorer/icon.svg" alt="" width="26" height="26">Resource Catalogue</a>`;

/** The links to all pages. The explorer finds the readiness link by its id. */
export const pageLinks = (root: string): string =>
  `<a href="${root}docs">Reference</a> <a href="${root}problems">Problems</a> <a href="${root}openapi.json">OpenAPI</a>
<a id="readiness" href="${root}health/ready">Readiness</a>`;

/** The links at the top of the pages for developers. */
export const pageNavigation = (root: string): string =>
  `<nav class="top" aria-label="Service">${brand(root)}<div class="links">${pageLinks(root)}</div></nav>`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for element content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');

export const fixedPage = (html: string): FixedBody => new FixedBody(Buffer.from(html), 'text/html; charset=utf-8');
