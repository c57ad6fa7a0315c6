import { createServer, type Server } from 'node:http';
import { BadRequestException, NotFoundException } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express, { type Response } from 'express';
import { pino } from 'pino';
import { type Client, makeClient } from '@resource-catalogue/testing/requests';
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

const bug = new TypeError("Cannot read properties of undefined (reading 'secret')");
const connectionError = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' });

describe('the problem filter', () => {
  const lines: string[] = [];
  let server: Server;
  let client: Client;
  /** The error of the next request, and a change of its response before that. */
  let error: unknown;
  let prepare: (response: Response) => unknown;

  beforeAll(async () => {
    const logger = pino({ level: 'trace' }, { write: (line) => lines.push(line) });
    const recovery = new RecoveryLog(logger, () => Promise.resolve());
    const filter = new ProblemFilter(new FailureLog(logger), recovery, new Counts());
    const head = new RequestHead(new Hosts({ publicUrl: 'https://example.org' }));
    const app = express().use((request, response) => {
      head.check(request, response);
      prepare(response);
      // The framework does not wait for the client either.
      void filter.catch(error, new ExecutionContextHost([request, response]));
    });
    server = createServer(app);
    client = makeClient(`http://127.0.0.1:${await listen(server)}`, '');
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  function responseTo(failure: unknown, before: (response: Response) => unknown = () => undefined) {
    [error, prepare, lines.length] = [failure, before, 0];
    return client.request('/');
  }

  // The log contains failures of the service, not errors of clients.
  it.each([
    ['a problem', new ProblemError('conflict', 'It is so.'), 409, 'conflict', []],
    ['a bug in the service', bug, 500, 'internal_error', [expect.stringContaining("reading 'secret'")]],
    ['a thrown text', 'a thrown text', 500, 'internal_error', [expect.any(String)]],
    ['undefined', undefined, 500, 'internal_error', [expect.any(String)]],
    ['404 of the framework', new NotFoundException('Cannot GET /secret/path'), 404, 'not_found', []],
    ['400 of the framework', new BadRequestException('Unexpected token in /secret/file'), 400, 'invalid_request', []],
    ['an unreachable database', connectionError, 503, 'unavailable', [expect.stringContaining('ECONNREFUSED')]],
  ])('ERR-5: the response to %s hides its details', async (_, failure, status, code, logged) => {
    const ofAnotherBody = { etag: '"x"', link: '<x>', 'content-encoding': 'br', 'content-length': '7' };
    const received = await responseTo(failure, (response) => response.set(ofAnotherBody));
    expect([received.status, received.json()]).toEqual([status, expect.objectContaining({ status, code })]);
    expect(received.text).not.toMatch(/secret|ECONNREFUSED|10\.0\.0\.1|thrown|TypeError/);
    for (const header of ['etag', 'link', 'content-encoding']) expect(received.headers[header]).toBeUndefined();
    expect(received.headers['retry-after']).toBe(status === 503 ? '1' : undefined);
    expect(lines).toEqual(logged);
  });

  it('ERR-5: a problem shows no token, neither in its detail nor in its errors', async () => {
    const errors = [{ parameter: `filters[${token}][in]`, code: 'x', detail: `No /%2572${token.slice(1)}, please.` }];
    const { text } = await responseTo(new ProblemError('invalid_request', `It said "${token}".`, { errors }));
    expect(JSON.parse(text)).toMatchObject({
      detail: 'It said "rct_…".',
      errors: [{ parameter: 'filters[rct_…][in]', detail: 'No /rct_…, please.' }],
    });
    expect(text).not.toContain(token.slice(10));
  });

  it('a response that fails after its start is cut off, and one that cannot be written does not affect others', async () => {
    const begin = (response: Response) => response.setHeader('Content-Length', 10).write('half');
    await expect(responseTo(bug, begin)).rejects.toThrow(/aborted|socket hang up/);
    const broken = new ProblemError('conflict', 'It is so.', { headers: { 'Bad\r\nName': 'x' } });
    await expect(responseTo(broken)).rejects.toThrow('socket hang up');
    expect(lines.at(-1)).toContain('could not send an error response');
    expect((await responseTo(bug)).status).toBe(500);
  });
});
