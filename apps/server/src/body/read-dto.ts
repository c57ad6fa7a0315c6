import { type DtoClass, type Field, fieldTable, type RuleContext } from '@resource-catalogue/contracts';
import { validateSync, type ValidationError } from 'class-validator';
import type { ProblemFault } from '../problems/problem.js';
import { escaped, mostFaults } from './read-json.js';

type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A body as its DTO, and everything in it that does not fit, each with its pointer (ERR-2). */
export interface DtoReading<Dto> {
  /** Null where anything does not fit. */
  readonly dto: Dto | null;
  /** The known fields in their normal form, whatever they hold: what can be judged of a faulty body still is. */
  readonly sent: JsonObject;
  readonly faults: readonly ProblemFault[];
}

export function readDto<Dto extends object>(type: new () => Dto, value: unknown): DtoReading<Dto> {
  const faults: ProblemFault[] = [];
  const dto = judged(type, value, '', faults);
  return {
    dto: dto instanceof type && faults.length === 0 ? dto : null,
    sent: dto ?? {},
    faults,
  };
}

/** An instance with the known keys only, each in its normal form; every other key is a fault (WRITE-3). */
function judged(type: DtoClass, value: unknown, pointer: string, faults: ProblemFault[]): JsonObject | null {
  const dto: unknown = Reflect.construct(type, []);
  if (!isObject(value) || !isObject(dto)) {
    note(faults, { pointer, code: 'invalid_value', detail: 'Must be a JSON object.' });
    return null;
  }
  const fields = fieldTable(type);
  // Of these there can be any number, which must not hide the rules that are broken.
  const others: ProblemFault[] = [];
  for (const [key, sent] of Object.entries(value)) {
    const field = fields.get(key);
    const at = `${pointer}/${escaped(key)}`;
    if (field) Reflect.set(dto, key, fieldValue(field, sent, at, others));
    else
      note(others, { pointer: at.toWellFormed(), code: 'unknown_field', detail: 'There is no such field to write.' });
  }
  for (const error of validateSync(dto, { forbidUnknownValues: false })) noteBroken(faults, error, pointer);
  for (const fault of others) note(faults, fault);
  return dto;
}

function fieldValue(field: Field, sent: unknown, pointer: string, faults: ProblemFault[]): unknown {
  const value = field.normal ? field.normal(sent) : sent;
  const part = field.dto?.();
  if (!part || !Array.isArray(value)) return value;
  // What is left out is far beyond every limit, and a mebibyte of parts would take seconds.
  return value.slice(0, mostFaults).map((item, index) => judged(part, item, `${pointer}/${index}`, faults));
}

function noteBroken(faults: ProblemFault[], error: ValidationError, parent: string): void {
  const contexts: Record<string, unknown> = error.contexts ?? {};
  const broken = Object.values(contexts).filter(isContext);
  // Where nothing was sent, that is the fault; every other rule only repeats it.
  const missing = broken.find(({ code }) => code === 'required');
  for (const { code, detail, items } of missing ? [missing] : broken) {
    const pointer = `${parent}/${error.property}`;
    const places =
      items && Array.isArray(error.value) ? items(error.value).map((index) => `${pointer}/${index}`) : [pointer];
    for (const place of places) note(faults, { pointer: place, code, detail });
  }
}

function isContext(value: unknown): value is RuleContext {
  return typeof value === 'object' && value !== null && 'code' in value && 'detail' in value;
}

function note(faults: ProblemFault[], fault: ProblemFault): void {
  if (faults.length < mostFaults) faults.push(fault);
}
