import { type ProblemCode, singularWords, type ValidationErrorCode } from '@resource-catalogue/contracts';

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
  if (errors.every(({ code }) => code === 'invalid_cursor'))
    return new ProblemError('invalid_cursor', errors.map(({ detail }) => detail).join(' '), {}, errors);
  const count = errors.length === 1 ? 'one error' : `${errors.length} errors`;
  return new ProblemError('invalid_request', `The request has ${count}: see errors.`, {}, errors);
}

export const unknownPath = (): ProblemError => new ProblemError('not_found', 'This path does not exist.');

export const unknownId = (collection: string, id: string): ProblemError =>
  new ProblemError('not_found', `No ${singularWords(collection)} has the id ${id}.`);

export const methodNotAllowed = (methods: readonly string[]): ProblemError =>
  new ProblemError('method_not_allowed', `Use one of the methods of this path: ${methods.join(', ')}.`, {
    Allow: methods.join(', '),
  });
