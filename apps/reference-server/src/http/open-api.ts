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

const jsonKinds: readonly Field['kind'][] = ['integer', 'number', 'boolean', 'object', 'array'];

/** Whatever JSON has no type for is a string. */
const typeOf = (kind: Field['kind']): string => (jsonKinds.includes(kind) ? kind : 'string');

function schemaOf(dto: DtoClass): JsonObject {
  const fields = [...fieldTable(dto).values()];
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)])),
    required: fields.filter(({ optional }) => !optional).map(({ name }) => name),
  };
}

function propertyOf({ kind, nullable, dto, values }: Field): JsonObject {
  const type = nullable ? [typeOf(kind), 'null'] : typeOf(kind);
  if (kind === 'array') return { type, items: dto ? schemaOf(dto()) : { type: 'string' } };
  if (kind === 'enum') return { type, enum: nullable ? [...(values ?? []), null] : [...(values ?? [])] };
  return dto ? { ...schemaOf(dto()), type } : { type };
}

function pathsOf({ name, get }: AnyCollectionContract): [path: string, operations: JsonObject][] {
  const answers = { responses: { default: { description: 'See interface.md.' } } };
  const path = `/api/v1/${name}`;
  const isProjects = name === 'projects';
  const paths: [string, JsonObject][] = [[path, { get: answers, ...(isProjects && { post: answers }) }]];
  return get ? [...paths, [`${path}/{id}`, { get: answers, ...(isProjects && { patch: answers }) }]] : paths;
}

/** The OpenAPI document: every operation and every schema that LIST-2 names. */
export function openApiDocument(baseUrl: string): JsonObject {
  const schemas = {
    PaginationLinks: schemaOf(PaginationLinksDto),
    PaginationMeta: schemaOf(PaginationMetaDto),
    ...Object.fromEntries(collections.map(({ resource }) => [resource.name.replace(/Dto$/, ''), schemaOf(resource)])),
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
