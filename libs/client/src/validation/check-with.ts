import type { Client } from '../client.js';
import type { ResponseCheck } from '../http/settings.js';

/** What this library needs of a Standard Schema, which zod, valibot, arktype and others implement. */
export interface StandardSchema {
  readonly '~standard': {
    readonly validate: (value: unknown) => SchemaResult | Promise<SchemaResult>;
  };
}

/** What a schema says of a value. */
export interface SchemaResult {
  readonly issues?: readonly SchemaIssue[] | undefined;
}

/** One thing that does not fit. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/**
 * Makes a check of what is read by schemas, one for each collection that is to be judged, by its name in the client. `warn` reports what does not fit
 * and lets it pass; `strict` refuses it with a `decode` error. Values stay as they were sent: schemas judge, they do not
 * transform. Let enumerations be open, as values may be added (SHAPE-8).
 *
 * @example
 * const check = checkWith({ bookings: z.looseObject({ id: z.uuid(), state: z.string() }) }, 'warn');
 * const client = createClient({ baseUrl, token, check });
 */
export function checkWith(
  schemas: Readonly<Partial<Record<Exclude<keyof Client, 'raw' | 'transport'>, StandardSchema>>>,
  mode: 'warn' | 'strict' = 'strict',
): ResponseCheck {
  const byName = new Map(Object.entries(schemas));
  return async (collection, items, warn) => {
    const schema = byName.get(collection.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
    if (schema === undefined) return;
    for (const [index, item] of items.entries()) {
      const { issues } = await schema['~standard'].validate(item);
      if (issues === undefined) continue;
      const message = `${collection}[${index}] does not fit its schema: ${issues.map(sayIssue).join('; ')}`;
      if (mode === 'strict') throw new TypeError(message);
      warn(message);
    }
  };
}

function sayIssue({ message, path = [] }: SchemaIssue): string {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
  return keys.length === 0 ? message : `${keys.join('.')}: ${message}`;
}
