import type { MutantId } from './all-mutants.js';

/** Mutants that no check may kill because docs/interface.md allows their behaviour, with the reason. */
export const openMutants: Readonly<Partial<Record<MutantId, string>>> = {
  'errors-one-of-each-parameter': 'Whether two bad values of one set are one error or two is not said.',
  'http-encoded-path':
    'Whether a percent-encoded letter is the letter (RFC 3986) or another path (HTTP-7) is not said.',
  'http-304-without-tag': 'HTTP-2 asks for headers on a 200; that a 304 repeats them is said by RFC 9110 alone.',
  'http-no-brotli': 'HTTP-5 asks for gzip or brotli: a server may know one of them alone.',
  'concurrency-creation-checked': 'What If-Match means on a POST is not said.',
  'markdown-breaks-everywhere': 'CommonMark lets a renderer make a soft line break a hard one.',
  'markdown-empty-is-null': 'The contract does not say how an empty description is rendered.',
};
