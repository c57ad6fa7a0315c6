import { describe, expect, it } from '@jest/globals';
import { validationErrorCodes } from './validation-error-codes.js';
import { fieldTable } from './field-table.js';
import { problemCodes } from './problem-codes.js';
import { ValidationErrorDto, isProblemCode, ProblemDto } from './problem.js';

// ERR-3, copied by hand.
const statuses = {
  invalid_request: 400,
  invalid_cursor: 400,
  missing_token: 401,
  invalid_token: 401,
  insufficient_scope: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  conflict: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  headers_too_large: 431,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
};

describe('problem codes', () => {
  it('ERR-3: are those of the interface, with their statuses', () => {
    const found = Object.entries(problemCodes).map(([code, { status }]) => [code, status]);
    expect(found).toEqual(Object.entries(statuses));
  });

  it.each(Object.entries(problemCodes))(
    'ERR-2: the page of %s has a title and sentences',
    (_, { title, explanation }) => {
      expect(title).toMatch(/^[A-Z][a-z ]+$/);
      expect(explanation).toMatch(/^[A-Z].{40,}\.$/);
      // The pages and the OpenAPI document put these texts into HTML and Markdown as they are.
      expect(explanation.replaceAll('<token>', '')).not.toMatch(/[<>`]/);
    },
  );

  it('are told from other texts', () => {
    expect(isProblemCode('not_found')).toBe(true);
    expect(isProblemCode('toString')).toBe(false);
  });
});

describe('the bodies of errors', () => {
  it('ERR-2: a problem has the keys of RFC 9457 and ours; only errors may be absent', () => {
    const keys = [...fieldTable(ProblemDto).values()].map(({ name, optional }) => name + (optional ? '?' : ''));
    expect(keys).toEqual(['type', 'title', 'status', 'detail', 'code', 'request_id', 'errors?']);
    expect(fieldTable(ProblemDto).get('code')?.values).toEqual(Object.keys(statuses));
  });

  it('ERR-2: an error says where it stands in one of three ways', () => {
    const keys = [...fieldTable(ValidationErrorDto).values()].map(({ name, optional }) => name + (optional ? '?' : ''));
    expect(keys).toEqual(['parameter?', 'pointer?', 'header?', 'code', 'detail']);
  });

  it('ERR-2: the error codes hold every code that the interface names', () => {
    expect(validationErrorCodes).toEqual(
      expect.arrayContaining([
        'unknown_parameter',
        'unknown_field',
        'unknown_operator',
        'invalid_value',
        'invalid_cursor',
        'duplicate',
        'too_many',
        'required',
        'unknown_reference',
        'too_large',
      ]),
    );
  });
});
