import { problemCodes } from '@resource-catalogue/contracts';
import { type Behaviour, soundBehaviour } from './behaviour.js';
import type { Answer, Request } from './http/exchange.js';
import { ProblemError } from './problem-error.js';

/** What can go wrong between a client and a server, and is hard to wait for. */
export const faults = ['rate_limited', 'unavailable', 'slow', 'broken_json', 'cut_off'] as const;

export type Fault = (typeof faults)[number];

export interface FaultOptions {
  /** The fault of requests that name none in the header `X-Mock-Fault`. */
  readonly fault: Fault | null;
  /** Each so manieth of them has it: 1 for all. */
  readonly every: number;
  /** How long a slow answer takes, in milliseconds. */
  readonly delay: number;
}

/** The server as it must be, but for the faults that a request or the command line asks for. */
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

const wished = 'The mock was asked for this. Try again in 1 s.';
const wait = { 'Retry-After': '1' };

function spoilt(answer: Answer, request: Request, fault: Fault): Answer {
  switch (fault) {
    case 'rate_limited':
      return problem(request, new ProblemError('rate_limited', wished, { ...wait, RateLimit: '"default";r=0;t=1' }));
    case 'unavailable':
      return problem(request, new ProblemError('unavailable', wished, wait));
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
