import { IsDefined, ValidateBy, ValidateIf } from 'class-validator';
import type { ValidationErrorCode } from './validation-error-codes.js';

/** Details of a broken rule: the error's code, and which items of an array broke it. */
export interface RuleContext {
  readonly code: ValidationErrorCode;
  readonly detail: string;
  /** Positions of the items that broke the rule; absent if the whole value did. */
  readonly items?: (value: readonly unknown[]) => readonly number[];
}

/** A rule of a body field, as class-validator checks it. */
export function Rule(
  name: string,
  code: ValidationErrorCode,
  detail: string,
  holds: (value: unknown) => boolean,
): PropertyDecorator {
  const context: RuleContext = { code, detail };
  return ValidateBy({ name, validator: { validate: holds, defaultMessage: () => detail } }, { context });
}

/** A rule of each item of an array. */
export function EachRule(
  name: string,
  code: ValidationErrorCode,
  detail: string,
  holds: (item: unknown) => boolean,
): PropertyDecorator {
  return itemsRule(name, code, detail, (value) => value.flatMap((item, index) => (holds(item) ? [] : [index])));
}

/** Requires the texts of an array to differ by `keyOf`. */
export function UniqueTexts(detail: string, keyOf: (text: string) => string): PropertyDecorator {
  return itemsRule('unique', 'duplicate', detail, (value) => {
    const seen = new Set<string>();
    return value.flatMap((item, index) => {
      if (typeof item !== 'string') return [];
      const key = keyOf(item);
      if (seen.has(key)) return [index];
      seen.add(key);
      return [];
    });
  });
}

/** Non-arrays are rejected by another rule. */
function itemsRule(
  name: string,
  code: ValidationErrorCode,
  detail: string,
  items: (value: readonly unknown[]) => readonly number[],
): PropertyDecorator {
  const context: RuleContext = { code, detail, items };
  const validate = (value: unknown): boolean => !Array.isArray(value) || items(value).length === 0;
  return ValidateBy({ name, validator: { validate, defaultMessage: () => detail } }, { context });
}

/** Requires the field to be present and not null, unless its options allow otherwise. */
export function presence(options: {
  readonly optional?: boolean | undefined;
  readonly nullable?: boolean | undefined;
}): PropertyDecorator[] {
  const { optional = false, nullable = false } = options;
  const context: RuleContext = { code: 'required', detail: 'This field is required.' };
  return [
    ...(optional && nullable ? [] : [IsDefined({ context })]),
    ...(nullable ? [ValidateIf((_, value) => value !== null)] : []),
    ...(optional ? [ValidateIf((_, value) => value !== undefined)] : []),
  ];
}
