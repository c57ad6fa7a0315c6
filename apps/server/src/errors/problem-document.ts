import { problemCodes } from '@resource-catalogue/contracts';
import { withoutTokens } from '@resource-catalogue/program';
import type { ProblemError } from './problem-error.js';

interface Occurrence {
  readonly baseUrl: string;
  readonly requestId: string;
}

/** The body of an error (ERR-2). */
export function problemDocument({ code, message, errors }: ProblemError, { baseUrl, requestId }: Occurrence): Buffer {
  const { status, title } = problemCodes[code];
  const body = {
    type: `${baseUrl}/problems/${code}`,
    title,
    status,
    detail: message,
    code,
    request_id: requestId,
    ...(errors && { errors }),
  };
  return Buffer.from(withoutTokens(JSON.stringify(body)));
}
