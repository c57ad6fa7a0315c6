import { describe, expect, it } from '@jest/globals';
import { fieldTable } from './field-table.js';
import { problemCodes } from './problem-codes.js';
import { ValidationErrorDto, isProblemCode, ProblemDto } from './problem.js';

describe('problem codes', () => {
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
    expect(fieldTable(ProblemDto).get('code')?.values).toEqual(Object.keys(problemCodes));
  });

  it('ERR-2: an error says where it stands in one of three ways', () => {
    const keys = [...fieldTable(ValidationErrorDto).values()].map(({ name, optional }) => name + (optional ? '?' : ''));
    expect(keys).toEqual(['parameter?', 'pointer?', 'header?', 'code', 'detail']);
  });
});
