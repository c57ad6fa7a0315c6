import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { recordField, type Field, type FieldLimits, type SetWhen } from './field-table.js';

/**
 * Options of every field: whether it may be null and which value of another field decides that, whether its key may
 * be absent (never in a resource, SHAPE-2), and the example value of the OpenAPI document.
 */
export interface FieldOptions<Value> {
  readonly nullable?: boolean;
  /** Set exactly when the other field has the value. */
  readonly setWhen?: Pick<SetWhen, 'key' | 'is'>;
  /** Null unless the other field has the value; may be null then too. */
  readonly setOnlyWhen?: Pick<SetWhen, 'key' | 'is'>;
  readonly optional?: boolean;
  /** Describes a person: `forget` erases it. */
  readonly personal?: true;
  readonly example?: Value | null;
}

type Same<Left, Right> = [Left] extends [Right] ? ([Right] extends [Left] ? unknown : never) : never;

/** A decorator that compiles only on a property whose type is exactly `Value`. */
export type FieldDecorator<Value> = <Dto extends object, Key extends keyof Dto>(
  prototype: Dto,
  name: Key & Same<Dto[Key], Value>,
) => void;

/** `Value`, plus null or undefined if the options say `nullable: true` or `optional: true`. */
export type ValueOf<Value, Options> =
  | Value
  | (Options extends { readonly nullable: true } ? null : never)
  | (Options extends { readonly optional: true } ? undefined : never);

/** Effects of a field decorator: an entry in the field table, the OpenAPI schema, and the rules of a request body. */
export interface FieldParts {
  readonly field: Pick<Field, 'kind' | 'values' | 'dto' | 'limits' | 'normal'>;
  readonly description: string;
  readonly options:
    | Pick<FieldOptions<unknown>, 'nullable' | 'setWhen' | 'setOnlyWhen' | 'optional' | 'personal'>
    | undefined;
  readonly schema: ApiPropertyOptions;
  readonly rules?: readonly PropertyDecorator[];
}

/** Combines the three effects into one decorator. */
export function fieldDecorator<Value>(parts: FieldParts): FieldDecorator<Value> {
  const { field, description, schema, rules = [] } = parts;
  const { nullable = false, setWhen: always, setOnlyWhen, optional = false, personal } = parts.options ?? {};
  const setWhen = always ?? (setOnlyWhen && { ...setOnlyWhen, only: true as const });
  const decorate = (prototype: object, name: PropertyKey): void => {
    const property = String(name);
    ApiProperty({ description, ...schema, ...(nullable && { nullable }) })(prototype, property);
    if (optional) ApiPropertyOptional()(prototype, property);
    for (const rule of rules) rule(prototype, property);
    recordField(
      prototype,
      {
        name: property,
        description,
        nullable,
        optional,
        ...(setWhen && { setWhen }),
        ...(personal && { personal }),
        ...field,
      },
      decorate,
    );
  };
  return decorate;
}

/**
 * A class decorator that replaces example values of blocks, so that the OpenAPI document shows a place where the
 * block shared with machines shows a machine.
 */
export function Examples<const Dto extends object>(examples: Dto) {
  return (dto: { readonly prototype: { [Key in keyof Dto]: unknown } }): void => {
    for (const [name, example] of Object.entries(examples)) ApiProperty({ example })(dto.prototype, name);
  };
}

/** The limits of a field, if any. */
export function toLimits(limits: { readonly [Name in keyof FieldLimits]: FieldLimits[Name] | undefined }): {
  readonly limits?: FieldLimits;
} {
  const set = withoutUndefined(limits);
  return Object.keys(set).length === 0 ? {} : { limits: set };
}

type Present<Options> = { [Key in keyof Options]: Exclude<Options[Key], undefined> };

/** The options without undefined values: the OpenAPI document must not have keys without a value. */
export function withoutUndefined<const Options extends object>(options: Options): Partial<Present<Options>>;
export function withoutUndefined(options: object): object {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
