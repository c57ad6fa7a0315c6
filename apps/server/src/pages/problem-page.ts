import { STATUS_CODES } from 'node:http';
import { isProblemCode, type ProblemCode, problemCodes } from '@resource-catalogue/contracts';
import type { ValidationError } from '../errors/problem-error.js';
import { escapeHtml, pageLayout } from './page-layout.js';

/** A request that leads to the problem, and the specific parts of the response. */
export interface ProblemExample {
  readonly method?: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Additional request headers; null for a request without any, not even the token. */
  readonly headers?: Readonly<Record<string, string>> | null;
  readonly body?: string;
  /** The condition under which that request gets this response, if any. */
  readonly when?: string;
  readonly response: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly detail: string;
    readonly errors?: readonly ValidationError[];
  };
}

const bookings = '/api/v1/bookings';
const projects = '/api/v1/projects';
/** The example id of an existing project. */
export const exampleProject = '0198c1b9-4f8a-7c60-9a52-6d1b7e3f0a94';
const project = `${projects}/${exampleProject}`;
const json = { 'Content-Type': 'application/json' };
const key = { ...json, 'Idempotency-Key': 'import-2026-03-01' };
const damaged = 'The cursor is damaged or empty. Start again at the first page.';

export const problemExamples: Readonly<Record<ProblemCode, ProblemExample>> = {
  invalid_request: {
    path: `${bookings}?limit=0`,
    response: {
      detail: 'The request has one error: see errors.',
      errors: [
        {
          parameter: 'limit',
          code: 'invalid_value',
          detail: '"0" is not a page size. Use a whole number from 1 to 200.',
        },
      ],
    },
  },
  invalid_cursor: {
    path: `${bookings}?cursor=damaged`,
    response: { detail: damaged, errors: [{ parameter: 'cursor', code: 'invalid_cursor', detail: damaged }] },
  },
  missing_token: {
    path: bookings,
    headers: null,
    response: {
      headers: { 'WWW-Authenticate': 'Bearer realm="catalogue"' },
      detail: 'Send an access token: Authorization: Bearer <ACCESS_TOKEN>.',
    },
  },
  invalid_token: {
    path: bookings,
    when: 'the token has been revoked',
    response: {
      headers: { 'WWW-Authenticate': 'Bearer realm="catalogue", error="invalid_token"' },
      detail: 'The access token is unknown, malformed, expired or revoked.',
    },
  },
  insufficient_scope: {
    path: bookings,
    when: 'the token has only the scope spaces:read',
    response: {
      headers: { 'WWW-Authenticate': 'Bearer realm="catalogue", error="insufficient_scope", scope="bookings:read"' },
      detail: 'This operation needs a token with the scope bookings:read or read.',
    },
  },
  not_found: {
    path: `${bookings}/00000000-0000-7000-8000-000000000000`,
    response: { detail: 'No booking has the id 00000000-0000-7000-8000-000000000000.' },
  },
  method_not_allowed: {
    method: 'DELETE',
    path: bookings,
    response: {
      headers: { Allow: 'GET, HEAD, OPTIONS' },
      detail: 'Use one of the methods of this path: GET, HEAD, OPTIONS.',
    },
  },
  not_acceptable: {
    path: bookings,
    headers: { Accept: 'text/html' },
    response: {
      detail: 'This operation returns application/json only. Allow it in the Accept header, or omit the header.',
    },
  },
  conflict: {
    method: 'PATCH',
    path: project,
    headers: json,
    body: '{"publication_state":"archived"}',
    when: 'the project is still a draft',
    response: { detail: 'A project can only go from draft to published.' },
  },
  precondition_failed: {
    method: 'PATCH',
    path: project,
    headers: { ...json, 'If-Match': '"pvWCv0vW5eY9yFbWzXkZ9mJ0b3c"' },
    body: '{"name":"Folding stool"}',
    when: 'the project has changed since it had this ETag',
    response: {
      detail: 'The project has changed since you read it: its ETag no longer matches If-Match. Read it again.',
    },
  },
  payload_too_large: {
    method: 'POST',
    path: projects,
    headers: json,
    body: '@two-megabytes.json',
    response: { detail: 'Send a shorter body: at most 1 MiB.' },
  },
  uri_too_long: {
    path: `${bookings}?filters[id][in]=0198c1bb-b4b8-73bd-840b-d683a4c7f2e1,…`,
    when: 'several hundred ids follow',
    response: { detail: 'Shorten the URL: URL and headers are limited to 16 KiB together.' },
  },
  unsupported_media_type: {
    method: 'POST',
    path: projects,
    headers: { 'Content-Type': 'text/plain' },
    body: 'Folding stool',
    response: {
      headers: { 'Accept-Post': 'application/json' },
      detail: 'Send the body as application/json, in UTF-8 and without a content coding.',
    },
  },
  idempotency_key_reused: {
    method: 'POST',
    path: projects,
    headers: key,
    body: '{"name":"Sawhorse"}',
    when: 'the key was used to create another project',
    response: { detail: 'This Idempotency-Key was used for another request: send a new one.' },
  },
  headers_too_large: {
    path: bookings,
    headers: { Cookie: 'session=…' },
    when: '16 KiB of cookies follow',
    response: { detail: 'Shorten the headers: URL and headers are limited to 16 KiB together.' },
  },
  rate_limited: {
    path: bookings,
    when: 'the quota of the token, 600 requests in 60 seconds, is used up',
    response: {
      headers: { 'Retry-After': '12', RateLimit: '"default";r=0;t=12', 'RateLimit-Policy': '"default";q=600;w=60' },
      detail: 'This token has used up its quota of the current window. Try again in 12 s.',
    },
  },
  internal_error: {
    path: bookings,
    when: 'there is a bug in the service',
    response: { detail: 'The service failed. Report the request id so that the operator can find the cause.' },
  },
  unavailable: {
    path: bookings,
    when: 'the database is unavailable',
    response: {
      headers: { 'Retry-After': '1' },
      detail: 'The service cannot reach its data at the moment. Try again.',
    },
  },
};

