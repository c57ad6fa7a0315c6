import type { Collections } from '../client.js';
import type { ResponseCheck } from '../http/options.js';
import { camelCase } from '../resources/resource.js';

/** The part of Standard Schema that this library uses; zod, valibot, arktype and others implement it. */
export interface StandardSchema {
  readonly '~standard': {
    readonly validate: (value: unknown) => SchemaResult | Promise<SchemaResult>;
  };
}

/** The result of a validation. */
export interface SchemaResult {
  readonly issues?: readonly SchemaIssue[] | undefined;
}

/** One validation issue. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/**
 * Makes a check from schemas, by the client's names of the collections to check. For an invalid resource, `warn` emits a warning, and `strict` rejects the response with a `decode` error. Schemas do not
 * transform: values stay as they were sent. Leave enumerations open, as values may be added (SHAPE-8).
 *
 * @example
 * const check = checkWith({ bookings: z.looseObject({ id: z.uuid(), state: z.string() }) }, 'warn');
 * const client = createClient({ baseUrl, token, check });
 */
export function checkWith(
  schemas: Readonly<Partial<Record<keyof Collections, StandardSchema>>>,
  mode: 'warn' | 'strict' = 'strict',
): ResponseCheck {
  const byName = new Map(Object.entries(schemas));
  return async (collection, items, warn) => {
    const schema = byName.get(camelCase(collection));
    if (schema === undefined) return;
    for (const [index, item] of items.entries()) {
      const { issues } = await schema['~standard'].validate(item);
      if (issues === undefined) continue;
      const message = `${collection}[${index}] does not fit its schema: ${issues.map(describeIssue).join('; ')}`;
      if (mode === 'strict') throw new TypeError(message);
      warn(message);
    }
  };
}

function describeIssue({ message, path = [] }: SchemaIssue): string {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
  return keys.length === 0 ? message : `${keys.join('.')}: ${message}`;
}
