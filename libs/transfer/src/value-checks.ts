import {
  type DtoClass,
  type Field,
  type FieldLimits,
  fieldTable,
  keepsSetWhen,
  setWhenText,
} from '@resource-catalogue/contracts';
import { escaped, isObject } from '@resource-catalogue/program';
import { shortened } from './import-limits.js';
import { isDate, isInstant, isUuid } from './text-formats.js';

/** Takes what is wrong with one value: where it is, as an RFC 6901 pointer, and what would be right. */
export type ReportValue = (pointer: string, detail: string) => void;

/** Whether values are as a field says; and, once one is not, what is wrong with it. */
export interface ValueCheck {
  readonly test: (value: unknown) => boolean;
  readonly explain: (value: unknown, pointer: string, report: ReportValue) => void;
}

/** Whether a key may be absent, by its path: `seats/price/category/name`. */
export type MayBeAbsent = (path: string) => boolean;

/** Errors that are reported of one value; the others are counted. */
const maxReported = 10;

/** Compiles the fields of a DTO. Most values are right, so errors are looked for only after a test fails. */
export function checkOf(dto: DtoClass, mayBeAbsent: MayBeAbsent): ValueCheck {
  const { test, explain } = objectCheck(dto, mayBeAbsent, '');
  return {
    test,
    explain: (value, pointer, report) => {
      let count = 0;
      explain(value, pointer, (at, detail) => {
        count += 1;
        if (count <= maxReported) report(at, detail);
      });
      if (count > maxReported) report(pointer, `has ${count} errors, of which these are the first ${maxReported}`);
    },
  };
}

function objectCheck(dto: DtoClass, mayBeAbsent: MayBeAbsent, above: string): ValueCheck {
  const fields = [...fieldTable(dto).values()];
  const keys = fields.map((field) => ({
    name: field.name,
    absent: mayBeAbsent(`${above}${field.name}`),
    check: fieldCheck(field, mayBeAbsent, `${above}${field.name}/`),
  }));
  const known = new Set(keys.map(({ name }) => name));
  const rules = setWhenRules(fields);
  const unknown = `is not known: the keys are ${[...known].join(', ')}`;
  return {
    test: (value) => {
      if (!isObject(value)) return false;
      let present = 0;
      for (const { name, absent, check } of keys) {
        const inner = value[name];
        if (inner === undefined) {
          if (!absent) return false;
        } else {
          present += 1;
          if (!check.test(inner)) return false;
        }
      }
      return Object.keys(value).length === present && rules.every(({ keeps }) => keeps(value));
    },
    explain: (value, pointer, report) => {
      if (!isObject(value)) return report(pointer, 'must be an object');
      for (const { name, absent, check } of keys) {
        const inner = value[name];
        if (inner !== undefined) check.explain(inner, `${pointer}/${name}`, report);
        else if (!absent) report(`${pointer}/${name}`, 'is missing: a key without a value is null');
      }
      for (const name of Object.keys(value)) {
        if (!known.has(name)) report(`${pointer}/${escaped(shortened(name))}`, unknown);
      }
      for (const { name, detail, keeps } of rules) if (!keeps(value)) report(`${pointer}/${name}`, detail);
    },
  };
}

/** The rules between two fields; where one of them is absent, the database's checks look at the whole row. */
function setWhenRules(fields: readonly Field[]) {
  return fields.flatMap((field) => {
    const { name, setWhen } = field;
    if (setWhen === undefined) return [];
    const keeps = (value: Readonly<Record<string, unknown>>): boolean =>
      value[name] === undefined || value[setWhen.key] === undefined || keepsSetWhen(field, value);
    return [{ name, detail: setWhenText(setWhen), keeps }];
  });
}

function fieldCheck(field: Field, mayBeAbsent: MayBeAbsent, path: string): ValueCheck {
  const check = kindCheck(field, mayBeAbsent, path);
  if (!field.nullable) return check;
  return {
    test: (value) => value === null || check.test(value),
    explain: (value, pointer, report) => {
      if (value !== null)
        check.explain(value, pointer, (at, detail) => report(at, at === pointer ? `${detail} or null` : detail));
    },
  };
}

