import { isProblemCode, problemCodes } from '@resource-catalogue/contracts';
import { methodNotAllowed } from '../problem-error.js';
import { type BodyAnswer, jsonAnswer, tagged } from './answers.js';
import { type Answer, readMethods, type Request } from './exchange.js';
import { openApiDocument } from './open-api.js';

const kept = (answer: BodyAnswer): Answer => tagged(answer, { 'Cache-Control': 'no-cache' });

const html = (title: string, text: string): Answer =>
  kept({
    status: 200,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
    body: Buffer.from(`<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`),
  });

function pageAt(path: string, baseUrl: string): Answer | null {
  const [, code = ''] = /^\/problems\/(\w+)$/.exec(path) ?? [];
  if (isProblemCode(code)) return html(problemCodes[code].title, problemCodes[code].explanation);
  switch (path) {
    case '/':
      return html('Resource Catalogue', 'The reference server: an implementation in memory.');
    case '/docs':
      return html('Reference', 'See openapi.json.');
    case '/health/live':
    case '/health/ready':
      return jsonAnswer(200, { status: 'ok' });
    case '/openapi.json':
      return kept(jsonAnswer(200, openApiDocument(baseUrl)));
    case '/problems':
      return html('Problems', Object.keys(problemCodes).join(', '));
    default:
      return null;
  }
}

/** Pages outside the interface, which need no token; null for other paths. */
export function readPublicPage({ method, path }: Request, baseUrl: string): Answer | null {
  const page = pageAt(path, baseUrl);
  if (page !== null && !readMethods.includes(method)) throw methodNotAllowed(readMethods);
  return page !== null && method === 'OPTIONS' ? optionsAnswer(readMethods) : page;
}

/** OPTIONS needs no token (HTTP-3). */
export const optionsAnswer = (methods: readonly string[]): Answer => ({
  status: 204,
  headers: { Allow: methods.join(', ') },
  body: null,
});
