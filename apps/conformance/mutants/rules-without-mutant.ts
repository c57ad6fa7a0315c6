/** Rules of docs/interface.md that have checks but no mutant, with the reason. Rules without a check need no mutant. */
export const rulesWithoutMutant: Readonly<Record<string, string>> = {
  'AUTH-4':
    'Tokens are issued, listed and revoked on the command line. Whether a token of the right form is accepted is broken by mutants of AUTH-2; the one second within which a revocation counts needs an operator at hand.',
  'SHAPE-8': 'The rule speaks of later releases and of what clients put up with.',
};
