import 'reflect-metadata';
import type { TextFormat } from './text-format.js';

/** Types of values on the wire (SHAPE-1). */
export type FieldKind =
  | 'uuid'
  | 'text'
  | 'enum'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'datetime'
  | 'date'
  | 'object'
  | 'array';

/** A class whose fields have decorators of this library. */
export type DtoClass<Dto = object> = abstract new () => Dto;

/** Constraints of a value in addition to its kind. Lengths are counted in UTF-16 units. */
export interface FieldLimits {
  readonly min?: number;
  readonly max?: number;
  /** The only allowed numbers. */
  readonly only?: readonly number[];
  readonly maxLength?: number;
  readonly pattern?: RegExp;
  /** The pattern in words, for people. */
  readonly form?: string;
  readonly format?: TextFormat;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** No array item occurs twice. */
  readonly unique?: boolean;
}

/** The other field that decides whether a field is set: by a value of an enumeration or flag, or by being set itself. */
export interface SetWhen {
  readonly key: string;
  /** The value with which the field is set; absent if both fields are set together. */
  readonly is?: string | boolean;
  /** Whether the field may be null then as well, so that it is set only with this value, but not always. */
  readonly only?: true;
}

/** One documented key of a DTO. */
export interface Field {
  /** The key as in the JSON. */
  readonly name: string;
  readonly kind: FieldKind;
  /** The meaning of the value, in a sentence for people. */
  readonly description: string;
  /** Whether the value may be null (SHAPE-2). */
  readonly nullable: boolean;
  /** Whether the key may be absent: never in a resource (SHAPE-2), sometimes in a problem. */
  readonly optional: boolean;
  /** The values of an enumeration, or of an array of them; absent for every other kind. */
  readonly values?: readonly string[];
  /** The class of an object or of an array's items; absent for arrays of text and for opaque objects. */
  readonly dto?: () => DtoClass;
  /** The rule for when a nullable field has a value, if another field decides. */
  readonly setWhen?: SetWhen;
  /** Whether the value describes a person, whom `forget` erases. */
  readonly personal?: true;
  /** Absent if the kind has no further constraints. */
  readonly limits?: FieldLimits;
  /** How a value in a request body is normalised before validation: trimmed, or in lower case (WRITE-3). */
  readonly normal?: (value: unknown) => unknown;
}

interface RecordedField {
  readonly field: Field;
  readonly decorate: (prototype: object, name: string) => void;
}

const recordedFields = new WeakMap<object, Map<string, RecordedField>>();

/** Records a field of a prototype, with the decorator that can repeat it on another class (see `inOrder`). */
export function recordField(prototype: object, field: Field, decorate: RecordedField['decorate']): void {
  const own = recordedFields.get(prototype) ?? new Map<string, RecordedField>();
  if (own.has(field.name)) throw new Error(`The field ${field.name} is declared twice.`);
  recordedFields.set(prototype, own.set(field.name, { field, decorate }));
}

function findRecorded(prototype: unknown): ReadonlyMap<string, RecordedField> {
  if (typeof prototype !== 'object' || prototype === null) return new Map();
  const inherited = findRecorded(Object.getPrototypeOf(prototype));
  return new Map([...inherited, ...(recordedFields.get(prototype) ?? [])]);
}

/**
 * The fields of a DTO class by name, in their order in the JSON: inherited fields first, then the class's own as
 * they are declared. A class without decorated fields has an empty table.
 */
export function fieldTable(dto: DtoClass<unknown>): ReadonlyMap<string, Field> {
  return new Map([...findRecorded(dto.prototype)].map(([name, recorded]) => [name, recorded.field]));
}

type AllOf<Parts extends readonly DtoClass[]> = Parts extends readonly [
  DtoClass<infer First>,
  ...infer Rest extends readonly DtoClass[],
]
  ? First & AllOf<Rest>
  : object;

/**
 * A base class with the fields of all parts, in the order of the parts, so that a shared block (Page, Buying, …) can
 * be in the middle of a resource while each of its fields is declared once. Throws if two parts have a field of the
 * same name.
 */
export function inOrder<const Parts extends readonly DtoClass[]>(...parts: Parts): new () => AllOf<Parts>;
export function inOrder(...parts: readonly DtoClass[]): new () => object {
  class Base {}
  for (const part of parts) {
    for (const [name, recorded] of findRecorded(part.prototype)) recorded.decorate(Base.prototype, name);
  }
  return Base;
}
