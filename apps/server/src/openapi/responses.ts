import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiResponse, type ApiResponseOptions, getSchemaPath } from '@nestjs/swagger';
import { ProblemDto, type ProblemCode, problemCodes } from '@resource-catalogue/contracts';
import type { ValidationError } from '../errors/problem-error.js';

const text = { type: 'string' } as const;

export const textHeader = (description: string, example?: string) => ({
  description,
  schema: text,
  ...(example !== undefined && { example }),
});

/** Headers of every response (HTTP-1). */
const requestIdHeader = {
  'X-Request-Id': textHeader('Identifies this request in logs (HTTP-1).', '0198c1c0-09e0-7802-9950-2bd8f91c4736'),
};

/** Headers of every response to a valid token (RATE-2). */
const limitHeaders = {
  'RateLimit-Policy': textHeader('The quota and its window in seconds (RATE-2).', '"default";q=600;w=60'),
  RateLimit: textHeader(
    'The remaining requests, and the seconds until the window ends (RATE-2).',
    '"default";r=599;t=60',
  ),
};

/** Headers of every successful response to a read, including 304 (HTTP-2). */
export const validatorHeaders = {
  ...requestIdHeader,
  ...limitHeaders,
  ETag: textHeader('Strong validator of the uncompressed body (HTTP-2).', '"pvWCv0vW5eY9yFbWzXkZ9mJ0b3c"'),
  'Cache-Control': textHeader('Always `private, no-cache` (HTTP-2).', 'private, no-cache'),
  Vary: textHeader('Always lists `Authorization` and `Accept-Encoding` (HTTP-2).', 'Authorization, Accept-Encoding'),
};

/** Headers of every successful response to a write (WRITE-1). */
export const writeHeaders = {
  ...requestIdHeader,
  ...limitHeaders,
  ETag: validatorHeaders.ETag,
  'Cache-Control': textHeader('Always `no-store` (HTTP-2).', 'no-store'),
};

const bookings = 'https://catalogue.example.org/api/v1/bookings?limit=100';

export const linkHeader = {
  Link: textHeader(
    'The targets of `links` as an RFC 8288 header (LIST-4).',
    `<${bookings}>; rel="first", <${bookings}&cursor=AZjBovS2fxKx3g>; rel="next"`,
  ),
};

/** Headers of a body that may be compressed (HTTP-5). */
export const codingHeader = {
  'Content-Encoding': {
    description: 'Compression of a body above 1 KiB, if `Accept-Encoding` requests one (HTTP-5).',
    schema: { type: 'string', enum: ['br', 'gzip'] },
  },
};

const challenge = (description: string, example: string) => ({
  'WWW-Authenticate': textHeader(description, example),
});

const retryAfter = (description: string) => ({
  'Retry-After': { description, schema: { type: 'integer', minimum: 1 }, example: 12 },
});

/** Responses before authentication have no quota. */
const beforeQuotas = [401, 414, 431];

/** Headers of a problem with this status. */
function problemHeaders(status: number) {
  return {
    ...requestIdHeader,
    ...(!beforeQuotas.includes(status) && limitHeaders),
    ...(status === 401 &&
      challenge('The required scheme, and what is wrong with the token (AUTH-2).', 'Bearer realm="catalogue"')),
    ...(status === 403 &&
      challenge(
        'The narrowest scope that allows the operation (AUTH-3).',
        'Bearer realm="catalogue", error="insufficient_scope", scope="bookings:read"',
      )),
    ...(status === 429 && retryAfter('Whole seconds until requests succeed again (RATE-2).')),
    ...(status === 503 && retryAfter('Whole seconds to wait before a retry (ERR-3).')),
  };
}

export const requestIdParameter = ApiHeader({
  name: 'X-Request-Id',
  required: false,
  description: "The client's own id for this request, which the response repeats (HTTP-1).",
  schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
});

/** Request headers that every read accepts. */
export const requestHeaders = [
  ApiHeader({
    name: 'If-None-Match',
    required: false,
    description: 'ETags that the client has, or `*`: the response is 304 if one of them is still current (HTTP-2).',
    schema: text,
  }),
  requestIdParameter,
];

/** Possible entries of a 400 of the operation. */
type ExampleErrors = Partial<Record<ProblemCode, readonly ValidationError[]>>;

/** Additional headers of an operation, by status. */
type OwnHeaders = Readonly<Record<number, NonNullable<ApiResponseOptions['headers']>>>;

/** The problems of an operation: a response for each status, with an example for each code (ERR-2, ERR-3). */
export function ApiProblems(
  errors: ExampleErrors,
  codes: readonly ProblemCode[],
  ownHeaders: OwnHeaders = {},
): MethodDecorator {
  const statuses = [...new Set(codes.map((code) => problemCodes[code].status))].sort();
  return applyDecorators(
    ApiExtraModels(ProblemDto),
    ...statuses.map((status) => {
      const ofStatus = codes.filter((code) => problemCodes[code].status === status);
      return ApiResponse({
        status,
        description: ofStatus.map((code) => `${problemCodes[code].title}: \`${code}\`.`).join(' '),
        headers: { ...problemHeaders(status), ...ownHeaders[status] },
        content: {
          'application/problem+json': {
            schema: { $ref: getSchemaPath(ProblemDto) },
            examples: Object.fromEntries(ofStatus.map((code) => [code, { value: example(code, errors[code]) }])),
          },
        },
      });
    }),
  );
}

function example(code: ProblemCode, errors: readonly ValidationError[] | undefined) {
  const { status, title, explanation } = problemCodes[code];
  return {
    type: `https://catalogue.example.org/problems/${code}`,
    title,
    status,
    detail: /^.*?\.(?= |$)/.exec(explanation)?.[0] ?? title,
    code,
    request_id: '0198c1c0-09e0-7802-9950-2bd8f91c4736',
    ...(errors && { errors }),
  };
}
