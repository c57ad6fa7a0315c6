import { ApiHeader } from '@nestjs/swagger';

const text = { type: 'string' } as const;

/** Of every answer (HTTP-1). */
const requestIdHeader = {
  'X-Request-Id': {
    description: 'Names this request in logs (HTTP-1).',
    schema: text,
    example: '0198c1c0-09e0-7802-9950-2bd8f91c4736',
  },
};

/** Of every answer to a request whose token is good (RATE-2). */
const limitHeaders = {
  'RateLimit-Policy': {
    description: 'The quota and its window in seconds (RATE-2).',
    schema: text,
    example: '"default";q=600;w=60',
  },
  RateLimit: {
    description: 'What is left, and the seconds to the reset (RATE-2).',
    schema: text,
    example: '"default";r=599;t=60',
  },
};

/** Of every answer to a read that succeeds, 304 included (HTTP-2). */
export const validatorHeaders = {
  ...requestIdHeader,
  ...limitHeaders,
  ETag: {
    description: 'Strong validator of the uncompressed body (HTTP-2).',
    schema: text,
    example: '"pvWCv0vW5eY9yFbWzXkZ9mJ0b3c"',
  },
  'Cache-Control': { description: 'Always `private, no-cache` (HTTP-2).', schema: text, example: 'private, no-cache' },
  Vary: {
    description: 'Always names `Authorization` and `Accept-Encoding` (HTTP-2).',
    schema: text,
    example: 'Authorization, Accept-Encoding',
  },
};

/** Of every answer to a write that succeeds (WRITE-1). */
export const writeHeaders = {
  ...requestIdHeader,
  ...limitHeaders,
  ETag: validatorHeaders.ETag,
  'Cache-Control': { description: 'Always `no-store` (HTTP-2).', schema: text, example: 'no-store' },
};

export const linkHeader = {
  Link: {
    description: 'The targets of `links`, as RFC 8288 has it (LIST-4).',
    schema: text,
    example:
      '<https://catalogue.example.org/api/v1/bookings?limit=100>; rel="first", <https://catalogue.example.org/api/v1/bookings?limit=100&cursor=AZjBovS2fxKx3g>; rel="next"',
  },
};

/** Of a body that may be compressed (HTTP-5). */
export const codingHeader = {
  'Content-Encoding': {
    description: 'How a body above 1 KiB is compressed, if `Accept-Encoding` allows it (HTTP-5).',
    schema: { type: 'string', enum: ['br', 'gzip'] },
  },
};

const challenge = (description: string, example: string) => ({
  'WWW-Authenticate': { description, schema: text, example },
});

const retryAfter = (description: string) => ({
  'Retry-After': { description, schema: { type: 'integer', minimum: 1 }, example: 12 },
});

/** Before the token is known there is no quota to tell of. */
const beforeQuotas = [401, 414, 431];

/** Of a problem with this status. */
export function problemHeaders(status: number) {
  return {
    ...requestIdHeader,
    ...(!beforeQuotas.includes(status) && limitHeaders),
    ...(status === 401 && challenge('What is missing or wrong (AUTH-2).', 'Bearer realm="catalogue"')),
    ...(status === 403 &&
      challenge(
        'The narrowest scope that would do (AUTH-3).',
        'Bearer realm="catalogue", error="insufficient_scope", scope="bookings:read"',
      )),
    ...(status === 429 && retryAfter('Whole seconds until a request succeeds again (RATE-2).')),
    ...(status === 503 && retryAfter('Whole seconds to wait (ERR-3).')),
  };
}

export const requestIdParameter = ApiHeader({
  name: 'X-Request-Id',
  required: false,
  description: 'An id of the client for this request, which the answer repeats (HTTP-1).',
  schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
});

/** Request headers that every read takes. */
export const requestHeaders = [
  ApiHeader({
    name: 'If-None-Match',
    required: false,
    description: 'ETags that are known, or `*`: 304 if one of them still holds (HTTP-2).',
    schema: text,
  }),
  requestIdParameter,
];
