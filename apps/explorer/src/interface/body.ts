import { type Catalogue, resolved } from './catalogue.js';
import { type JsonObject, asList, asObject, asText, asTexts } from './json.js';
import { collectionBehind, toSingular } from './references.js';

/** A field of a request body. */
export interface BodyField {
  readonly name: string;
  /** `identity` tells which part to keep, and is hidden. */
  readonly kind: 'identity' | 'text' | 'texts' | 'choice' | 'reference' | 'references' | 'parts';
  readonly description: string;
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  /** Maximum number of characters, or of entries. */
  readonly max: number | null;
  readonly isAddress: boolean;
  readonly choices: readonly string[];
  /** The fields of each entry of `parts`. */
  readonly parts: readonly BodyField[];
}

/** The body of an operation, and the scopes, any one of which a token needs. */
export interface BodyShape {
  readonly fields: readonly BodyField[];
  readonly scopes: readonly string[];
}

/** The body of an operation, from the OpenAPI document; null if the operation does not exist. */
export function bodyShape(catalogue: Catalogue, path: string, method: 'post' | 'patch'): BodyShape | null {
  const operation = asObject(asObject(asObject(catalogue.document['paths'])[path])[method]);
  const content = asObject(asObject(operation['requestBody'])['content']);
  const schema = asObject(content['application/json'])['schema'];
  if (schema === undefined) return null;
  return { fields: readBodyFields(catalogue, schema), scopes: asTexts(operation['x-required-scopes']) };
}

function readBodyFields(catalogue: Catalogue, reference: unknown): BodyField[] {
  const schema = resolved(catalogue.document, reference);
  const required = asTexts(schema['required']);
  return Object.entries(asObject(schema['properties'])).map(([name, property]) =>
    toBodyField(catalogue, name, resolved(catalogue.document, property), required.includes(name)),
  );
}

function toBodyField(catalogue: Catalogue, name: string, property: JsonObject, isRequired: boolean): BodyField {
  const items = resolved(catalogue.document, property['items']);
  const kind = chooseKind(catalogue, name, property, items);
  const max = property[kind === 'text' ? 'maxLength' : 'maxItems'];
  return {
    name,
    kind,
    description: asText(property['description']) ?? '',
    isRequired,
    isNullable: asList(property['type']).includes('null'),
    max: typeof max === 'number' ? max : null,
    isAddress: property['format'] === 'uri',
    choices: asTexts(property['enum']),
    parts: kind === 'parts' ? readBodyFields(catalogue, items) : [],
  };
}

function chooseKind(catalogue: Catalogue, name: string, property: JsonObject, items: JsonObject): BodyField['kind'] {
  if (name === 'id') return 'identity';
  const isReference = collectionBehind(catalogue, name) !== null;
  if (property['type'] === 'array') {
    if ('properties' in items) return 'parts';
    return isReference ? 'references' : 'texts';
  }
  if (isReference) return 'reference';
  return 'enum' in property ? 'choice' : 'text';
}

/** The body that describes a row; for an empty row, a body without values. */
export const bodyFrom = (fields: readonly BodyField[], row: JsonObject): JsonObject =>
  Object.fromEntries(fields.map((field) => [field.name, valueIn(row, field)]));

function valueIn(row: JsonObject, { name, kind, isNullable, parts }: BodyField): unknown {
  const idOf = (value: unknown) => asText(asObject(value)['id']);
  const behind = () => {
    const stem = name.replace(/_ids?$/, '');
    return row[Object.keys(row).find((key) => key === stem || toSingular(key) === stem) ?? ''];
  };
  switch (kind) {
    case 'reference':
      return idOf(behind());
    case 'references':
      return asList(behind()).flatMap((one) => idOf(one) ?? []);
    case 'parts':
      return asList(row[name]).map((part) => bodyFrom(parts, asObject(part)));
    case 'texts':
      return asTexts(row[name]);
    case 'text':
      return asText(row[name]) ?? (isNullable ? null : '');
    case 'identity':
    case 'choice':
      return asText(row[name]);
  }
}

/** The changed fields in the form in which they are sent: without empty lines, and null for an empty nullable text. */
export function collectChanges(fields: readonly BodyField[], base: JsonObject, values: JsonObject): JsonObject {
  const changed = fields.filter((field) => !isSame(sent(field, base), sent(field, values)));
  return Object.fromEntries(changed.map((field) => [field.name, sent(field, values)]));
}

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function sent({ name, kind, isNullable, parts }: BodyField, values: JsonObject): unknown {
  const value = values[name];
  if (kind === 'texts') return asTexts(value).filter((text) => text.trim() !== '');
  if (kind === 'text' && value === '' && isNullable) return null;
  if (kind !== 'parts') return value;
  return asList(value).map((part) => {
    const entries = parts.map((field) => [field.name, sent(field, asObject(part))] as const);
    // A part without an identity is new.
    return Object.fromEntries(entries.filter(([key, one]) => key !== 'id' || one !== null));
  });
}
