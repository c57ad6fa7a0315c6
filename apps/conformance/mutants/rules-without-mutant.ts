/** The rules of interface.md that checks test, and no mutant breaks, with the reason. Those without a check have none either. */
export const rulesWithoutMutant: Readonly<Record<string, string>> = {
  'AUTH-4':
    'Tokens are issued, listed and revoked on the command line. Whether a token of the right form is accepted is broken by mutants of AUTH-2; the one second within which a revocation counts needs an operator at hand.',
  'SHAPE-8': 'The rule speaks of later releases and of what clients put up with.',
};
