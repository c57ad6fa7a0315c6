import { problemCodes } from '@resource-catalogue/contracts';
import type { Behaviour } from './behaviour.js';
import { soundBehaviour } from './sound-behaviour.js';
import type { Answer, Request } from './http/exchange.js';
import { ProblemError } from './problem-error.js';

/** Faults between a client and a server that rarely occur by themselves. */
export const faults = ['rate_limited', 'unavailable', 'slow', 'broken_json', 'cut_off'] as const;

export type Fault = (typeof faults)[number];

export interface FaultOptions {
  /** The fault of requests without the header `X-Mock-Fault`. */
  readonly fault: Fault | null;
  /** Applies the fault to every nth of these requests. */
  readonly every: number;
  /** Duration of a slow response, in milliseconds. */
  readonly delay: number;
}

/** The sound server with faults requested by a header or the command line. */
export function withFaults({ fault, every, delay }: FaultOptions): Behaviour {
  let requests = 0;
  const chosen = new WeakMap<Request, Fault | null>();
  const choose = (request: Request): Fault | null => {
    const named = faults.find((known) => known === request.headers['x-mock-fault']);
    if (named !== undefined) return named;
    requests += 1;
    return requests % every === 0 ? fault : null;
  };
  return {
    ...soundBehaviour,
    sent: (answer, request) => {
      const found = choose(request);
      chosen.set(request, found);
      return soundBehaviour.sent(found === null ? answer : spoilt(answer, request, found), request);
    },
    transmit: (answer, request, response) => {
      const found = chosen.get(request);
      if (found === 'slow') {
        const timer = setTimeout(() => soundBehaviour.transmit(answer, request, response), delay);
        response.on('close', () => clearTimeout(timer));
      } else if (found === 'cut_off') {
        response.writeHead(answer.status, answer.headers);
        response.write(answer.body?.subarray(0, answer.body.length / 2) ?? '', () => response.destroy());
      } else soundBehaviour.transmit(answer, request, response);
    },
  };
}

const detail = 'This fault was requested from the mock. Try again in 1 s.';
const wait = { 'Retry-After': '1' };

function spoilt(answer: Answer, request: Request, fault: Fault): Answer {
  switch (fault) {
    case 'rate_limited':
      return problem(request, new ProblemError('rate_limited', detail, { ...wait, RateLimit: '"default";r=0;t=1' }));
    case 'unavailable':
      return problem(request, new ProblemError('unavailable', detail, wait));
    case 'broken_json': {
      const body = Buffer.from('{"data":[{"id":');
      const { 'Content-Encoding': _, ...headers } = answer.headers;
      return { ...answer, headers: { ...headers, 'Content-Length': String(body.length) }, body };
    }
    case 'slow':
    case 'cut_off':
      return answer;
  }
}

function problem(request: Request, refusal: ProblemError): Answer {
  const value = soundBehaviour.problemOf(refusal, request.requestId, `http://${request.headers.host ?? ''}`);
  const body = Buffer.from(JSON.stringify(value));
  const headers = {
    'Content-Type': 'application/problem+json',
    'Content-Length': String(body.length),
    'X-Request-Id': request.requestId,
    ...refusal.headers,
  };
  return { status: problemCodes[refusal.code].status, headers, body };
}
