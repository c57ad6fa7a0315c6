/** What a problem code stands for: its status, its title, and the text of its page `/problems/{code}` (ERR-2, ERR-3). */
export interface ProblemMeaning {
  readonly status: number;
  readonly title: string;
  /** What it means and what to do about it, in plain sentences. */
  readonly explanation: string;
}

/** Every problem code of the interface, in the order of ERR-3. */
export const problemCodes = {
  invalid_request: {
    status: 400,
    title: 'Invalid request',
    explanation:
      'Something in the request cannot be understood or is not allowed, so nothing was done. Each entry of errors names one error and where it stands. Mend them all and send the request again.',
  },
  invalid_cursor: {
    status: 400,
    title: 'Invalid cursor',
    explanation:
      'The cursor is damaged, or it belongs to another list. A cursor holds only for the collection, the sort and the filters of the page that it came with. Start again at the first page, or follow links.next as it was sent.',
  },
  missing_token: {
    status: 401,
    title: 'Missing token',
    explanation:
      'Every operation needs an access token, and this request had none. Send it in the header "Authorization: Bearer <token>". Tokens are given out by the operator of the service.',
  },
  invalid_token: {
    status: 401,
    title: 'Invalid token',
    explanation:
      'The access token is unknown, damaged, expired or revoked. Check that all of it was sent, and ask the operator of the service for a new one if it was.',
  },
  insufficient_scope: {
    status: 403,
    title: 'Insufficient scope',
    explanation:
      'The access token is good, but it does not allow this operation. The WWW-Authenticate header names the narrowest scope that would. Ask the operator of the service for a token with that scope.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    explanation:
      'There is nothing at this address. Either no resource has the id, or the path is not one of the interface. Paths are exact: lower case, without a slash at the end.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    explanation:
      'The address exists, but it does not answer this method. The Allow header lists the methods that it answers. Only projects can be written.',
  },
  not_acceptable: {
    status: 406,
    title: 'Not acceptable',
    explanation:
      'The Accept header excludes JSON, and JSON is all that the interface speaks. Send "Accept: application/json", or leave the header out.',
  },
  conflict: {
    status: 409,
    title: 'Conflict',
    explanation:
      'The request does not fit the state that the project is in, or an earlier request with the same idempotency key is still running. Read the project again and decide anew. If there is a Retry-After header, wait that many seconds and repeat the request.',
  },
  precondition_failed: {
    status: 412,
    title: 'Precondition failed',
    explanation:
      'The project has changed since the ETag in If-Match was read, so nothing was stored. Read the project again, apply your change to it, and send it with the new ETag.',
  },
  payload_too_large: {
    status: 413,
    title: 'Payload too large',
    explanation: 'The body of the request is larger than 1 MiB, so it was not read. Send a smaller one.',
  },
  uri_too_long: {
    status: 414,
    title: 'Address too long',
    explanation:
      'The address of the request is too long: request line and headers together may have 16 KiB. Filter by fewer values at a time.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    explanation:
      'The body is not of a type that this operation reads. Send JSON with "Content-Type: application/json". The Accept-Post or Accept-Patch header lists every type that is read.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency key reused',
    explanation:
      'The idempotency key was sent before with another body, so nothing was stored. A key stands for one request only. Repeat that very request, or use a new key for a new one.',
  },
  headers_too_large: {
    status: 431,
    title: 'Headers too large',
    explanation:
      'The headers of the request are too large: request line and headers together may have 16 KiB. Send fewer or shorter headers.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    explanation:
      'The access token, or the address from which refused tokens were sent, has used up its requests for now. Wait the seconds that Retry-After says and send the request again. The RateLimit header shows what is left.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    explanation:
      'The service failed in a way that it did not expect. That is not your error. Try again later, and tell the operator the request_id if it happens again.',
  },
  unavailable: {
    status: 503,
    title: 'Unavailable',
    explanation:
      'The service cannot answer now: it is starting or stopping, or the question took longer than its time limit. Wait the seconds that Retry-After says and try again. A narrower filter helps when the question was too heavy.',
  },
} as const satisfies Readonly<Record<string, ProblemMeaning>>;

/** A problem code (ERR-3). */
export type ProblemCode = keyof typeof problemCodes;