function kindCheck(field: Field, mayBeAbsent: MayBeAbsent, path: string): ValueCheck {
  const { kind, values = [], limits = {}, dto } = field;
  switch (kind) {
    case 'uuid':
      return leaf(isUuid, 'must be a uuid in lower case');
    case 'datetime':
      return leaf(isInstant, 'must be an instant like 2026-03-01T09:00:00.000Z');
    case 'date':
      return leaf(isDate, 'must be a date like 2026-03-01');
    case 'boolean':
      return leaf((value) => typeof value === 'boolean', 'must be true or false');
    case 'enum': {
      const allowed = new Set<unknown>(values);
      return leaf((value) => allowed.has(value), `must be one of ${values.join(', ')}`);
    }
    case 'text':
      return leaf(textTest(limits), `must be a text${textLimits(limits)}`);
    case 'integer':
      return leaf(numberTest(limits, isInteger), `must be a whole number${numberLimits(limits)}`);
    case 'number':
      return leaf(numberTest(limits, Number.isFinite), `must be a number${numberLimits(limits)}`);
    case 'object':
      return dto
        ? objectCheck(dto(), mayBeAbsent, path)
        : leaf((value) => isObject(value) && isStorable(value), `must be an object of at most ${maxDepth} levels`);
    case 'array':
      return arrayCheck(field, mayBeAbsent, path);
  }
}

const leaf = (test: ValueCheck['test'], detail: string): ValueCheck => ({
  test,
  explain: (value, pointer, report) => {
    if (!test(value)) report(pointer, detail);
  },
});

// PostgreSQL keeps no NUL, and a half of a surrogate pair is no character.
const unstorable = /[\0\p{Cs}]/u;

const isText = (value: unknown): value is string => typeof value === 'string' && !unstorable.test(value);
/** Columns of whole numbers have four bytes. */
const isInteger = (value: unknown): boolean => typeof value === 'number' && (value | 0) === value;

/** Levels of an object that is no part of the contract. PostgreSQL and JavaScript have a stack for some thousands. */
const maxDepth = 100;

/** An object that is no part of the contract is stored as it is. */
const isStorable = (value: unknown): boolean =>
  isAtMost(maxDepth, value) && !/\\u(?:0000|d[89a-f])/.test(JSON.stringify(value));

/** Whether a value has at most so many levels. */
function isAtMost(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isAtMost(levels - 1, inner));
}

function textTest({ maxLength = Infinity, pattern }: FieldLimits): ValueCheck['test'] {
  return (value) => isText(value) && value.length <= maxLength && (pattern === undefined || pattern.test(value));
}

function textLimits({ maxLength, pattern }: FieldLimits): string {
  const length = maxLength === undefined ? '' : ` of at most ${maxLength} characters`;
  return `${length}${pattern === undefined ? '' : ` that matches ${pattern.source}`}`;
}

function numberTest(
  { min = -Infinity, max = Infinity, only }: FieldLimits,
  test: ValueCheck['test'],
): ValueCheck['test'] {
  const allowed = only && new Set<unknown>(only);
  return (value) =>
    test(value) && typeof value === 'number' && value >= min && value <= max && (!allowed || allowed.has(value));
}

function numberLimits({ min, max, only }: FieldLimits): string {
  if (only) return `, one of ${only.join(', ')}`;
  return `${min === undefined ? '' : ` from ${min}`}${max === undefined ? '' : ` up to ${max}`}`;
}

function arrayCheck(field: Field, mayBeAbsent: MayBeAbsent, path: string): ValueCheck {
  const { dto, values, limits: { minItems = 0, maxItems = Infinity, unique = false } = {} } = field;
  const { description, name } = field;
  const item = dto
    ? objectCheck(dto(), mayBeAbsent, path)
    : kindCheck(
        {
          name,
          description,
          kind: values ? 'enum' : 'text',
          nullable: false,
          optional: false,
          ...(values && { values }),
        },
        mayBeAbsent,
        path,
      );
  const whole = (value: readonly unknown[]): boolean =>
    value.length >= minItems && value.length <= maxItems && (!unique || new Set(value).size === value.length);
  return {
    test: (value) => Array.isArray(value) && whole(value) && value.every(item.test),
    explain: (value, pointer, report) => {
      if (!Array.isArray(value)) return report(pointer, 'must be an array');
      if (value.length < minItems) report(pointer, `must have at least ${minItems} items`);
      if (value.length > maxItems) report(pointer, `must have at most ${maxItems} items`);
      if (unique && new Set(value).size !== value.length) report(pointer, 'must not have an item twice');
      value.forEach((each, index) => item.explain(each, `${pointer}/${index}`, report));
    },
  };
}
