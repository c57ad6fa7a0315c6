import { createRequire } from 'node:module';
import type { ProblemCode } from '@resource-catalogue/contracts';
import { isObject, type Json, textOf, valuesAt } from '../../json.js';

const require = createRequire(import.meta.url);

/** The vectors are data of the contract; the suite reads what the text of the interface itself decides. */
function vectors(name: string): Json[] {
  const read: unknown = require(`@resource-catalogue/contracts/wire-vectors/${name}.json`);
  return Array.isArray(read) ? (read as Json[]) : [];
}

interface BadQuery {
  readonly title: string;
  readonly collection: string;
  readonly query: string;
  /** Null where the interface leaves open which code of a 400 it is. */
  readonly code: ProblemCode | null;
  readonly parameters: readonly string[];
}

/** What is no text at all is refused by FILT-9 and FILT-11, which name no code: it need not be taken for a cursor. */
const isNoText = (query: string): boolean => /%00|%(?![0-9a-f]{2})/i.test(query);

function codeOf(query: string, codes: readonly string[]): ProblemCode | null {
  if (codes.length !== 1 || codes[0] !== 'invalid_cursor') return 'invalid_request';
  return isNoText(query) ? null : 'invalid_cursor';
}

/** Whether a set is too large only because of several notations: any of its parameters may then be named. */
const isOfSeveralNames = (query: string, codes: readonly string[]): boolean =>
  codes.includes('too_many') && query.includes('[]=');

/** Bad queries. Where the name itself is broken, how it is named in the answer is left open. */
export function badQueries(): BadQuery[] {
  return vectors('bad-list-queries').map((vector) => {
    const codes = valuesAt(vector, 'errors[].code').map(textOf);
    const parameters = valuesAt(vector, 'errors[].parameter').map(textOf);
    const query = textOf(valuesAt(vector, 'query')[0]);
    return {
      title: textOf(valuesAt(vector, 'title')[0]),
      collection: textOf(valuesAt(vector, 'collection')[0]),
      query,
      code: codeOf(query, codes),
      parameters: isOfSeveralNames(query, codes)
        ? []
        : parameters.filter((parameter) => parameter !== '' && !/[% ]/.test(parameter)),
    };
  });
}

/** Whether the interface leaves open what a text means: years before the first, offsets beyond any clock. */
const isOpen = (text: string): boolean => /^0000-12-31T23:30|[+-]\d\d:[6-9]\d$|[+-]2[0-3]:\d\d$|^\+|−/.test(text);

function instants(good: boolean): string[] {
  return vectors('instants')
    .filter((vector) => isObject(vector) && (vector['instant'] !== null) === good)
    .map((vector) => textOf(valuesAt(vector, 'text')[0]))
    .filter((text) => !isOpen(text));
}

export const badInstants = (): string[] => instants(false);

export const goodInstants = (): string[] => instants(true);