export const allCodes: readonly ProblemCode[] = Object.keys(problemCodes).filter(isProblemCode);

/** All codes, with links to their pages. */
export const problemsPage = (): string =>
  pageLayout({
    title: 'Problems',
    root: './',
    body: `<main><h1>Problems</h1>
<p class="lead">The <code>code</code> of an error says what went wrong. Its <code>type</code> is the URL of one of these pages.</p>
<dl class="fields">
${allCodes.map(problemEntry).join('\n')}
</dl></main>`,
  });

const problemEntry = (code: ProblemCode): string =>
  `<div><dt><a href="problems/${code}"><code>${code}</code></a> <span class="soft">status ${problemCodes[code].status}</span></dt>` +
  `<dd>${escapeHtml(explainCode(code).meaning)}</dd></div>`;

/** The first sentence is about what happened, the others about what to do. */
function explainCode(code: ProblemCode): { readonly meaning: string; readonly remedy: string } {
  const { explanation } = problemCodes[code];
  const [meaning = explanation] = /^.*?\.(?= |$)/.exec(explanation) ?? [];
  return { meaning, remedy: explanation.slice(meaning.length).trim() };
}

/** The meaning of the code, what to do, and a request that leads to it. */
export function problemPage(code: ProblemCode): string {
  const { status, title } = problemCodes[code];
  const { meaning, remedy } = explainCode(code);
  const { when } = problemExamples[code];
  return pageLayout({
    title,
    root: '../',
    body: `<main class="page"><p class="soft">Problem <code>${code}</code> · status ${status}</p><h1>${title}</h1>
<h2>What it means</h2><p>${escapeHtml(meaning)}</p>
<h2>What to do</h2><p>${escapeHtml(remedy)}</p>
<h2>An example</h2><pre tabindex="0">${escapeHtml(exampleRequest(problemExamples[code]))}</pre>
<p>The response${when === undefined ? '' : `, when ${escapeHtml(when)}`}:</p><pre tabindex="0">${escapeHtml(exampleResponse(code))}</pre>
<p>The <a href="../docs">reference</a> shows which operations return it. <a href="../problems">All problems</a></p></main>`,
  });
}

const origin = 'https://catalogue.example.org';

function exampleRequest({ method, path, headers, body }: ProblemExample): string {
  const sent: Readonly<Record<string, string>> = headers === null ? {} : { Authorization: 'Bearer rct_…', ...headers };
  return [
    `curl -g${method === undefined ? '' : ` -X ${method}`} '${origin}${path}'`,
    ...Object.entries(sent).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body === undefined ? [] : [`--data-binary '${body}'`]),
  ].join(' \\\n  ');
}

function exampleResponse(code: ProblemCode): string {
  const { status, title } = problemCodes[code];
  const { headers = {}, detail, errors } = problemExamples[code].response;
  const id = '0198c1c0-09e0-7802-9950-2bd8f91c4736';
  const all = { ...headers, 'X-Request-Id': id, 'Content-Type': 'application/problem+json' };
  const body = { type: `${origin}/problems/${code}`, title, status, detail, code, request_id: id, errors };
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...Object.entries(all).map(([name, value]) => `${name}: ${value}`),
    '',
    JSON.stringify(body, null, 2),
  ].join('\n');
}
