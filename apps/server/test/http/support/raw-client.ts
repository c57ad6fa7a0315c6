import { setTimeout as sleep } from 'node:timers/promises';
import { connectTo } from '@resource-catalogue/testing/sockets';
import type { Answer } from '../../support/service.js';

/** One answer as its bytes say it: nothing merged, nothing decoded. */
export interface RawAnswer {
  readonly status: number;
  /** Names as sent, in order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

interface Exchange {
  readonly answers: readonly RawAnswer[];
  /** Whether the service ended the connection by itself. */
  readonly closed: boolean;
}

interface ExchangeOptions {
  /** Answers after which there is nothing to wait for. */
  readonly answers?: number;
  /** Whether the answers are to a HEAD, and so have no body whatever their length says. */
  readonly head?: boolean;
}

export function headerOf({ headers }: RawAnswer, name: string): string | undefined {
  return headers.find(([known]) => known.toLowerCase() === name.toLowerCase())?.[1];
}

/** The same as other clients show it; throws where there was no answer. */
export function asAnswer(answer: RawAnswer | undefined): Pick<Answer, 'status' | 'headers' | 'text'> {
  if (!answer) throw new Error('There was no answer.');
  const headers = Object.fromEntries(answer.headers.map(([name, value]) => [name.toLowerCase(), value]));
  return { status: answer.status, headers, text: answer.body.toString() };
}

/** Sends bytes exactly as they are and reads what comes back. A service that hangs ends the test in its time. */
export async function exchange(
  port: number,
  bytes: string | Buffer | readonly (string | Buffer)[],
  { answers: wanted = 1, head = false }: ExchangeOptions = {},
): Promise<Exchange> {
  const socket = connectTo(port);
  let received: Buffer = Buffer.alloc(0);
  const pieces = typeof bytes === 'string' || Buffer.isBuffer(bytes) ? [bytes] : bytes;
  try {
    return await new Promise<Exchange>((resolve) => {
      const settle = (closed: boolean): void => {
        const answers = readAnswers(received, head);
        if (!closed && answers.length < wanted) return;
        resolve({ answers, closed });
      };
      socket.on('data', (chunk) => {
        received = Buffer.concat([received, chunk]);
        settle(false);
      });
      // A service that refuses what it has not read whole resets the connection; what it said before counts.
      socket.on('close', () => settle(true));
      void sendPieces(pieces, (piece) => !socket.destroyed && socket.write(asBytes(piece)));
    });
  } finally {
    socket.destroy();
  }
}

/** With pauses, so that the pieces arrive apart. */
async function sendPieces(
  pieces: readonly (string | Buffer)[],
  write: (piece: string | Buffer) => void,
): Promise<void> {
  for (const piece of pieces) {
    write(piece);
    await sleep(2);
  }
}

/** One byte for each character: what a test writes as `\u00ff` is the byte 0xFF. */
const asBytes = (piece: string | Buffer): Buffer => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece);

function readAnswers(bytes: Buffer, head: boolean): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = bytes;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return answers;
    const [statusLine = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const status = Number(/^HTTP\/1\.1 ([1-5][0-9]{2}) /.exec(statusLine)?.[1]);
    if (!Number.isInteger(status)) throw new Error(`The service wrote no status line but ${statusLine}`);
    const headers = lines.map((line): [string, string] => {
      const match = /^([^:\s]+): ?(.*)$/.exec(line);
      if (match?.[1] === undefined || match[2] === undefined)
        throw new Error(`The service wrote no header but ${line}`);
      return [match[1], match[2]];
    });
    const bodyless = head || status < 200 || status === 204 || status === 304;
    const bodyEnd = end + 4 + (bodyless ? 0 : bodyLength(headers));
    if (rest.length < bodyEnd) return answers;
    // 100 Continue is no answer yet.
    if (status >= 200) answers.push({ status, headers, body: rest.subarray(end + 4, bodyEnd) });
    rest = rest.subarray(bodyEnd);
  }
}

/** The service tells the length of all that it sends; only Node's own refusals may come in chunks, of which they have none. */
function bodyLength(headers: RawAnswer['headers']): number {
  const found = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
  return found.has('transfer-encoding') ? '0\r\n\r\n'.length : Number(found.get('content-length') ?? 0);
}

/** A whole request as text; without a body unless the lines bring one. */
export function requestText(line: string, headers: readonly string[] = [], body = ''): string {
  return [line, 'Host: catalogue.test', ...headers, '', body].join('\r\n');
}
