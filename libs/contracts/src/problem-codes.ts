/** A problem code: its status, its title, and the text of its page `/problems/{code}` (ERR-2, ERR-3). */
export interface ProblemMeaning {
  readonly status: number;
  readonly title: string;
  /** The meaning of the code and what to do, in plain sentences. */
  readonly explanation: string;
}

/** Every problem code of the API, in the order of ERR-3. */
export const problemCodes = {
  invalid_request: {
    status: 400,
    title: 'Invalid request',
    explanation:
      'The request is invalid, so nothing was done. Each entry of errors gives one error and its location. Fix all of them and send the request again.',
  },
  invalid_cursor: {
    status: 400,
    title: 'Invalid cursor',
    explanation:
      'The cursor is damaged, or belongs to another list. A cursor is valid only for the collection, sort and filters of its page. Start again at the first page, or follow links.next unchanged.',
  },
  missing_token: {
    status: 401,
    title: 'Missing token',
    explanation:
      'Every operation requires an access token, and this request had none. Send it in the header "Authorization: Bearer <token>". The operator of the service issues tokens.',
  },
  invalid_token: {
    status: 401,
    title: 'Invalid token',
    explanation:
      'The access token is unknown, damaged, expired or revoked. Check that it was sent completely; otherwise ask the operator of the service for a new one.',
  },
  insufficient_scope: {
    status: 403,
    title: 'Insufficient scope',
    explanation:
      'The access token is valid, but does not allow this operation. The WWW-Authenticate header gives the narrowest sufficient scope. Ask the operator of the service for a token with that scope.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    explanation:
      'This URL does not exist. Either no resource has the id, or the path is not part of the API. Paths match exactly: lower case, without a trailing slash.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    explanation:
      'The URL exists, but does not support this method. The Allow header lists the supported methods. Only projects can be written.',
  },
  not_acceptable: {
    status: 406,
    title: 'Not acceptable',
    explanation:
      'The Accept header excludes JSON, the only format of the API. Send "Accept: application/json", or omit the header.',
  },
  conflict: {
    status: 409,
    title: 'Conflict',
    explanation:
      'The request conflicts with the state of the project, or an earlier request with the same idempotency key is still running. If there is a Retry-After header, wait that many seconds and repeat the request. Otherwise read the project again and adapt the request.',
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
    explanation: 'The request body is larger than 1 MiB. Send a smaller one.',
  },
  uri_too_long: {
    status: 414,
    title: 'URL too long',
    explanation:
      'The URL is too long: the request line and headers together are limited to 16 KiB. Filter by fewer values at a time.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    explanation:
      'The operation does not accept this type of body. Send JSON with "Content-Type: application/json". The Accept-Post or Accept-Patch header lists all accepted types.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency key reused',
    explanation:
      'The idempotency key was already used with another body, so nothing was stored. A key identifies one request. Repeat exactly that request, or use a new key.',
  },
  headers_too_large: {
    status: 431,
    title: 'Headers too large',
    explanation:
      'The headers are too large: the request line and headers together are limited to 16 KiB. Send fewer or shorter headers.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    explanation:
      'The access token, or the IP address that sent rejected tokens, has used up its quota. Wait the number of seconds in Retry-After and send the request again. The RateLimit header shows the remaining quota.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    explanation:
      'The service failed unexpectedly; the request is not at fault. Try again later. If it happens again, report the request_id to the operator.',
  },
  unavailable: {
    status: 503,
    title: 'Unavailable',
    explanation:
      'The service is temporarily unavailable: it is starting or stopping, its database is down, or the query exceeded the time limit. Wait the number of seconds in Retry-After and try again. Narrower filters make expensive queries faster.',
  },
} as const satisfies Readonly<Record<string, ProblemMeaning>>;

/** A problem code (ERR-3). */
export type ProblemCode = keyof typeof problemCodes;
