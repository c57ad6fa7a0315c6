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
  ProjectCreateDto,
  ProjectUpdateDto,
} from '@resource-catalogue/contracts';
import type { JsonObject } from '../json.js';

const jsonKinds: readonly Field['kind'][] = ['integer', 'number', 'boolean', 'object', 'array'];

/** Kinds without a JSON type are strings. */
const jsonType = (kind: Field['kind']): string => (jsonKinds.includes(kind) ? kind : 'string');

function toSchema(dto: DtoClass): JsonObject {
  const fields = [...fieldTable(dto).values()];
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, toProperty(field)])),
    required: fields.filter(({ optional }) => !optional).map(({ name }) => name),
  };
}

function toProperty({ kind, nullable, dto, values }: Field): JsonObject {
  const type = nullable ? [jsonType(kind), 'null'] : jsonType(kind);
  if (kind === 'array') return { type, items: dto ? toSchema(dto()) : { type: 'string' } };
  if (kind === 'enum') return { type, enum: nullable ? [...(values ?? []), null] : [...(values ?? [])] };
  return dto ? { ...toSchema(dto()), type } : { type };
}

type Kind = 'list' | 'get' | 'create' | 'update';

/** Statuses specific to an operation. */
const statuses: Readonly<Record<Kind, readonly number[]>> = {
  list: [200, 304],
  get: [200, 304, 404],
  create: [201, 409, 413, 415, 422],
  update: [200, 404, 409, 412, 413, 415],
};

const statusesOfAll = [400, 401, 403, 406, 414, 429, 431, 500, 503];

const idParameter = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

function toOperation(kind: Kind, { name, filters }: AnyCollectionContract): JsonObject {
  const fields = kind === 'list' ? [...filterTable(filters).values()] : [];
  const names = fields.flatMap(({ field, operators }) => operators.map((one) => `filters[${field}][${one}]`));
  const query = kind === 'list' ? [...Object.keys(listParams), ...names] : [];
  const answers = [...statuses[kind], ...statusesOfAll];
  return {
    operationId: operationIdOf(kind, name),
    parameters: [
      ...(kind === 'get' || kind === 'update' ? [idParameter] : []),
      ...query.map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
    ],
    responses: Object.fromEntries(answers.map((status) => [status, { description: 'See interface.md.' }])),
  };
}

function listPaths(contract: AnyCollectionContract): [path: string, operations: JsonObject][] {
  const { name, get } = contract;
  const path = `/api/v1/${name}`;
  const of = (kind: Kind): JsonObject => toOperation(kind, contract);
  const isProjects = name === 'projects';
  const paths: [string, JsonObject][] = [[path, { get: of('list'), ...(isProjects && { post: of('create') }) }]];
  const single = { get: of('get'), ...(isProjects && { patch: of('update') }) };
  return get ? [...paths, [`${path}/{id}`, single]] : paths;
}

/** The OpenAPI document, with every operation and every schema named in LIST-2. */
export function openApiDocument(baseUrl: string): JsonObject {
  const schemas = {
    PaginationLinks: toSchema(PaginationLinksDto),
    PaginationMeta: toSchema(PaginationMetaDto),
    ...Object.fromEntries(collections.map(({ resource }) => [resource.name.replace(/Dto$/, ''), toSchema(resource)])),
    ProjectCreate: toSchema(ProjectCreateDto),
    ProjectUpdate: toSchema(ProjectUpdateDto),
    CategoryType: { type: 'string', enum: [...categoryTypes] },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Resource Catalogue', version: '1' },
    servers: [{ url: baseUrl }],
    paths: Object.fromEntries(collections.flatMap(listPaths)),
    components: { schemas },
  };
}
