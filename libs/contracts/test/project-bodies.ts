import { fieldTable } from '../src/index.js';
import type { DtoClass } from '../src/index.js';

interface Limits {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: Limits;
}

const isLimits = (value: unknown): value is Limits => typeof value === 'object' && value !== null;

function numbersOf({ minLength = 0, maxLength, maxItems, items = {} }: Limits): number[] {
  const lengths = maxLength === undefined ? [] : [minLength, maxLength].filter((length) => length > 0);
  return maxItems === undefined ? lengths : [maxItems, ...numbersOf(items)];
}

/** The table of fields to write that the document should have: field, in a create, in an update, numbers of the limits. */
export function expectedWrites(create: new () => object, update: DtoClass): unknown[][] {
  const prototype = Reflect.getPrototypeOf(new create()) ?? {};
  const changeable = fieldTable(update);
  return [...fieldTable(create).values()].map(({ name, kind, optional, nullable }) => {
    const limits: unknown = Reflect.getMetadata('swagger/apiModelProperties', prototype, name);
    const set = kind === 'array' ? 'replaces' : nullable ? 'null clears' : 'never null';
    return [
      `\`${name}\``,
      optional ? 'optional' : 'required',
      changeable.has(name) ? set : 'not accepted',
      isLimits(limits) ? numbersOf(limits) : [],
    ];
  });
}
