import { problemAnswer } from './http/answers.js';
import type { Answer, Request } from './http/exchange.js';
import type { Send, Wraps } from './parts.js';
import { ProblemError } from './problem-error.js';

/** Faults between a client and a server that rarely occur by themselves. */
export const faults = ['rate_limited', 'unavailable', 'slow', 'broken_json', 'cut_off'] as const;

export type Fault = (typeof faults)[number];

export interface FaultOptions {
  /** The fault of requests without the header `X-Mock-Fault`. */
  readonly fault?: Fault | undefined;
  /** Applies the fault to every nth of these requests. */
  readonly every: number;
  /** Duration of a slow response, in milliseconds. */
  readonly delay: number;
}

/** Faults requested by a header or the command line. */
export function withFaults({ fault, every, delay }: FaultOptions): Wraps {
  let requests = 0;
  const choose = ({ headers }: Request): Fault | undefined => {
    const named = faults.find((known) => known === headers['x-mock-fault']);
    if (named !== undefined) return named;
    requests += 1;
    return requests % every === 0 ? fault : undefined;
  };
  return {
    send: (send, { url }) => {
      const sendWith: Readonly<Record<Fault, Send>> = {
        rate_limited: (answer, ...to) => send(refused(answer, 'rate_limited', url), ...to),
        unavailable: (answer, ...to) => send(refused(answer, 'unavailable', url), ...to),
        broken_json: (answer, ...to) => send(withBody(answer, Buffer.from('{"data":[{"id":')), ...to),
        slow: (answer, request, response) => {
          const timer = setTimeout(() => send(answer, request, response), delay);
          response.on('close', () => clearTimeout(timer));
        },
        cut_off: ({ status, headers, body }, _, response) => {
          response.writeHead(status, headers);
          response.write(body?.subarray(0, body.length / 2) ?? '', () => response.destroy());
        },
      };
      return (answer, request, response) => {
        const chosen = choose(request);
        (chosen === undefined ? send : sendWith[chosen])(answer, request, response);
      };
    },
  };
}

/** The response with another body, which is not compressed. */
function withBody({ status, headers: { 'Content-Encoding': _, ...headers } }: Answer, body: Buffer): Answer {
  return { status, headers: { ...headers, 'Content-Length': String(body.length) }, body };
}

function refused({ headers }: Answer, code: 'rate_limited' | 'unavailable', url: string): Answer {
  const requestId = headers['X-Request-Id'] ?? '';
  const refusal = new ProblemError(code, 'This fault was requested from the mock. Try again in 1 s.', {
    'X-Request-Id': requestId,
    'Retry-After': '1',
    ...(code === 'rate_limited' && { RateLimit: '"default";r=0;t=1' }),
  });
  const answer = problemAnswer(refusal, requestId, url);
  return withBody(answer, answer.body);
}
