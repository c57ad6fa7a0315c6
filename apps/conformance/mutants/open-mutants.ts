import type { MutantId } from './all-mutants.js';

/** Mutants that no check may kill because docs/interface.md allows their behaviour, with the reason. */
export const openMutants: Readonly<Partial<Record<MutantId, string>>> = {
  'envelope-document-has-another-status': 'No rule says which statuses the OpenAPI document lists.',
  'envelope-document-lacks-a-status': 'No rule says which statuses the OpenAPI document lists.',
  'errors-one-of-each-parameter': 'The contract does not say whether two bad values of one set are one error or two.',
  'http-encoded-path':
    'The contract does not say whether a percent-encoded letter is that letter (RFC 3986) or another path (HTTP-7).',
  'http-304-without-tag': 'HTTP-2 requires the headers on a 200; only RFC 9110 says that a 304 repeats them.',
  'http-no-brotli': 'HTTP-5 requires gzip or brotli, so a server may support only one of them.',
  'concurrency-creation-checked': 'The contract does not say what If-Match means on a POST.',
  'markdown-breaks-everywhere': 'CommonMark lets a renderer turn a soft line break into a hard one.',
  'markdown-empty-is-null': 'The contract does not say how an empty description is rendered.',
};
