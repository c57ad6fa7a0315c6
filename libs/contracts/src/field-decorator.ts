import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { ValidateBy, ValidateIf } from 'class-validator';
import { recordField, type Field, type FieldLimits } from './field-table.js';
import { keepsSetWhen, setWhenText, type SetWhen } from './set-when.js';

/**
 * Options that every field has: whether it may be null, with which value of another field it is not, whether its key may be
 * absent (never in a resource, SHAPE-2), and the value that the OpenAPI document shows.
 */
export interface FieldOptions<Value> {
  readonly nullable?: boolean;
  readonly setWhen?: SetWhen;
  readonly optional?: boolean;
  readonly example?: Value | null;
}

type Same<Left, Right> = [Left] extends [Right] ? ([Right] extends [Left] ? unknown : never) : never;

/** A decorator that compiles only on a property whose type is exactly `Value`. */
export type FieldDecorator<Value> = <Dto extends object, Key extends keyof Dto>(
  prototype: Dto,
  name: Key & Same<Dto[Key], Value>,
) => void;

/** `Value`, and null or undefined as well when the options say `nullable: true` or `optional: true`. */
export type ValueOf<Value, Options> =
  | Value
  | (Options extends { readonly nullable: true } ? null : never)
  | (Options extends { readonly optional: true } ? undefined : never);

/** What a field decorator does with a property: our table, the OpenAPI schema, the validation rules. */
export interface FieldParts {
  readonly field: Pick<Field, 'kind' | 'values' | 'dto' | 'limits' | 'normal'>;
  readonly description: string;
  readonly options: Pick<FieldOptions<unknown>, 'nullable' | 'setWhen' | 'optional'> | undefined;
  readonly schema: ApiPropertyOptions;
  readonly rules: readonly PropertyDecorator[];
}

/** Makes the one decorator out of the three things that a field is said for. */
export function fieldDecorator<Value>(parts: FieldParts): FieldDecorator<Value> {
  const { field, description, schema, rules } = parts;
  const { nullable = false, setWhen, optional = false } = parts.options ?? {};
  const decorate = (prototype: object, name: PropertyKey): void => {
    const property = String(name);
    ApiProperty({ description, ...schema, ...(nullable && { nullable }) })(prototype, property);
    if (optional) ApiPropertyOptional()(prototype, property);
    for (const rule of rules) rule(prototype, property);
    // IsOptional would let both null and an absent key pass, of which SHAPE-2 forbids the latter.
    if (setWhen) SetOnlyWhen(setWhen)(prototype, property);
    else if (nullable) ValidateIf((_, value) => value !== null)(prototype, property);
    if (optional) ValidateIf((_, value) => value !== undefined)(prototype, property);
    recordField(
      prototype,
      { name: property, description, nullable, optional, ...(setWhen && { setWhen }), ...field },
      decorate,
    );
  };
  return decorate;
}

/** Validates null, too, where the other field asks for a value. */
function SetOnlyWhen(setWhen: SetWhen): PropertyDecorator {
  return (prototype, property) => {
    const field = { name: String(property), setWhen };
    ValidateIf((object: object, value) => value !== null || !keepsSetWhen(field, object))(prototype, property);
    ValidateBy({
      name: 'setWhen',
      validator: {
        validate: (_, args) => args !== undefined && keepsSetWhen(field, args.object),
        defaultMessage: () => `${field.name} ${setWhenText(setWhen)}`,
      },
    })(prototype, property);
  };
}

/**
 * A class decorator that shows other example values than the blocks of the class do, so that the OpenAPI document tells of
 * a place where the block that places share with machines tells of a machine.
 */
export function Examples<const Dto extends object>(examples: Dto) {
  return (dto: { readonly prototype: { [Key in keyof Dto]: unknown } }): void => {
    for (const [name, example] of Object.entries(examples)) ApiProperty({ example })(dto.prototype, name);
  };
}

/** The limits of a field that has any. */
export function limited(limits: { readonly [Name in keyof FieldLimits]: FieldLimits[Name] | undefined }): {
  readonly limits?: FieldLimits;
} {
  const set = given(limits);
  return Object.keys(set).length === 0 ? {} : { limits: set };
}

type Present<Options> = { [Key in keyof Options]: Exclude<Options[Key], undefined> };

/** The options that are given: the OpenAPI document must not have keys without a value. */
export function given<const Options extends object>(options: Options): Partial<Present<Options>>;
export function given(options: object): object {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
