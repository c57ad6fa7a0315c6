import { arrayOf, isObject, type JsonObject, objectOf, textOf } from '@resource-catalogue/testing/json';

/** An OpenAPI document, with its references followed. */
export class Document {
  constructor(readonly root: JsonObject) {}

  /** Every operation by its id. */
  operations(): Map<string, DocumentedOperation> {
    const found = new Map<string, DocumentedOperation>();
    for (const [path, item] of Object.entries(objectOf(this.root['paths']))) {
      for (const [method, value] of Object.entries(objectOf(item))) {
        const operation = objectOf(value);
        found.set(textOf(operation['operationId']), { path, method: method.toUpperCase(), operation });
      }
    }
    return found;
  }

  schemas(): JsonObject {
    return objectOf(objectOf(this.root['components'])['schemas']);
  }

  parametersOf({ operation }: DocumentedOperation): JsonObject[] {
    return arrayOf(operation['parameters'] ?? []).map((parameter) => this.resolved(parameter));
  }

  /** The response for a status, with the headers that it names. */
  responseOf({ operation }: DocumentedOperation, status: number): { headers: string[]; content: JsonObject } {
    const response = this.resolved(objectOf(operation['responses'])[String(status)]);
    return { headers: Object.keys(objectOf(response['headers'] ?? {})), content: objectOf(response['content'] ?? {}) };
  }

  statusesOf({ operation }: DocumentedOperation): number[] {
    return Object.keys(objectOf(operation['responses'])).map(Number);
  }

  resolved(part: unknown): JsonObject {
    const object = objectOf(part);
    const reference = object['$ref'];
    if (reference === undefined) return object;
    let found: unknown = this.root;
    for (const step of textOf(reference).split('/').slice(1)) found = objectOf(found)[step];
    return this.resolved(found);
  }
}

export interface DocumentedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: JsonObject;
}

/** The same schemas, closed: the document leaves them open for later releases, but this one sends no key more (SHAPE-2). */
export function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (!isObject(schema)) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return isObject(schema['properties']) && !('additionalProperties' in schema)
    ? { ...inner, additionalProperties: false }
    : inner;
}
