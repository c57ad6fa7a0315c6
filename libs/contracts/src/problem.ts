import { ApiSchema } from '@nestjs/swagger';
import { validationErrorCodes } from './validation-error-codes.js';
import { Integer, OneOf, Text } from './fields.js';
import { ListOf } from './nested-fields.js';
import { problemCodes, type ProblemCode } from './problem-codes.js';

const problemCodeNames: readonly ProblemCode[] = Object.keys(problemCodes).filter(isProblemCode);

/** Whether a text is a problem code of this release (ERR-3). */
export function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(problemCodes, text);
}

/** One error in a request and its location: exactly one of `parameter`, `pointer` and `header` (ERR-2). */
@ApiSchema({
  name: 'ValidationError',
  description: 'One error in a request. Exactly one of `parameter`, `pointer` and `header` gives its location.',
})
export class ValidationErrorDto {
  @Text('The query parameter as it was sent, or `id` for the id in the path.', {
    optional: true,
    example: 'filters[state][in]',
  })
  parameter?: string;

  @Text('Location in the body, as a JSON Pointer (RFC 6901).', { optional: true, example: '/steps/0/title' })
  pointer?: string;

  @Text('The header of the request.', { optional: true, example: 'Idempotency-Key' })
  header?: string;

  @Text(`Code for programs. Later releases may add codes to ${validationErrorCodes.join(', ')}.`, {
    example: 'invalid_value',
  })
  code!: string;

  @Text('Explanation for people: what is wrong and what to do.', {
    example: 'open is not one of pending, confirmed, rejected, canceled, no_show.',
  })
  detail!: string;
}

/** The body of every error, sent as `application/problem+json` (ERR-2), without internals of the service (ERR-5). */
@ApiSchema({ name: 'Problem', description: 'An error, as RFC 9457 `application/problem+json`.' })
export class ProblemDto {
  @Text('URL of a page that explains the code.', {
    format: 'uri',
    example: 'https://catalogue.example.org/problems/invalid_request',
  })
  type!: string;

  @Text('Meaning of the code in a few words.', { example: 'Invalid request' })
  title!: string;

  @Integer('Status code, equal to that of the status line.', { example: 400 })
  status!: number;

  @Text('Explanation of this error, for people.', { example: 'The request has one error: see errors.' })
  detail!: string;

  @OneOf(problemCodeNames, 'Code for programs.')
  code!: ProblemCode;

  @Text('The `X-Request-Id` of the response, by which the operator finds the request.', {
    example: '0198c1c0-09e0-7802-9950-2bd8f91c4736',
  })
  request_id!: string;

  @ListOf(() => ValidationErrorDto, 'All errors; present exactly when the status is 400.', {
    optional: true,
    example: [
      {
        parameter: 'filters[state][in]',
        code: 'invalid_value',
        detail: 'open is not one of pending, confirmed, rejected, canceled, no_show.',
      },
    ],
  })
  errors?: ValidationErrorDto[];
}
