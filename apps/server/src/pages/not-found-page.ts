import Negotiator from 'negotiator';
import { escapeHtml, pageLayout } from './page-layout.js';

/** No page of the service is as deep; without a limit a long path would multiply in the links. */
const maxDepth = 32;

/** Browsers prefer HTML. Programs that accept anything get the problem document. */
export const prefersHtml = (accept = ''): boolean =>
  new Negotiator({ headers: { accept } }).mediaTypes([
    'application/problem+json',
    'application/json',
    'text/html',
  ])[0] === 'text/html';

/** The page for an unknown URL outside the API. */
export function notFoundPage(path: string, detail: string): string {
  const depth = Math.min(path.split('/').length - 2, maxDepth);
  const root = depth > 0 ? '../'.repeat(depth) : './';
  return pageLayout({
    title: 'Not found',
    root,
    body: `<main class="page"><h1>Not found</h1><p>${escapeHtml(detail)}</p>
<p><a href="${root}">Start page</a></p></main>`,
  });
}
