import { applyDecorators } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiQuery,
  type ApiQueryOptions,
  ApiResponse,
  ApiSecurity,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import {
  type AnyCollectionContract,
  defaultLimit,
  type FilterField,
  filterTable,
  listParams,
  maximumSetSize,
  type FilterKind,
  type OperatorOf,
  PaginationLinksDto,
  PaginationMetaDto,
  operationIdOf,
} from '@resource-catalogue/contracts';
import { ApiProblems, codingHeader, linkHeader, requestHeaders, validatorHeaders } from './responses.js';

/** The description of a list operation in the OpenAPI document. */
export function ListOperation(contract: AnyCollectionContract): MethodDecorator {
  return applyDecorators(
    CollectionOperation(contract, operationIdOf('list', contract.name), `List ${contract.name.replaceAll('_', ' ')}`),
    ...listParameters(contract).map((parameter) => ApiQuery(parameter)),
    ...requestHeaders,
    ApiExtraModels(contract.resource, PaginationLinksDto, PaginationMetaDto),
    ApiOkResponse({
      description: 'One page (LIST-1).',
      headers: { ...validatorHeaders, ...linkHeader, ...codingHeader },
      // VER-1: a new key is not a breaking change, so neither this schema nor those in it are closed.
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
        invalid_request: [
          {
            parameter: 'limit',
            code: 'invalid_value',
            detail: '"0" is not a page size. Use a whole number from 1 to 200.',
          },
        ],
        invalid_cursor: [
          {
            parameter: 'cursor',
            code: 'invalid_cursor',
            detail: 'The cursor is damaged or empty. Start again at the first page.',
          },
        ],
      },
      ['invalid_request', 'invalid_cursor', ...readProblems],
    ),
  );
}

/** The description of a get operation in the OpenAPI document. */
export function GetOperation(contract: AnyCollectionContract): MethodDecorator {
  return applyDecorators(
    CollectionOperation(contract, operationIdOf('get', contract.name), `Get ${nounPhrase(contract)}`),
    idParameter,
    ...requestHeaders,
    ApiExtraModels(contract.resource),
    ApiOkResponse({
      description: 'The resource, exactly as in the list (GET-1).',
      headers: { ...validatorHeaders, ...codingHeader },
      schema: resourceSchema(contract),
    }),
    ApiResponse({ status: 304, description: notModified, headers: validatorHeaders }),
    ApiProblems(
      { invalid_request: [{ parameter: 'id', code: 'invalid_value', detail: 'The id in the path is not a UUID.' }] },
      ['invalid_request', 'not_found', ...readProblems],
    ),
  );
}

const notModified = 'Not modified: an ETag in `If-None-Match` is still current (HTTP-2).';

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

export const idParameter = ApiParam({
  name: 'id',
  schema: { type: 'string', format: 'uuid' },
  description: 'The id of the resource (GET-1).',
});

export const resourceSchema = ({ resource }: AnyCollectionContract) => ({
  type: 'object' as const,
  required: ['data'],
  properties: { data: { $ref: getSchemaPath(resource) } },
});

/** The noun of the contract for one resource, like `a machine unit`. */
export function nounPhrase({ resource }: AnyCollectionContract): string {
  const schema = getSchemaPath(resource).replace('#/components/schemas/', '');
  const noun = schema.replace(/(?<=.)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
  return `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** The parts that every operation has. */
export const CollectionOperation = (
  contract: AnyCollectionContract,
  operationId: string,
  summary: string,
): MethodDecorator =>
  applyDecorators(ApiTags(contract.name), ApiSecurity('bearer'), ApiOperation({ operationId, summary }));

type Parameter = Extract<ApiQueryOptions, { schema: unknown }>;
type Schema = Parameter['schema'];

/** The query parameters of a list: each operator of each filter by name; others are rejected (FILT-9). */
function listParameters(contract: AnyCollectionContract): Parameter[] {
  const filters = [...filterTable(contract.filters).values()];
  return [
    {
      name: 'limit',
      required: false,
      description: listParams.limit.description,
      schema: { type: 'integer', minimum: 1, default: defaultLimit, examples: [listParams.limit.example] },
    },
    {
      name: 'cursor',
      required: false,
      description: listParams.cursor.description,
      schema: { type: 'string', minLength: 1, examples: [listParams.cursor.example] },
    },
    {
      name: 'sort',
      required: false,
      description: listParams.sort.description,
      schema: {
        type: 'string',
        enum: contract.sorts.flatMap((sort) => [sort, `-${sort}`]),
        default: contract.defaultSort,
      },
    },
    ...filters.flatMap((filter) =>
      Object.entries(meanings[filter.kind]).map(([operator, meaning]) => filterParameter(filter, operator, meaning)),
    ),
  ];
}

const setMeanings = { in: 'equal to one of these values', not_in: 'equal to none of these values, or null' };

const meanings: { readonly [Kind in FilterKind]: Readonly<Record<OperatorOf<Kind>, string>> } = {
  uuid: setMeanings,
  text: setMeanings,
  enum: setMeanings,
  datetime: {
    lt: 'before this instant',
    lte: 'at or before this instant',
    gt: 'after this instant',
    gte: 'at or after this instant',
  },
  integer: {
    lt: 'less than this number',
    lte: 'at most this number',
    gt: 'greater than this number',
    gte: 'at least this number',
  },
  boolean: { eq: 'equal to this value' },
};

function filterParameter(filter: FilterField, operator: string, meaning: string): Parameter {
  const isSet = operator in setMeanings;
  const items = valueSchema(filter);
  return {
    name: `filters[${filter.field}][${operator}]`,
    required: false,
    description: `${filter.description} \`${operator}\`: ${meaning}.`,
    ...(isSet && { style: 'form', explode: false }),
    schema: isSet ? { type: 'array', items, minItems: 1, maxItems: maximumSetSize } : items,
  };
}

function valueSchema({ kind, values }: FilterField): Schema {
  switch (kind) {
    case 'uuid':
      return { type: 'string', format: 'uuid', examples: ['0198c1a2-7d40-7b3e-9c55-2f6a8e1d0b47'] };
    case 'enum':
      return { type: 'string', enum: [...(values ?? [])] };
    case 'datetime':
      return {
        type: 'string',
        description: 'An ISO 8601 date or datetime (FILT-5).',
        examples: ['2026-03-01', '2026-03-01T09:00:00.000Z'],
      };
    case 'integer':
      return { type: 'integer', format: 'int32', examples: [12] };
    case 'boolean':
      return { type: 'boolean' };
    case 'text':
      return { type: 'string', minLength: 1 };
  }
}
