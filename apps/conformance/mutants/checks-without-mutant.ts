/** Checks that no mutant of the reference server fails, with the reason. */
export const checksWithoutMutant: Readonly<Record<string, string>> = {
  'client-lists-what-the-wire-shows': 'It checks the client: see test/client-mutants.',
  'client-writes-what-the-wire-shows': 'It checks the client: see test/client-mutants.',
  'refused-tokens-are-counted-by-address': 'It needs --allow-burst.',
};
