/** The rules of interface.md that no mutant breaks, and why no request from outside could show one. */
export const rulesWithoutMutant: Readonly<Record<string, string>> = {
  'AUTH-4':
    'Tokens are issued, listed and revoked on the command line. Whether a token of the right form is accepted is broken by mutants of AUTH-2; the one second within which a revocation counts needs an operator at hand.',
  'AUTH-5': 'An OpenID Connect issuer is the operator’s choice, and a suite has no key to sign its tokens with.',
  'ERR-6': 'The database is in the hands of the operator alone: no request can break or lock it.',
  'SHAPE-8': 'The rule speaks of later releases and of what clients put up with.',
  'PAGE-5': 'The suite stores no rows of the length at which a page ends early.',
  'RATE-4':
    'How much memory unread answers may take is the operator’s choice, and filling it would hurt a real server.',
  'HTTP-8': 'A suite cannot stop the server that it asks.',
  'EVENT-1': 'That nothing is sent anywhere cannot be seen in the answers to requests.',
  'STATE-1': 'The rule promises nothing.',
};
