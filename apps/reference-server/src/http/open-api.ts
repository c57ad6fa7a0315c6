import {
  type AnyCollectionContract,
  categoryTypes,
  collections,
  type DtoClass,
  type Field,
  fieldTable,
  filterTable,
  listParams,
  operationIdOf,
  PaginationLinksDto,
  PaginationMetaDto,
  pathOf,
  ProjectCreateDto,
  ProjectUpdateDto,
} from '@resource-catalogue/contracts';
import type { JsonObject } from '../json.js';

const jsonKinds: readonly Field['kind'][] = ['integer', 'number', 'boolean', 'object', 'array'];

function toSchema(dto: DtoClass): JsonObject {
  const fields = [...fieldTable(dto).values()];
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, toProperty(field)])),
    required: fields.filter(({ optional }) => !optional).map(({ name }) => name),
  };
}

/** Kinds without a JSON type are strings. */
function toProperty({ kind, nullable, dto, values = [] }: Field): JsonObject {
  const own = jsonKinds.includes(kind) ? kind : 'string';
  const type = nullable ? [own, 'null'] : own;
  if (kind === 'array') return { type, items: dto ? toSchema(dto()) : { type: 'string' } };
  if (kind === 'enum') return { type, enum: nullable ? [...values, null] : [...values] };
  return dto ? { ...toSchema(dto()), type } : { type };
}

function toOperation(kind: Parameters<typeof operationIdOf>[0], { name, filters }: AnyCollectionContract): JsonObject {
  const names = [...filterTable(filters).values()].flatMap(({ field, operators }) =>
    operators.map((operator) => `filters[${field}][${operator}]`),
  );
  const query = kind === 'list' ? [...Object.keys(listParams), ...names] : [];
  return {
    operationId: operationIdOf(kind, name),
    parameters: query.map((parameter) => ({ name: parameter, in: 'query', schema: { type: 'string' } })),
    responses: { default: { description: 'See the API documentation.' } },
  };
}

const idParameter = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

function pathsOf(contract: AnyCollectionContract): [path: string, operations: JsonObject][] {
  const path = pathOf(contract);
  const of = (kind: Parameters<typeof toOperation>[0]): JsonObject => toOperation(kind, contract);
  const isProjects = contract.name === 'projects';
  const single = { parameters: [idParameter], get: of('get'), ...(isProjects && { patch: of('update') }) };
  return [
    [path, { get: of('list'), ...(isProjects && { post: of('create') }) }],
    ...(contract.get ? [[`${path}/{id}`, single] satisfies [string, JsonObject]] : []),
  ];
}

/** The OpenAPI document, with every operation and every schema named in LIST-2. */
export function openApiDocument(baseUrl: string): JsonObject {
  const resources = collections.map(({ resource }) => resource);
  const written = [PaginationLinksDto, PaginationMetaDto, ProjectCreateDto, ProjectUpdateDto];
  const schemas = [...resources, ...written].map((dto) => [dto.name.replace(/Dto$/, ''), toSchema(dto)] as const);
  return {
    openapi: '3.1.0',
    info: { title: 'Resource Catalogue', version: '1' },
    servers: [{ url: baseUrl }],
    paths: Object.fromEntries(collections.flatMap(pathsOf)),
    components: {
      schemas: { ...Object.fromEntries(schemas), CategoryType: { type: 'string', enum: [...categoryTypes] } },
    },
  };
}
