import { compileCheck, type DtoClass, type Fault, fieldTable } from '@resource-catalogue/contracts';
import { type Json, type JsonObject, isObject, toText } from '../json.js';
import { memoize } from '../memoize.js';
import type { Exchange } from '../target/exchange.js';
import { fail } from './violation.js';

/** Every documented key of an object and its parts, with its value; undefined if it is absent. */
export function* visit(
  dto: DtoClass,
  object: JsonObject,
  before = '',
): Generator<{ path: string; value: Json | undefined }> {
  for (const field of fieldTable(dto).values()) {
    const value = object[field.name];
    const path = `${before}${field.name}`;
    yield { path, value };
    const part = field.dto?.();
    if (part) for (const item of [value].flat().filter(isObject)) yield* visit(part, item, `${path}.`);
  }
}

const checks = new WeakMap<DtoClass, Map<string, Check>>();

type Check = ReturnType<typeof compileCheck>;

export function findFaults(dto: DtoClass, object: JsonObject): readonly Fault[] {
  const check = memoize(checks, dto, 'check', () => compileCheck(dto));
  const faults: Fault[] = [];
  if (!check(object)) check(object, (fault) => faults.push(fault));
  return faults;
}

/** Expects an object with exactly the documented keys and values of its contract. */
export function expectDocumented(dto: DtoClass, value: Json | undefined, exchange: Exchange): void {
  const [fault] = isObject(value) ? findFaults(dto, value) : [];
  if (fault) fail(...describeFault(fault), exchange);
  if (!isObject(value)) fail('an object', toText(value), exchange);
}

export function describeFault(fault: Fault): [expected: string, observed: string] {
  const { pointer, rule, cause, value, field, key } = fault;
  const path = pointer.split('/').filter((step) => !/^\d*$/.test(step));
  if (key !== undefined) return [documented, `${[...path, key].join('.')} is not documented`];
  if (cause === 'missing') return [documented, `${path.join('.')} is absent`];
  const isOfKind = cause === 'kind' && field;
  const expected = isOfKind ? `a value of the type ${field.kind}` : rule.replace(/^must (?:be|have) /, '');
  return [expected, `${path.join('.')} is ${typeof value === 'string' ? value : JSON.stringify(value)}`];
}

const documented = 'the documented keys and no others';
