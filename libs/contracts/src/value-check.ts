import { type DtoClass, type Field, type FieldKind, type FieldLimits, fieldTable } from './field-table.js';
import { isObject, type JsonObject } from './json.js';
import { satisfiesSetWhen, setWhenText } from './set-when.js';
import { textFormats } from './text-format.js';
import { isUuid, parseUuid } from './uuid.js';
import { isDate, isInstant, isText } from './value-forms.js';

/** A violation of the contract by a value. */
export interface Fault {
  /** The place in the checked value (RFC 6901). */
  readonly pointer: string;
  /** What is wrong there: `must be a date like 2026-03-01 or null`. */
  readonly rule: string;
  readonly cause: FaultCause;
  /** The value there; undefined if it is missing. */
  readonly value: unknown;
  /** The field of the value; absent for the checked value itself and for surplus keys. */
  readonly field?: Field;
  /** A key that the object at the pointer must not have. */
  readonly key?: string;
}

/**
 * Why a value is rejected: it or a key of it is `missing`, it has a `surplus` key, is `null`, is not of its `kind`, is
 * an id in upper `case`, none of the `values` of its enumeration, beyond its `limits`, or contradicts another field
 * (`together`).
 */
export type FaultCause = 'missing' | 'surplus' | 'null' | 'kind' | 'case' | 'values' | 'limits' | 'together';

type Report = (fault: Fault) => void;

/** Whether a value matches its field. With `report`, reports every fault. */
type Check = (value: unknown, pointer: string, report: Report | null) => boolean;

/** Whether a key may be absent, by its path: `seats/price/category/name`. */
export type MayBeAbsent = (path: string) => boolean;

/**
 * Compiles the fields of a DTO to a check, which returns whether a value has all of them as documented. Most values are valid, so faults are collected only with `report`.
 */
export function compileCheck(
  dto: DtoClass,
  mayBeAbsent: MayBeAbsent = () => false,
): (value: unknown, report?: Report) => boolean {
  const check = objectCheck(dto, undefined, mayBeAbsent, '');
  return (value, report) => check(value, '', report ?? null);
}

function objectCheck(dto: DtoClass, own: Field | undefined, mayBeAbsent: MayBeAbsent, above: string): Check {
  const fields = [...fieldTable(dto).values()];
  const keys = fields.map((field) => ({
    name: field.name,
    field,
    absent: field.optional || mayBeAbsent(`${above}${field.name}`),
    check: fieldCheck(field, mayBeAbsent, `${above}${field.name}/`),
  }));
  const known = new Set(keys.map(({ name }) => name));
  const rules = setWhenRules(fields);
  const unknown = `is not a known key: use ${[...known].join(', ')}`;
  return (value, pointer, report) => {
    if (!isObject(value)) return reject(own, 'object', 'must be an object', value, pointer, report);
    let right = true;
    let present = 0;
    for (const { name, field, absent, check } of keys) {
      const inner = value[name];
      const at = report ? `${pointer}/${name}` : '';
      if (inner !== undefined) {
        present += 1;
        right = check(inner, at, report) && right;
      } else if (!absent) {
        right = false;
        report?.({ pointer: at, rule: missing(field), cause: 'missing', value: inner, field });
      }
      if (!right && !report) return false;
    }
    const names = Object.keys(value);
    if (names.length !== present) {
      right = false;
      if (report)
        for (const key of names) if (!known.has(key)) report({ pointer, rule: unknown, cause: 'surplus', value, key });
    }
    for (const { name, field, rule, keeps } of rules) {
      if (keeps(value)) continue;
      right = false;
      report?.({ pointer: `${pointer}/${name}`, rule, cause: 'together', value: value[name], field });
    }
    return right;
  };
}

const missing = ({ kind }: Field): string =>
  `is missing: set it to ${kind === 'array' ? '[] if it has no items' : 'null if it has no value'}`;

const isOfKind: Readonly<Record<FieldKind, Test>> = {
  uuid: (value) => typeof value === 'string' && parseUuid(value) !== null,
  text: (value) => typeof value === 'string',
  enum: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  datetime: isInstant,
  date: isDate,
  object: isObject,
  array: Array.isArray,
};

function findCause(kind: FieldKind, value: unknown): FaultCause {
  if (value === null) return 'null';
  if (!isOfKind[kind](value)) return 'kind';
  return kind === 'uuid' ? 'case' : kind === 'enum' ? 'values' : 'limits';
}

function reject(
  field: Field | undefined,
  kind: FieldKind,
  rule: string,
  value: unknown,
  pointer: string,
  report: Report | null,
): false {
  report?.({ pointer, rule, cause: findCause(kind, value), value, ...(field && { field }) });
  return false;
}

/** Rules between two fields; if one of them is absent, the check constraint of the database applies. */
function setWhenRules(fields: readonly Field[]) {
  return fields.flatMap((field) => {
    const { name, setWhen } = field;
    if (setWhen === undefined) return [];
    const keeps = (value: JsonObject): boolean =>
      value[name] === undefined || value[setWhen.key] === undefined || satisfiesSetWhen(field, value);
    return [{ name, field, rule: setWhenText(setWhen), keeps }];
  });
}

