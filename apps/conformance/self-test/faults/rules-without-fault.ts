/** The rules of interface.md that no fault of the catalogue breaks, and why no request from outside could show one. */
export const rulesWithoutFault: Readonly<Record<string, string>> = {
  'AUTH-4':
    'Tokens are issued, listed and revoked on the command line. Whether a token of the right form is accepted is a fault of AUTH-2; the one second within which a revocation counts needs an operator at hand.',
  'AUTH-5': 'An OpenID Connect issuer is the operator’s choice, and a suite has no key to sign its tokens with.',
  'SHAPE-8': 'The rule speaks of later releases and of what clients put up with.',
  'EVENT-1': 'That nothing is sent anywhere cannot be seen in the answers to requests.',
  'STATE-1': 'The rule promises nothing.',
};
