import type { ValidationErrorCode, ProblemCode } from '@resource-catalogue/contracts';

export interface ValidationError {
  readonly place: 'parameter' | 'pointer' | 'header';
  readonly at: string;
  readonly code: ValidationErrorCode;
  readonly detail: string;
}

const errorAt =
  (place: ValidationError['place']) =>
  (at: string, code: ValidationErrorCode, detail: string): ValidationError => ({
    place,
    at: at.toWellFormed(),
    code,
    detail,
  });

export const parameterError = errorAt('parameter');
export const pointerError = errorAt('pointer');
export const headerError = errorAt('header');

export class ProblemError extends Error {
  constructor(
    readonly code: ProblemCode,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
    readonly errors: readonly ValidationError[] = [],
  ) {
    super(message);
  }
}

/** The error for invalid requests; a cursor error alone has its own code (ERR-4). */
export function invalidRequest(errors: readonly ValidationError[]): ProblemError {
  const cursorAlone = errors.every(({ code }) => code === 'invalid_cursor');
  const count = errors.length === 1 ? 'one error' : `${errors.length} errors`;
  const [code, message] = cursorAlone
    ? (['invalid_cursor', errors.map(({ detail }) => detail).join(' ')] as const)
    : (['invalid_request', `The request has ${count}: see errors.`] as const);
  return new ProblemError(code, message, {}, errors);
}
