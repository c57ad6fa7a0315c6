import { IsDefined, ValidateBy } from 'class-validator';
import type { ValidationErrorCode } from './validation-error-codes.js';

/** What a rule of a body tells besides that it was broken: the error's code, and which items of an array broke it. */
export interface RuleContext {
  readonly code: ValidationErrorCode;
  readonly detail: string;
  /** The positions of the items that broke the rule; absent where the whole value did. */
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

/** The texts of an array must differ by what `keyOf` makes of them. */
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

/** Whatever is no array is another rule's business. */
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

/** The field must be sent, and must not be null. */
export function Required(): PropertyDecorator {
  const context: RuleContext = { code: 'required', detail: 'This field must have a value.' };
  return IsDefined({ context });
}
