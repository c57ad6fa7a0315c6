import { setTimeout as sleep } from 'node:timers/promises';
import { connectTo } from '@resource-catalogue/testing/sockets';
import type { HttpResponse } from '../../support/service.js';

interface Exchange {
  readonly responses: readonly HttpResponse[];
  /** Whether the service ended the connection. */
  readonly closed: boolean;
}

interface ExchangeOptions {
  /** The number of responses to wait for. */
  readonly responses?: number;
  /** Whether these are responses to HEAD, which have no body. */
  readonly head?: boolean;
}

/** Sends bytes unchanged, in separate segments, and reads the responses. `\u00ff` is the byte 0xFF. */
export async function exchange(
  port: number,
  bytes: string | readonly string[],
  { responses: wanted = 1, head = false }: ExchangeOptions = {},
): Promise<Exchange> {
  const socket = connectTo(port);
  let received: Buffer = Buffer.alloc(0);
  const ended = new Promise<Exchange>((resolve) => {
    const settle = (closed: boolean): void => {
      const responses = readResponses(received, head);
      if (closed || responses.length >= wanted) resolve({ responses, closed });
    };
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      settle(false);
    });
    // After a rejection the service may reset the connection; earlier bytes count.
    socket.on('close', () => settle(true));
  });
  for (const piece of typeof bytes === 'string' ? [bytes] : bytes) {
    if (!socket.destroyed) socket.write(piece, 'latin1');
    await sleep(2);
  }
  return ended.finally(() => socket.destroy());
}

/** The response to one request; throws if there is none. */
export async function responseTo(port: number, bytes: string, options?: ExchangeOptions): Promise<HttpResponse> {
  const [response] = (await exchange(port, bytes, options)).responses;
  if (!response) throw new Error('No response was received.');
  return response;
}

function readResponses(bytes: Buffer, head: boolean): HttpResponse[] {
  const responses: HttpResponse[] = [];
  let rest = bytes;
  for (;;) {
    const start = rest.indexOf('\r\n\r\n') + 4;
    if (start < 4) return responses;
    const [statusLine = '', ...lines] = rest
      .subarray(0, start - 4)
      .toString('latin1')
      .split('\r\n');
    const status = Number(/^HTTP\/1\.1 ([1-5][0-9]{2}) /.exec(statusLine)?.[1]);
    if (!Number.isInteger(status)) throw new Error(`Invalid status line: ${statusLine}`);
    const headers = Object.fromEntries(
      lines.map((line) => [line.replace(/:.*/, '').toLowerCase(), line.replace(/^[^:]*: ?/, '')]),
    );
    const bodyless = head || status < 200 || status === 204 || status === 304;
    // Only Node's own rejections are chunked, with an empty body.
    const length = 'transfer-encoding' in headers ? '0\r\n\r\n'.length : Number(headers['content-length'] ?? 0);
    const end = bodyless ? start : start + length;
    if (rest.length < end) return responses;
    const body = rest.subarray(start, end);
    const text = body.toString();
    // 100 Continue is not a final response.
    if (status >= 200) responses.push({ status, headers, body, text, json: (): unknown => JSON.parse(text) });
    rest = rest.subarray(end);
  }
}

/** A complete request as text. */
export function requestText(line: string, headers: readonly string[] = [], body = ''): string {
  return [line, 'Host: catalogue.test', ...headers, '', body].join('\r\n');
}
