import {
  type AnyCollectionContract,
  categoryTypes,
  collections,
  type DtoClass,
  type Field,
  fieldTable,
  PaginationLinksDto,
  PaginationMetaDto,
  ProjectCreateDto,
  ProjectUpdateDto,
} from '@resource-catalogue/contracts';
import type { JsonObject } from '../json.js';

const types: Readonly<Record<Field['kind'], string>> = {
  uuid: 'string',
  text: 'string',
  enum: 'string',
  datetime: 'string',
  date: 'string',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  object: 'object',
  array: 'array',
};

function schemaOf(dto: DtoClass): JsonObject {
  const fields = [...fieldTable(dto).values()];
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)])),
    required: fields.filter(({ optional }) => !optional).map(({ name }) => name),
  };
}

function propertyOf({ kind, nullable, dto, values }: Field): JsonObject {
  const type = nullable ? [types[kind], 'null'] : types[kind];
  if (kind === 'array') return { type, items: dto ? schemaOf(dto()) : { type: 'string' } };
  if (kind === 'enum') return { type, enum: nullable ? [...(values ?? []), null] : [...(values ?? [])] };
  return dto ? { ...schemaOf(dto()), type } : { type };
}

const schemaName = ({ resource }: AnyCollectionContract): string => resource.name.replace(/Dto$/, '');

function pathsOf(contract: AnyCollectionContract): [string, JsonObject][] {
  const answers = { responses: { default: { description: 'See interface.md.' } } };
  const isProjects = contract.name === 'projects';
  const list: [string, JsonObject] = [
    `/api/v1/${contract.name}`,
    { get: answers, ...(isProjects && { post: answers }) },
  ];
  const single: [string, JsonObject] = [
    `/api/v1/${contract.name}/{id}`,
    { get: answers, ...(isProjects && { patch: answers }) },
  ];
  return contract.get ? [list, single] : [list];
}

/** The document of the 36 operations and the 23 schemas (LIST-2). */
export function openApiDocument(baseUrl: string): JsonObject {
  const schemas = {
    PaginationLinks: schemaOf(PaginationLinksDto),
    PaginationMeta: schemaOf(PaginationMetaDto),
    ...Object.fromEntries(collections.map((contract) => [schemaName(contract), schemaOf(contract.resource)])),
    ProjectCreate: schemaOf(ProjectCreateDto),
    ProjectUpdate: schemaOf(ProjectUpdateDto),
    CategoryType: { type: 'string', enum: [...categoryTypes] },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Resource Catalogue', version: '1' },
    servers: [{ url: baseUrl }],
    paths: Object.fromEntries(collections.flatMap(pathsOf)),
    components: { schemas },
  };
}
