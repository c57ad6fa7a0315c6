/** Checks that no mutant of the reference server fails, with the reason. */
export const checksWithoutMutant: Readonly<Record<string, string>> = {
  'client-lists-match-raw-requests': 'It checks the client: see test/client-mutants.',
  'client-writes-match-raw-requests': 'It checks the client: see test/client-mutants.',
  'rejected-tokens-are-limited-by-address': 'It needs --allow-burst.',
};