function fieldCheck(field: Field, mayBeAbsent: MayBeAbsent, path: string): Check {
  const check = kindCheck(field, mayBeAbsent, path);
  if (!field.nullable) return check;
  return (value, pointer, report) => {
    if (value === null || !report) return value === null || check(value, pointer, null);
    return check(value, pointer, (fault) =>
      report(
        fault.pointer === pointer && fault.key === undefined ? { ...fault, rule: `${fault.rule} or null` } : fault,
      ),
    );
  };
}

function kindCheck(field: Field, mayBeAbsent: MayBeAbsent, path: string): Check {
  const { kind, values = [], limits = {}, dto } = field;
  switch (kind) {
    case 'uuid':
      return leaf(field, isUuid, 'must be a lower-case UUID');
    case 'datetime':
      return leaf(field, isInstant, 'must be an instant like 2026-03-01T09:00:00.000Z');
    case 'date':
      return leaf(field, isDate, 'must be a date like 2026-03-01');
    case 'boolean':
      return leaf(field, (value) => typeof value === 'boolean', 'must be true or false');
    case 'enum': {
      const allowed = new Set<unknown>(values);
      return leaf(field, (value) => allowed.has(value), `must be one of ${values.join(', ')}`);
    }
    case 'text':
      return leaf(field, textTest(limits), `must be ${textLimits(limits)}`);
    case 'integer':
      return leaf(field, numberTest(limits, isInteger), `must be a whole number${numberLimits(limits)}`);
    case 'number':
      return leaf(field, numberTest(limits, Number.isFinite), `must be a number${numberLimits(limits)}`);
    case 'object':
      return dto
        ? objectCheck(dto(), field, mayBeAbsent, path)
        : leaf(
            field,
            (value) => isObject(value) && isStorable(value),
            `must be an object of at most ${maxDepth} levels`,
          );
    case 'array':
      return arrayCheck(field, mayBeAbsent, path);
  }
}

type Test = (value: unknown) => boolean;

const leaf =
  (field: Field, test: Test, rule: string): Check =>
  (value, pointer, report) =>
    test(value) || reject(field, field.kind, rule, value, pointer, report);

/** Integer columns have four bytes. */
const isInteger = (value: unknown): boolean => typeof value === 'number' && (value | 0) === value;

/** Maximum depth of a free-form object. The stacks of PostgreSQL and JavaScript allow several thousand levels. */
const maxDepth = 100;

/** A free-form object is stored as is. */
const isStorable = (value: unknown): boolean =>
  isAtMost(maxDepth, value) && !/\\u(?:0000|d[89a-f])/.test(JSON.stringify(value));

/** Whether a value has at most this many levels. */
function isAtMost(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isAtMost(levels - 1, inner));
}

function textTest({ maxLength = Infinity, pattern, format }: FieldLimits): Test {
  const holds = format && textFormats[format].holds;
  return (value) =>
    isText(value) &&
    value.length <= maxLength &&
    (pattern === undefined || pattern.test(value)) &&
    (holds === undefined || holds(value));
}

function textLimits({ maxLength, form, format }: FieldLimits): string {
  const what = format === undefined ? (form ?? 'a text') : textFormats[format].says;
  return maxLength === undefined ? what : `${what}, of at most ${maxLength} characters`;
}

function numberTest({ min = -Infinity, max = Infinity, only }: FieldLimits, test: Test): Test {
  const allowed = only && new Set<unknown>(only);
  return (value) =>
    test(value) && typeof value === 'number' && value >= min && value <= max && (!allowed || allowed.has(value));
}

function numberLimits({ min, max, only }: FieldLimits): string {
  if (only) return `, one of ${only.join(', ')}`;
  return `${min === undefined ? '' : ` from ${min}`}${max === undefined ? '' : ` up to ${max}`}`;
}

function arrayCheck(field: Field, mayBeAbsent: MayBeAbsent, path: string): Check {
  const { name, description, dto, values, limits = {} } = field;
  const { minItems = 0, maxItems = Infinity, unique = false } = limits;
  const wrong = (rule: string, value: unknown, pointer: string, report: Report | null) =>
    reject(field, 'array', rule, value, pointer, report);
  const leafField = { name, description, nullable: false, optional: false } as const;
  const item = dto
    ? objectCheck(dto(), undefined, mayBeAbsent, path)
    : kindCheck({ ...leafField, ...(values ? { kind: 'enum', values } : { kind: 'text' }) }, mayBeAbsent, path);
  return (value, pointer, report) => {
    if (!Array.isArray(value)) return wrong('must be an array', value, pointer, report);
    let right = true;
    if (value.length < minItems) right = wrong(`must have at least ${minItems} items`, value, pointer, report);
    if (value.length > maxItems) right = wrong(`must have at most ${maxItems} items`, value, pointer, report);
    if (unique && new Set(value).size !== value.length)
      right = wrong('must not have duplicate items', value, pointer, report);
    for (const [index, each] of value.entries()) {
      right = item(each, report ? `${pointer}/${index}` : '', report) && right;
      if (!right && !report) return false;
    }
    return right;
  };
}
