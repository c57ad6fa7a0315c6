import { EachRule, presence, Rule, UniqueTexts } from './body-rules.js';
import {
  fieldDecorator,
  withoutUndefined,
  type FieldDecorator,
  type FieldOptions,
  type ValueOf,
} from './field-decorator.js';
import type { DtoClass } from './field-table.js';
import { isWebUrl } from './text-format.js';
import { isUuid } from './uuid.js';

// Decorators for request bodies. Texts are trimmed if their options say so; lengths count code points (WRITE-3).

/** Options of a text in a body; `min` and `max` count code points. */
interface BodyTextOptions extends FieldOptions<string> {
  readonly example: string | null;
  readonly trim?: boolean;
  readonly min?: number;
  readonly max: number;
  /** Accepts http and https URLs only. */
  readonly url?: boolean;
}

/** Options of an array in a body, which must not be null. */
interface BodyListOptions<Item> {
  readonly optional?: boolean;
  readonly max: number;
  readonly example: readonly Item[];
}

const isText = (value: unknown): value is string => typeof value === 'string';
const trimmed = (value: unknown): unknown => (isText(value) ? value.trim() : value);
const lowerCase = (value: unknown): unknown => (isText(value) ? value.toLowerCase() : value);
const ofItems =
  (normal: (item: unknown) => unknown) =>
  (value: unknown): unknown =>
    Array.isArray(value) ? value.map(normal) : value;

/** The length of a text as people and JSON Schema count it: an emoji of one code point counts as one. */
function codePoints(text: string): number {
  return [...text].length;
}

const fits = (value: unknown, min: number, max: number): boolean => {
  if (!isText(value)) return true;
  const length = codePoints(value);
  return length >= min && length <= max;
};

const isUrl = (value: unknown): boolean => !isText(value) || isWebUrl(value);

/** A text in a body. */
export function BodyText<const Options extends BodyTextOptions>(
  description: string,
  options: Options,
): FieldDecorator<ValueOf<string, Options>> {
  const { trim = false, min = 0, max, url = false, example }: BodyTextOptions = options;
  const length = `Must have ${min} to ${max} characters${trim ? ' after trimming' : ''}.`;
  return fieldDecorator({
    field: { kind: 'text', ...(trim && { normal: trimmed }) },
    options,
    description,
    schema: {
      type: 'string',
      minLength: min,
      maxLength: max,
      ...withoutUndefined({ format: url ? 'uri' : undefined, example }),
    },
    rules: [
      ...presence(options),
      Rule('text', 'invalid_value', 'Must be a string.', isText),
      Rule('length', 'invalid_value', length, (value) => fits(value, min, max)),
      ...(url ? [Rule('url', 'invalid_value', 'Must be an http or https URL.', isUrl)] : []),
    ],
  });
}

/** An id in a body, in any case. */
export function BodyId<const Options extends FieldOptions<string>>(
  description: string,
  options: Options,
): FieldDecorator<ValueOf<string, Options>> {
  return fieldDecorator({
    field: { kind: 'uuid', normal: lowerCase },
    options,
    description,
    schema: { type: 'string', format: 'uuid', ...withoutUndefined({ example: options.example }) },
    rules: [...presence(options), Rule('id', 'invalid_value', 'Must be a UUID.', isUuid)],
  });
}

/** One of the given values. */
export function BodyOneOf<const Value extends string, const Options extends FieldOptions<Value>>(
  values: readonly Value[],
  description: string,
  options: Options,
): FieldDecorator<ValueOf<Value, Options>> {
  const known: readonly unknown[] = values;
  return fieldDecorator({
    field: { kind: 'enum', values },
    options,
    description,
    schema: { type: 'string', enum: [...values], ...withoutUndefined({ example: options.example }) },
    rules: [
      ...presence(options),
      Rule('value', 'invalid_value', `Must be one of ${values.join(', ')}.`, (value) => known.includes(value)),
    ],
  });
}

const listRules = ({ optional, max }: BodyListOptions<unknown>): PropertyDecorator[] => [
  ...presence({ optional }),
  Rule('list', 'invalid_value', 'Must be an array.', Array.isArray),
  Rule(
    'size',
    'too_many',
    `Must have at most ${max} entries.`,
    (value) => !Array.isArray(value) || value.length <= max,
  ),
];

/** A set of ids in a body: each at most once, in any order. */
export function BodyIds<const Options extends BodyListOptions<string>>(
  description: string,
  options: Options,
): FieldDecorator<ValueOf<string[], Options>> {
  const { max, example }: BodyListOptions<string> = options;
  return fieldDecorator({
    field: { kind: 'array', normal: ofItems(lowerCase) },
    options,
    description,
    schema: {
      type: 'array',
      items: { type: 'string', format: 'uuid' },
      uniqueItems: true,
      maxItems: max,
      example: [...example],
    },
    rules: [
      ...listRules(options),
      EachRule('ids', 'invalid_value', 'Must be a UUID.', isUuid),
      UniqueTexts('Duplicate entry.', (id) => id),
    ],
  });
}

/** Texts in a body, trimmed and unique regardless of case. */
export function BodyTexts<const Options extends BodyListOptions<string> & { readonly maxLength: number }>(
  description: string,
  options: Options,
): FieldDecorator<ValueOf<string[], Options>> {
  const { max, maxLength, example }: BodyListOptions<string> & { readonly maxLength: number } = options;
  const length = `Must have 1 to ${maxLength} characters after trimming.`;
  return fieldDecorator({
    field: { kind: 'array', normal: ofItems(trimmed) },
    options,
    description,
    schema: {
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength },
      uniqueItems: true,
      maxItems: max,
      example: [...example],
    },
    rules: [
      ...listRules(options),
      EachRule('texts', 'invalid_value', 'Must be a string.', isText),
      EachRule('lengths', 'invalid_value', length, (item) => fits(item, 1, maxLength)),
      UniqueTexts('Duplicate entry (case is ignored).', foldCase),
    ],
  });
}

// Upper case first: it merges letters such as ß and ss, or the two lower-case sigmas, which lower case alone keeps
// apart.
const foldCase = (text: string): string => text.toUpperCase().toLowerCase();

/** Objects of another DTO class in a body, each validated by its own rules. */
export function BodyParts<Dto extends object, const Options extends BodyListOptions<Dto>>(
  dto: () => DtoClass<Dto>,
  description: string,
  options: Options,
): FieldDecorator<ValueOf<Dto[], Options>> {
  const { max, example }: BodyListOptions<Dto> = options;
  return fieldDecorator({
    field: { kind: 'array', dto },
    options,
    description,
    schema: { type: () => dto(), isArray: true, maxItems: max, example: [...example] },
    rules: listRules(options),
  });
}
