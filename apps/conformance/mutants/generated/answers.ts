import {
  type Answer,
  type Behaviour,
  compareTexts,
  makeDataset,
  isList,
  isObject,
  type JsonValue,
  type ReferenceServer,
  startReferenceServer,
} from '@resource-catalogue/reference-server';
import type { Question } from './questions.js';

/** Maximum number of pages to read of a list without filters. */
const maxPages = 4;

/**
 * Starts a server for `work`, whose `ask` returns responses as texts without the parts that the interface leaves open.
 */
export async function asking<Result>(
  behaviour: Behaviour,
  work: (ask: (question: Question) => Promise<string>) => Promise<Result>,
): Promise<Result> {
  const server = await startReferenceServer({ size: 'rich', behaviour, quota: { requests: 5, seconds: 3600 } });
  const started = Date.now();
  try {
    return await work(async (question) => {
      const answers = [];
      for await (const answer of collectAnswers(server, question))
        answers.push(shown(answer, question, server.url, started));
      return answers.join('\n');
    });
  } finally {
    await server.close();
  }
}

async function* collectAnswers(server: ReferenceServer, question: Question): AsyncGenerator<Answer> {
  let answer = await ask(server, question);
  yield answer;
  const { revisit } = question;
  if (revisit !== undefined)
    yield await ask(server, { ...question, headers: { [revisit]: answer.headers['ETag'] ?? '' } });
  const pages = question.target.includes('filters') ? 1 : maxPages;
  for (let page = 1, next = findNext(answer); next !== null && page < pages; page += 1, next = findNext(answer)) {
    answer = await ask(server, { ...question, target: next.replace(server.url, '') });
    yield answer;
  }
}

function ask({ answer, tokens }: ReferenceServer, { method, target, headers, token, body }: Question): Promise<Answer> {
  if (answer === null) throw new Error('The network tells a difference.');
  const authorization = token === null ? {} : { authorization: `Bearer ${tokens[token]}` };
  const all = { host: '127.0.0.1', ...authorization, ...headers };
  return answer({ method, target, headers: all, repeated: [], body: Buffer.from(body), client: '127.0.0.1' });
}

function parseBody({ headers, body }: Answer): unknown {
  if (body === null || headers['Content-Encoding'] !== undefined || !/json/.test(headers['Content-Type'] ?? ''))
    return null;
  try {
    const value: unknown = JSON.parse(body.toString());
    return value;
  } catch {
    return null;
  }
}

function findNext(answer: Answer): string | null {
  const value = parseBody(answer);
  const next = isObject(value) && isObject(value['links']) ? value['links']['next'] : null;
  return typeof next === 'string' ? next : null;
}

const knownIds = new Set(JSON.stringify(makeDataset('rich', 1)).match(/[0-9a-f-]{36}/g));

/**
 * A response without the parts that the interface leaves open: cursors, tags, details, and newly created ids and times.
 */
function shown(answer: Answer, { method }: Question, url: string, started: number): string {
  const { 'X-Request-Id': _, 'Content-Length': __, ETag: tag, ...headers } = answer.headers;
  const form = tag === undefined ? '' : /^(?:W\/)?"[^"]*"$/.test(tag) ? 'a tag' : tag;
  const value = parseBody(answer);
  const body = value === null ? (answer.body?.toString('latin1') ?? '') : JSON.stringify(value, meant);
  const isSkipped = method === 'HEAD' || 'Content-Encoding' in headers;
  const text = JSON.stringify([answer.status, Object.entries(headers).sort(), form, isSkipped ? '' : body]);
  const isNow = (instant: string): boolean => Date.parse(instant) >= started && Date.parse(instant) <= Date.now() + 5;
  return text
    .replaceAll(url, '')
    .replace(/cursor=[\w-]+/g, 'cursor')
    .replace(/;t=(?:[1-9]|[1-5]\d|60|3\d{3})\b/g, ';t')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => (knownIds.has(id) ? id : 'new'))
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (instant) => (isNow(instant) ? 'now' : instant));
}

function meant(key: string, value: JsonValue): unknown {
  if (key === 'detail' || key === 'request_id') return typeof value;
  // The interface does not define how an empty text is rendered.
  if (key === 'description_rendered') return value ?? '';
  if (key === 'next' && typeof value === 'string') return value.replace(/^[\w-]+$/, 'cursor');
  return key === 'errors' && isList(value)
    ? [...value].sort((one, other) => compareTexts(errorPlace(one), errorPlace(other)))
    : value;
}

const errorPlace = (error: JsonValue): string => JSON.stringify(error, ['parameter', 'pointer', 'header', 'code']);
