import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectTo } from '@resource-catalogue/testing/sockets';
import type { Answer } from '../../support/service.js';

/** One answer without any decoding. */
export interface RawAnswer {
  readonly status: number;
  /** Names as sent, in order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

interface Exchange {
  readonly answers: readonly RawAnswer[];
  /** Whether the service ended the connection. */
  readonly closed: boolean;
}

interface ExchangeOptions {
  /** The number of answers to wait for. */
  readonly answers?: number;
  /** Whether the answers are to HEAD, and so have no body. */
  readonly head?: boolean;
}

export function headerOf({ headers }: RawAnswer, name: string): string | undefined {
  return headers.find(([known]) => known.toLowerCase() === name.toLowerCase())?.[1];
}

/** The answer as other clients show it; throws if there is none. */
export function asAnswer(answer: RawAnswer | undefined): Pick<Answer, 'status' | 'headers' | 'text'> {
  if (!answer) throw new Error('There was no answer.');
  const headers = Object.fromEntries(answer.headers.map(([name, value]) => [name.toLowerCase(), value]));
  return { status: answer.status, headers, text: answer.body.toString() };
}

/** Sends bytes unchanged, in pieces that arrive apart, and reads the answers. */
export async function exchange(
  port: number,
  bytes: string | readonly string[],
  { answers: wanted = 1, head = false }: ExchangeOptions = {},
): Promise<Exchange> {
  const socket = connectTo(port);
  let received: Buffer = Buffer.alloc(0);
  const ended = new Promise<Exchange>((resolve) => {
    const settle = (closed: boolean): void => {
      const answers = readAnswers(received, head);
      if (closed || answers.length >= wanted) resolve({ answers, closed });
    };
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      settle(false);
    });
    // After a refusal the service may reset the connection; the bytes before that count.
    socket.on('close', () => settle(true));
  });
  void sendPieces(socket, typeof bytes === 'string' ? [bytes] : bytes);
  return ended.finally(() => socket.destroy());
}

/** One byte for each character: `\u00ff` in a test is the byte 0xFF. */
async function sendPieces(socket: Socket, pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    if (!socket.destroyed) socket.write(piece, 'latin1');
    await sleep(2);
  }
}

function readAnswers(bytes: Buffer, head: boolean): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = bytes;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return answers;
    const [statusLine = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const status = Number(/^HTTP\/1\.1 ([1-5][0-9]{2}) /.exec(statusLine)?.[1]);
    if (!Number.isInteger(status)) throw new Error(`Invalid status line: ${statusLine}`);
    const headers = lines.map((line): [string, string] => {
      const [, name, value] = /^([^:\s]+): ?(.*)$/.exec(line) ?? [];
      if (name === undefined || value === undefined) throw new Error(`Invalid header: ${line}`);
      return [name, value];
    });
    const bodyless = head || status < 200 || status === 204 || status === 304;
    const bodyEnd = end + 4 + (bodyless ? 0 : bodyLength(headers));
    if (rest.length < bodyEnd) return answers;
    // 100 Continue is not an answer.
    if (status >= 200) answers.push({ status, headers, body: rest.subarray(end + 4, bodyEnd) });
    rest = rest.subarray(bodyEnd);
  }
}

/** Every answer of the service has its length; only Node's own refusals may have chunks, which are empty. */
function bodyLength(headers: RawAnswer['headers']): number {
  const found = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
  return found.has('transfer-encoding') ? '0\r\n\r\n'.length : Number(found.get('content-length') ?? 0);
}

/** A whole request as text. */
export function requestText(line: string, headers: readonly string[] = [], body = ''): string {
  return [line, 'Host: catalogue.test', ...headers, '', body].join('\r\n');
}
