import {
  type DtoClass,
  type Field,
  type FieldLimits,
  fieldTable,
  isUuid,
  keepsSetWhen,
  setWhenText,
  textFormats,
} from '@resource-catalogue/contracts';
import { escapePointer, isObject } from '@resource-catalogue/program';
import { type Detail, refusal } from '../import-errors.js';
import { shortened } from '../import-limits.js';
import { proposalFor } from '../values/proposals.js';
import { isDate, isInstant, isText } from '../values/text-formats.js';

/** Receives an error: an RFC 6901 pointer and the expected value. */
type ReportValue = (pointer: string, detail: Detail) => void;

/** Whether a value matches its field. With `report`, reports every error. */
type Check = (value: unknown, pointer: string, report: ReportValue | null) => boolean;

/** Whether a key may be absent, by its path: `seats/price/category/name`. */
export type MayBeAbsent = (path: string) => boolean;

/** Maximum number of errors reported per value; the others are counted. */
const maxReported = 10;

/** Compiles the fields of a DTO. Most values are valid, so errors are only collected after a check failed. */
export function makeCheck(dto: DtoClass, mayBeAbsent: MayBeAbsent): (value: unknown, report?: ReportValue) => boolean {
  const check = objectCheck(dto, mayBeAbsent, '');
  return (value, report) => {
    if (!report) return check(value, '', null);
    let count = 0;
    const right = check(value, '', (at, detail) => {
      count += 1;
      if (count <= maxReported) report(at, detail);
    });
    if (count > maxReported) report('', [`has ${count} errors, of which these are the first ${maxReported}`]);
    return right;
  };
}

function objectCheck(dto: DtoClass, mayBeAbsent: MayBeAbsent, above: string): Check {
  const fields = [...fieldTable(dto).values()];
  const keys = fields.map((field) => ({
    name: field.name,
    absent: mayBeAbsent(`${above}${field.name}`),
    check: fieldCheck(field, mayBeAbsent, `${above}${field.name}/`),
  }));
  const known = new Set(keys.map(({ name }) => name));
  const rules = setWhenRules(fields);
  const unknown = `is not a known key: use ${[...known].join(', ')}`;
  return (value, pointer, report) => {
    if (!isObject(value)) return wrong('must be an object', pointer, report);
    let right = true;
    let present = 0;
    for (const { name, absent, check } of keys) {
      const inner = value[name];
      const at = report ? `${pointer}/${name}` : '';
      if (inner !== undefined) {
        present += 1;
        right = check(inner, at, report) && right;
      } else if (!absent) right = wrong('is missing: set it to null if it has no value', at, report);
      if (!right && !report) return false;
    }
    const names = Object.keys(value);
    if (names.length !== present) {
      right = false;
      for (const name of names) {
        if (!known.has(name)) report?.(`${pointer}/${escapePointer(shortened(name))}`, [unknown]);
      }
    }
    for (const { name, detail, keeps } of rules) {
      if (!keeps(value)) right = wrong(detail, `${pointer}/${name}`, report);
    }
    return right;
  };
}

function wrong(detail: string, pointer: string, report: ReportValue | null): false {
  report?.(pointer, [detail]);
  return false;
}

/** Rules between two fields; if one of them is absent, the check constraint of the database applies. */
function setWhenRules(fields: readonly Field[]) {
  return fields.flatMap((field) => {
    const { name, setWhen } = field;
    if (setWhen === undefined) return [];
    const keeps = (value: Readonly<Record<string, unknown>>): boolean =>
      value[name] === undefined || value[setWhen.key] === undefined || keepsSetWhen(field, value);
    return [{ name, detail: setWhenText(setWhen), keeps }];
  });
}

function fieldCheck(field: Field, mayBeAbsent: MayBeAbsent, path: string): Check {
  const check = kindCheck(field, mayBeAbsent, path);
  if (!field.nullable) return check;
  return (value, pointer, report) => {
    if (value === null || !report) return value === null || check(value, pointer, null);
    return check(value, pointer, (at, [detail = '', ...rest]) =>
      report(at, at === pointer ? [orNull(detail), ...rest] : [detail, ...rest]),
    );
  };
}

const orNull = (detail: Detail[number]): Detail[number] =>
  typeof detail === 'string' ? detail.replace(/(, not )?$/, ' or null$1') : detail;

function kindCheck(field: Field, mayBeAbsent: MayBeAbsent, path: string): Check {
  const { kind, values = [], limits = {}, dto } = field;
  switch (kind) {
    case 'uuid':
      return leaf(isUuid, 'must be a lower-case UUID');
    case 'datetime':
      return leaf(isInstant, 'must be an instant like 2026-03-01T09:00:00.000Z');
    case 'date':
      return leaf(isDate, 'must be a date like 2026-03-01');
    case 'boolean':
      return leaf((value) => typeof value === 'boolean', 'must be true or false');
    case 'enum': {
      const allowed = new Set<unknown>(values);
      return leaf((value) => allowed.has(value), `must be one of ${values.join(', ')}`, field);
    }
    case 'text':
      return leaf(textTest(limits), `must be ${textLimits(limits)}`, field);
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

type Test = (value: unknown) => boolean;

const leaf =
  (test: Test, detail: string, field?: Field): Check =>
  (value, pointer, report) => {
    if (test(value)) return true;
    if (typeof value === 'object') report?.(pointer, [detail]);
    else report?.(pointer, refusal(detail, value, field ? proposalFor(field, value) : null));
    return false;
  };

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

function arrayCheck(
  { name, description, dto, values, limits = {} }: Field,
  mayBeAbsent: MayBeAbsent,
  path: string,
): Check {
  const { minItems = 0, maxItems = Infinity, unique = false } = limits;
  const leafField = { name, description, nullable: false, optional: false } as const;
  const item = dto
    ? objectCheck(dto(), mayBeAbsent, path)
    : kindCheck({ ...leafField, ...(values ? { kind: 'enum', values } : { kind: 'text' }) }, mayBeAbsent, path);
  return (value, pointer, report) => {
    if (!Array.isArray(value)) return wrong('must be an array', pointer, report);
    let right = true;
    if (value.length < minItems) right = wrong(`must have at least ${minItems} items`, pointer, report);
    if (value.length > maxItems) right = wrong(`must have at most ${maxItems} items`, pointer, report);
    if (unique && new Set(value).size !== value.length) right = wrong('must not have duplicate items', pointer, report);
    for (const [index, each] of value.entries()) {
      right = item(each, report ? `${pointer}/${index}` : '', report) && right;
      if (!right && !report) return false;
    }
    return right;
  };
}
