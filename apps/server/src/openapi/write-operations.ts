import { applyDecorators, type Type } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiExtraModels, ApiHeader, ApiOkResponse, getSchemaPath } from '@nestjs/swagger';
import { type AnyCollectionContract, operationIdOf } from '@resource-catalogue/contracts';
import type { ValidationError } from '../errors/problem-error.js';
import { CollectionOperation, idParameter, nounPhrase, resourceSchema } from './operations.js';
import { ApiProblems, codingHeader, requestIdParameter, textHeader, writeHeaders } from './responses.js';

const mediaTypesHeader = textHeader('The media types that the operation accepts (WRITE-2).');

const writeProblems = [
  'missing_token',
  'invalid_token',
  'insufficient_scope',
  'not_acceptable',
  'conflict',
  'payload_too_large',
  'uri_too_long',
  'unsupported_media_type',
  'headers_too_large',
  'rate_limited',
  'internal_error',
  'unavailable',
] as const;

const exampleErrors: readonly ValidationError[] = [
  { pointer: '/steps/0/title', code: 'required', detail: 'This field is required.' },
  { pointer: '/thematic_ids/2', code: 'unknown_reference', detail: 'No resource has this id.' },
];

/** The description of a create operation (WRITE-1, WRITE-7). */
export function CreateOperation(contract: AnyCollectionContract, body: Type): MethodDecorator {
  return applyDecorators(
    WriteOperation(contract, body, operationIdOf('create', contract.name), `Create ${nounPhrase(contract)}`),
    ApiBody({ required: true, schema: { $ref: getSchemaPath(body) } }),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description:
        'Makes retries safe: repeated requests with the same key create only one project. Keys are stored for 24 hours (WRITE-7).',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    }),
    requestIdParameter,
    ApiCreatedResponse({
      description: 'The created resource, or the first response again if the key is repeated (WRITE-1, WRITE-7).',
      headers: {
        ...writeHeaders,
        ...codingHeader,
        Location: {
          description: 'The URL of the created resource (WRITE-1).',
          schema: { type: 'string', format: 'uri' },
        },
        'Idempotency-Replayed': textHeader('`true` if this is the first response again (WRITE-7).'),
      },
      schema: resourceSchema(contract),
    }),
    ApiProblems({ invalid_request: exampleErrors }, ['invalid_request', 'idempotency_key_reused', ...writeProblems], {
      409: {
        'Retry-After': {
          description:
            'Whole seconds to wait: the first request with this `Idempotency-Key` is still running (WRITE-7).',
          schema: { type: 'integer', minimum: 1 },
          example: 1,
        },
      },
      415: { 'Accept-Post': mediaTypesHeader },
    }),
  );
}

/** The description of an update operation (WRITE-1, WRITE-2, WRITE-6). */
export function UpdateOperation(contract: AnyCollectionContract, body: Type): MethodDecorator {
  const schema = { $ref: getSchemaPath(body) };
  return applyDecorators(
    WriteOperation(contract, body, operationIdOf('update', contract.name), `Update ${nounPhrase(contract)}`),
    idParameter,
    ApiBody({ required: true, schema }),
    ApiHeader({
      name: 'If-Match',
      required: false,
      description:
        'The ETag of the version that was read: the response is 412 if the resource has changed since (WRITE-6).',
      schema: { type: 'string' },
    }),
    requestIdParameter,
    ApiOkResponse({
      description: 'The resource after the request, changed or not (WRITE-4).',
      headers: { ...writeHeaders, ...codingHeader },
      schema: resourceSchema(contract),
    }),
    ApiProblems(
      { invalid_request: exampleErrors },
      ['invalid_request', 'not_found', 'precondition_failed', ...writeProblems],
      { 415: { 'Accept-Patch': mediaTypesHeader } },
    ),
  );
}

function WriteOperation(
  contract: AnyCollectionContract,
  body: Type,
  operationId: string,
  summary: string,
): MethodDecorator {
  return applyDecorators(CollectionOperation(contract, operationId, summary), ApiExtraModels(contract.resource, body));
}
