import { applyDecorators } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiResponse,
  ApiSecurity,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import {
  type AnyCollectionContract,
  PaginationLinksDto,
  PaginationMetaDto,
  readScope,
  type Scope,
} from '@resource-catalogue/contracts';
import { AnyScope } from '../http/scope.guard.js';
import { codingHeader, linkHeader, requestHeaders, validatorHeaders } from './headers.js';
import { listParameters } from './list-parameters.js';
import { ApiProblems } from './problem-responses.js';

/** Everything about a list operation besides its route: who may, and how the OpenAPI document shows it. */
export function ListOperation(contract: AnyCollectionContract, summary: string): MethodDecorator {
  return applyDecorators(
    ReadOperation(contract, `list_${contract.name}`, summary),
    ...listParameters(contract).map((parameter) => ApiQuery(parameter)),
    ...requestHeaders,
    ApiExtraModels(contract.resource, PaginationLinksDto, PaginationMetaDto),
    ApiOkResponse({
      description: 'One page (LIST-1).',
      headers: { ...validatorHeaders, ...linkHeader, ...codingHeader },
      // VER-1: a key more is no breaking change, so neither this schema nor those in it are closed.
      schema: {
        type: 'object',
        required: ['data', 'links', 'meta'],
        properties: {
          data: { type: 'array', items: { $ref: getSchemaPath(contract.resource) } },
          links: { $ref: getSchemaPath(PaginationLinksDto) },
          meta: { $ref: getSchemaPath(PaginationMetaDto) },
        },
      },
    }),
    ApiResponse({ status: 304, description: notModified, headers: { ...validatorHeaders, ...linkHeader } }),
    ApiProblems(
      {
        invalid_request: [{ parameter: 'limit', code: 'invalid_value', detail: '"0" is not a whole number from 1.' }],
        invalid_cursor: [{ parameter: 'cursor', code: 'invalid_cursor', detail: 'The cursor is damaged or empty.' }],
      },
      ['invalid_request', 'invalid_cursor', ...readProblems],
    ),
  );
}

/** The same for the operation that reads one resource. */
export function GetOperation(contract: AnyCollectionContract, summary: string): MethodDecorator {
  return applyDecorators(
    ReadOperation(contract, `get_${contract.name}`, summary),
    ApiParam({
      name: 'id',
      schema: { type: 'string', format: 'uuid' },
      description: 'The id of the resource (GET-1).',
    }),
    ...requestHeaders,
    ApiExtraModels(contract.resource),
    ApiOkResponse({
      description: 'The object that the list shows (GET-1).',
      headers: { ...validatorHeaders, ...codingHeader },
      schema: {
        type: 'object',
        required: ['data'],
        properties: { data: { $ref: getSchemaPath(contract.resource) } },
      },
    }),
    ApiResponse({ status: 304, description: notModified, headers: validatorHeaders }),
    ApiProblems(
      { invalid_request: [{ parameter: 'id', code: 'invalid_value', detail: 'The id in the path is no UUID.' }] },
      ['invalid_request', 'not_found', ...readProblems],
    ),
  );
}

const notModified = 'What the client has, named in `If-None-Match`, still holds (HTTP-2).';

const readProblems = [
  'missing_token',
  'invalid_token',
  'insufficient_scope',
  'not_acceptable',
  'uri_too_long',
  'headers_too_large',
  'rate_limited',
  'internal_error',
  'unavailable',
] as const;

/** AUTH-3: one of two scopes is enough, and the collection's own is the narrower. */
function ReadOperation(contract: AnyCollectionContract, operationId: string, summary: string): MethodDecorator {
  const scopes: [Scope, Scope] = [readScope(contract.name), 'read'];
  return applyDecorators(
    AnyScope(...scopes),
    ApiTags(contract.name),
    ...scopes.map((scope) => ApiSecurity('bearer', [scope])),
    ApiOperation({
      operationId,
      summary,
      description: `Needs the scope ${scopes.map((scope) => `\`${scope}\``).join(' or ')} (AUTH-3).`,
    }),
  );
}
