import { fieldDecorator, withoutUndefined, toLimits } from './field-decorator.js';
import type { FieldDecorator, FieldOptions, ValueOf } from './field-decorator.js';
import type { DtoClass } from './field-table.js';

/** Options of an array, which is never null (SHAPE-2). */
export interface ListOptions<Item> extends Pick<FieldOptions<Item>, 'optional'> {
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly example?: readonly Item[];
}

const listLimits = ({ minItems, maxItems }: ListOptions<unknown> = {}, unique?: true) =>
  toLimits({ minItems, maxItems, unique });

function listSchema<Item>({ minItems, maxItems, example }: ListOptions<Item> = {}) {
  return withoutUndefined({ minItems, maxItems, example });
}

/** An object of another DTO class: a summary of a referenced entity, or a part of this one (SHAPE-1, SHAPE-9). */
export function Embedded<Dto extends object, const Options extends FieldOptions<Dto>>(
  dto: () => DtoClass<Dto>,
  description: string,
  options?: Options,
): FieldDecorator<ValueOf<Dto, Options>> {
  return fieldDecorator({
    field: { kind: 'object', dto },
    options,
    description,
    schema: { type: () => dto(), ...withoutUndefined({ example: options?.example }) },
  });
}

/** An array of objects of another DTO class, in a stable order (SHAPE-10). */
export function ListOf<Dto extends object, const Options extends ListOptions<Dto>>(
  dto: () => DtoClass<Dto>,
  description: string,
  options?: Options,
): FieldDecorator<ValueOf<Dto[], Options>> {
  return fieldDecorator({
    field: { kind: 'array', dto, ...listLimits(options) },
    options,
    description,
    schema: { type: () => dto(), isArray: true, ...listSchema(options) },
  });
}

/** An array of strings, in the order in which they were written (SHAPE-10). */
export function TextList<const Options extends ListOptions<string>>(
  description: string,
  options: Options,
): FieldDecorator<ValueOf<string[], Options>> {
  return fieldDecorator({
    field: { kind: 'array', ...listLimits(options) },
    options,
    description,
    schema: { type: 'string', isArray: true, ...listSchema(options) },
  });
}

/** An array of values of an enumeration, each at most once. */
export function ListOfValues<const Value extends string, const Options extends ListOptions<Value>>(
  values: readonly Value[],
  description: string,
  options?: Options,
): FieldDecorator<ValueOf<Value[], Options>> {
  return fieldDecorator({
    field: { kind: 'array', values, ...listLimits(options, true) },
    options,
    description,
    schema: { enum: [...values], isArray: true, uniqueItems: true, ...listSchema(options) },
  });
}

/** An object whose keys are not part of the contract; it is returned unchanged. */
export function OpaqueObject<const Options extends FieldOptions<object>>(
  description: string,
  options: Options,
): FieldDecorator<ValueOf<Record<string, unknown>, Options>> {
  return fieldDecorator({
    field: { kind: 'object' },
    options,
    description,
    schema: { type: 'object', additionalProperties: true, ...withoutUndefined({ example: options.example }) },
  });
}
