import { createServer, type Server } from 'node:http';
import { BadRequestException, NotFoundException } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express, { type Response } from 'express';
import { pino } from 'pino';
import { type Answer, type Client, clientOf } from '@resource-catalogue/testing/requests';
import { listen } from '@resource-catalogue/testing/sockets';
import { newAccessToken } from '@resource-catalogue/tokens';
import { ProblemError } from '../errors/problem-error.js';
import { Hosts } from '../http/hosts.js';
import { RequestHead } from '../http/request-head.js';
import { FailureLog } from '../observability/failure-log.js';
import { RecoveryLog } from '../observability/recovery-log.js';
import { Counts } from '../observability/counts.js';
import { ProblemFilter } from './problem.filter.js';

const token = newAccessToken();

/** The errors that are thrown, by their path, each after a change of the response. */
const thrown: Readonly<Record<string, { readonly error: unknown; prepare?(response: Response): void }>> = {
  problem: { error: new ProblemError('conflict', 'It is so.', { headers: { 'Retry-After': '3' } }) },
  token: {
    error: new ProblemError('invalid_request', `It said "${token}".`, {
      errors: [{ parameter: `filters[${token}][in]`, code: 'x', detail: `No /%2572${token.slice(1)}, please.` }],
    }),
  },
  bug: { error: new TypeError("Cannot read properties of undefined (reading 'secret')") },
  text: { error: 'a thrown text' },
  nothing: { error: undefined },
  unknown: { error: new NotFoundException('Cannot GET /secret/path') },
  bad: { error: new BadRequestException('Unexpected token in /secret/file.js') },
  database: { error: Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' }) },
  late: {
    error: new Error('late'),
    prepare: (response) => void response.setHeader('Content-Length', 10).write('half'),
  },
  tagged: {
    error: new Error('tagged'),
    prepare: (response) =>
      void response.set({ ETag: '"x"', Link: '<x>', 'Content-Encoding': 'br', 'Content-Length': '7' }),
  },
  broken: {
    error: new ProblemError('conflict', 'It is so.', { headers: { 'Bad\r\nName': 'x' } }),
  },
};

describe('the problem filter', () => {
  const lines: string[] = [];
  let server: Server;
  let client: Client;

  beforeAll(async () => {
    const logger = pino({ level: 'trace' }, { write: (line) => lines.push(line) });
    const recovery = new RecoveryLog(logger, () => Promise.resolve());
    const filter = new ProblemFilter(new FailureLog(logger), recovery, new Counts());
    const app = express().use(new RequestHead(new Hosts({ publicUrl: 'https://example.org' })).handler);
    app.get('/:name', (request, response) => {
      const { error, prepare } = thrown[request.params.name] ?? { error: null };
      prepare?.(response);
      // As the framework does it: without waiting.
      void filter.catch(error, new ExecutionContextHost([request, response]));
    });
    server = createServer(app);
    client = clientOf(`http://127.0.0.1:${await listen(server)}`, '');
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  const answerTo = (name: string): Promise<Answer> => client.request(`/${name}`, { headers: { 'x-request-id': name } });

  // The log has the failures of the service, and not the mistakes of clients.
  it.each([
    ['problem', 409, 'conflict', []],
    ['bug', 500, 'internal_error', [expect.stringContaining("reading 'secret'")]],
    ['text', 500, 'internal_error', [expect.any(String)]],
    ['nothing', 500, 'internal_error', [expect.any(String)]],
    ['unknown', 404, 'not_found', []],
    ['bad', 400, 'invalid_request', []],
    ['database', 503, 'unavailable', [expect.stringContaining('ECONNREFUSED')]],
    ['tagged', 500, 'internal_error', [expect.any(String)]],
  ])('ERR-5: the error %s is answered with %i %s and without its details', async (name, status, code, logged) => {
    const answer = await answerTo(name);
    expect([answer.status, answer.json()]).toEqual([status, expect.objectContaining({ status, code })]);
    expect(answer.text).not.toMatch(/secret|ECONNREFUSED|10\.0\.0\.1|thrown|TypeError/);
    for (const header of ['etag', 'link', 'content-encoding']) expect(answer.headers[header]).toBeUndefined();
    if (status === 503) expect(answer.headers['retry-after']).toBe('1');
    expect(lines.filter((line) => line.includes(`"requestId":"${name}"`))).toEqual(logged);
  });

  it('ERR-5: a problem shows no token, neither in its detail nor in its errors', async () => {
    const { text } = await answerTo('token');
    expect(JSON.parse(text)).toMatchObject({
      detail: 'It said "rct_…".',
      errors: [{ parameter: 'filters[rct_…][in]', detail: 'No /rct_…, please.' }],
    });
    expect(text).not.toContain(token.slice(10));
  });

  it('an answer that fails after it has begun is cut off', async () => {
    await expect(answerTo('late')).rejects.toThrow(/aborted|socket hang up/);
  });

  it('an answer that cannot be written fails alone', async () => {
    await expect(answerTo('broken')).rejects.toThrow('socket hang up');
    expect(lines.at(-1)).toContain('could not be answered');
    expect((await answerTo('problem')).status).toBe(409);
  });
});
