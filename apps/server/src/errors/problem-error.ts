import type { ProblemCode } from '@resource-catalogue/contracts';

/** One error of a request and its location (ERR-2). */
export interface ValidationError {
  readonly parameter?: string;
  readonly pointer?: string;
  readonly header?: string;
  readonly code: string;
  readonly detail: string;
}

interface ProblemParts {
  readonly errors?: readonly ValidationError[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown by any layer to reject a request: a code of the API, never an HTTP exception. */
export class ProblemError extends Error {
  readonly errors: readonly ValidationError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly code: ProblemCode,
    detail: string,
    { errors, headers = {} }: ProblemParts = {},
  ) {
    super(detail);
    this.name = 'ProblemError';
    this.errors = errors;
    this.headers = headers;
  }
}

/** ERR-4: a lone invalid cursor has its own code; together with other errors it is listed among them. */
export function invalidRequest(errors: readonly ValidationError[]): ProblemError {
  if (errors.length === 1 && errors[0]?.code === 'invalid_cursor') {
    return new ProblemError('invalid_cursor', errors[0].detail, { errors });
  }
  const count = errors.length === 1 ? 'one error' : `${errors.length} errors`;
  return new ProblemError('invalid_request', `The request has ${count}: see errors.`, { errors });
}
