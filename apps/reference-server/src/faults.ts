import { problemResponse } from './http/responses.js';
import type { ResponseData, Request } from './http/exchange.js';
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
        rate_limited: (response, ...to) => send(faultResponse(response, 'rate_limited', url), ...to),
        unavailable: (response, ...to) => send(faultResponse(response, 'unavailable', url), ...to),
        broken_json: (response, ...to) => send(withBody(response, Buffer.from('{"data":[{"id":')), ...to),
        slow: (data, request, response) => {
          const timer = setTimeout(() => send(data, request, response), delay);
          response.on('close', () => clearTimeout(timer));
        },
        cut_off: ({ status, headers, body }, _, response) => {
          response.writeHead(status, headers);
          response.write(body?.subarray(0, body.length / 2) ?? '', () => response.destroy());
        },
      };
      return (data, request, response) => {
        const chosen = choose(request);
        (chosen === undefined ? send : sendWith[chosen])(data, request, response);
      };
    },
  };
}

/** The response with another body, which is not compressed. */
function withBody(
  { status, headers: { 'Content-Encoding': _, ...headers } }: ResponseData,
  body: Buffer,
): ResponseData {
  return { status, headers: { ...headers, 'Content-Length': String(body.length) }, body };
}

function faultResponse({ headers }: ResponseData, code: 'rate_limited' | 'unavailable', url: string): ResponseData {
  const requestId = headers['X-Request-Id'] ?? '';
  const error = new ProblemError(code, 'This fault was requested from the mock. Try again in 1 s.', {
    'X-Request-Id': requestId,
    'Retry-After': '1',
    ...(code === 'rate_limited' && { RateLimit: '"default";r=0;t=1' }),
  });
  const response = problemResponse(error, requestId, url);
  return withBody(response, response.body);
}
