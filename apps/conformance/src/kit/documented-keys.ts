import { compileCheck, type DtoClass, type Fault, type Field, fieldTable } from '@resource-catalogue/contracts';
import { type Json, type JsonObject, isObject } from '../json.js';
import { remember } from '../remember.js';

export interface Visited {
  readonly path: string;
  readonly field: Field;
  /** Undefined if the key is absent. */
  readonly value: Json | undefined;
}

export function* visit(dto: DtoClass, object: JsonObject, path = ''): Generator<Visited> {
  for (const field of fieldTable(dto).values()) {
    const value = object[field.name];
    const here = path === '' ? field.name : `${path}.${field.name}`;
    yield { path: here, field, value };
    const part = field.dto?.();
    if (part) for (const item of listParts(value)) yield* visit(part, item, here);
  }
}

const checks = new WeakMap<DtoClass, Map<string, Check>>();

type Check = ReturnType<typeof compileCheck>;

/** How an object differs from its contract. */
export function faultsOf(dto: DtoClass, object: JsonObject): readonly Fault[] {
  const check = remember(checks, dto, 'check', () => compileCheck(dto));
  const faults: Fault[] = [];
  if (!check(object)) check(object, (fault) => faults.push(fault));
  return faults;
}

/** The expected and the observed value of a fault, in words. */
export function describeFault({
  pointer,
  rule,
  cause,
  value,
  field,
  key,
}: Fault): [expected: string, observed: string] {
  const path = pointer.split('/').filter((step) => !/^\d*$/.test(step));
  if (key !== undefined) return [documented, `${[...path, key].join('.')} is not documented`];
  const name = path.join('.');
  if (cause === 'missing') return [documented, `${name} is absent`];
  const expected =
    cause === 'kind' && field ? `a value of the type ${field.kind}` : rule.replace(/^must (?:be|have) /, '');
  return [expected, `${name} is ${typeof value === 'string' ? value : JSON.stringify(value)}`];
}

const documented = 'the documented keys and no others';

const listParts = (value: Json | undefined): JsonObject[] =>
  (Array.isArray(value) ? value : [value]).filter((item) => isObject(item));
