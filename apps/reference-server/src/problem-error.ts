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

/** The refusal of what has errors; a cursor alone has a code of its own (ERR-4). */
export function invalidRequest(errors: readonly ValidationError[]): ProblemError {
  const cursorAlone = errors.every(({ code }) => code === 'invalid_cursor');
  const [code, message] = cursorAlone
    ? (['invalid_cursor', 'The cursor does not fit this list.'] as const)
    : (['invalid_request', 'The request is not valid: see errors.'] as const);
  return new ProblemError(code, message, {}, errors);
}
