/** Rules of docs/interface.md that have checks but no mutant, with the reason. Rules without a check need no mutant. */
export const rulesWithoutMutant: Readonly<Record<string, string>> = {
  'AUTH-4':
    'Tokens are issued, listed and revoked on the command line. Mutants of AUTH-2 break the acceptance of well-formed tokens; checking that a revocation takes effect within a second needs an operator.',
  'SHAPE-8': 'The rule is about later releases and what clients must tolerate.',
};
