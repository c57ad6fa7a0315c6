import { isProblemCode, problemCodes } from '@resource-catalogue/contracts';
import { methodNotAllowed } from '../problem-error.js';
import { type ResponseWithBody, jsonResponse, withETag } from './responses.js';
import { type ResponseData, readMethods, type Request } from './exchange.js';
import { openApiDocument } from './open-api.js';

const kept = (response: ResponseWithBody): ResponseData => withETag(response, { 'Cache-Control': 'no-cache' });

const html = (title: string, text: string): ResponseData =>
  kept({
    status: 200,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
    body: Buffer.from(`<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`),
  });

function pageAt(path: string, baseUrl: string): ResponseData | null {
  const [, code = ''] = /^\/problems\/(\w+)$/.exec(path) ?? [];
  if (isProblemCode(code)) return html(problemCodes[code].title, problemCodes[code].explanation);
  switch (path) {
    case '/':
      return html('Resource Catalogue', 'The reference server: an implementation in memory.');
    case '/docs':
      return html('Reference', 'See openapi.json.');
    case '/health/live':
    case '/health/ready':
      return jsonResponse(200, { status: 'ok' });
    case '/openapi.json':
      return kept(jsonResponse(200, openApiDocument(baseUrl)));
    case '/problems':
      return html('Problems', Object.keys(problemCodes).join(', '));
    default:
      return null;
  }
}

/** Pages outside the API, which need no token; null for other paths. */
export function readPublicPage({ method, path }: Request, baseUrl: string): ResponseData | null {
  const page = pageAt(path, baseUrl);
  if (page !== null && !readMethods.includes(method)) throw methodNotAllowed(readMethods);
  return page !== null && method === 'OPTIONS' ? optionsResponse(readMethods) : page;
}

/** OPTIONS needs no token (HTTP-3). */
export const optionsResponse = (methods: readonly string[]): ResponseData => ({
  status: 204,
  headers: { Allow: methods.join(', ') },
  body: null,
});
