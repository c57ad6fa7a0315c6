import { fieldDecorator, withoutUndefined, toLimits } from './field-decorator.js';
import type { FieldDecorator, FieldOptions, FieldParts, ValueOf } from './field-decorator.js';
import type { TextFormat } from './text-format.js';

/** Options of a text: length in characters, a regular expression with its meaning, a format (`uri`, `email`, …). */
interface TextOptions extends FieldOptions<string> {
  readonly example: string | null;
  readonly maxLength?: number;
  readonly pattern?: RegExp;
  readonly form?: string;
  readonly format?: TextFormat;
}

/** Options of a number: inclusive bounds, or the only allowed values. */
interface NumberOptions extends FieldOptions<number> {
  readonly example: number | null;
  readonly min?: number;
  readonly max?: number;
  readonly values?: readonly number[];
}

/** Options of an enumeration: `schemaName` gives it a named schema in the OpenAPI document. */
interface EnumOptions<Value> extends FieldOptions<Value> {
  readonly schemaName?: string;
}

const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

const exampleId = '0198c1a2-7d40-7b3e-9c55-2f6a8e1d0b47';
const exampleInstant = '2026-03-01T09:00:00.000Z';
const exampleDate = '2026-03-01';

function chooseExample<Value>(options: FieldOptions<Value> | undefined, otherwise: Value): Value | null {
  return options?.example === undefined ? otherwise : options.example;
}

/** A lower-case UUID (SHAPE-3). */
export function Uuid<const Options extends FieldOptions<string>>(
  description: string,
  options?: Options,
): FieldDecorator<ValueOf<string, Options>> {
  return fieldDecorator({
    field: { kind: 'uuid' },
    options,
    description,
    schema: { type: 'string', format: 'uuid', example: chooseExample(options, exampleId) },
  });
}

/** A string with an optional `maxLength`, `pattern` and `format`. */
export function Text<const Options extends TextOptions>(
  description: string,
  options: Options,
): FieldDecorator<ValueOf<string, Options>> {
  const { maxLength, pattern, form, format, example }: TextOptions = options;
  return fieldDecorator({
    field: { kind: 'text', ...toLimits({ maxLength, pattern, form, format }) },
    options,
    description,
    schema: { type: 'string', ...withoutUndefined({ maxLength, pattern: pattern?.source, format, example }) },
  });
}

function numeric(kind: 'integer' | 'number', description: string, options: NumberOptions): FieldParts {
  const { min, max, values, example } = options;
  return {
    field: { kind, ...toLimits({ min, max, only: values }) },
    options,
    description,
    schema: {
      type: kind,
      ...withoutUndefined({
        minimum: min,
        maximum: max,
        enum: values === undefined ? undefined : [...values],
        example,
      }),
    },
  };
}

/** A whole number. */
export function Integer<const Options extends NumberOptions>(
  description: string,
  options: Options,
): FieldDecorator<ValueOf<number, Options>> {
  return fieldDecorator(numeric('integer', description, options));
}

/** A number that may have a fraction. */
export function NumberField<const Options extends NumberOptions>(
  description: string,
  options: Options,
): FieldDecorator<ValueOf<number, Options>> {
  return fieldDecorator(numeric('number', description, options));
}

/** `true` or `false`. */
export function Flag<const Options extends FieldOptions<boolean>>(
  description: string,
  options?: Options,
): FieldDecorator<ValueOf<boolean, Options>> {
  return fieldDecorator({
    field: { kind: 'boolean' },
    options,
    description,
    schema: { type: 'boolean', example: chooseExample(options, false) },
  });
}

/** A moment: ISO 8601 in UTC with exactly three fraction digits and `Z` (SHAPE-1, SHAPE-4). */
export function Instant<const Options extends FieldOptions<string>>(
  description: string,
  options?: Options,
): FieldDecorator<ValueOf<string, Options>> {
  return fieldDecorator({
    field: { kind: 'datetime' },
    options,
    description,
    schema: {
      type: 'string',
      format: 'date-time',
      pattern: instantPattern.source,
      example: chooseExample(options, exampleInstant),
    },
  });
}

/** A calendar date, `YYYY-MM-DD` (SHAPE-1). */
export function CalendarDate<const Options extends FieldOptions<string>>(
  description: string,
  options?: Options,
): FieldDecorator<ValueOf<string, Options>> {
  return fieldDecorator({
    field: { kind: 'date' },
    options,
    description,
    schema: { type: 'string', format: 'date', example: chooseExample(options, exampleDate) },
  });
}

/** One of the given values. The list may grow in later minor releases (SHAPE-8). */
export function OneOf<const Value extends string, const Options extends EnumOptions<Value>>(
  values: readonly Value[],
  description: string,
  options?: Options,
): FieldDecorator<ValueOf<Value, Options>> {
  const schema = { type: 'string' as const, enum: [...values], example: chooseExample(options, values[0]) };
  const enumName = options?.schemaName;
  return fieldDecorator({
    field: { kind: 'enum', values },
    options,
    description,
    schema: enumName === undefined ? schema : { ...schema, type: 'string', enumName },
  });
}
