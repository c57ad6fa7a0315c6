import { type DtoClass, type Field, fieldTable, type RuleContext } from '@resource-catalogue/contracts';
import { escapePointer, isObject, type JsonObject } from '@resource-catalogue/program';
import { type ValidationError as BrokenProperty, validateSync } from 'class-validator';
import type { ValidationError } from '../errors/problem-error.js';

/** A parsed body and its errors as JSON (WRITE-3); the value is undefined if it is not JSON. */
interface JsonResult {
  readonly value: unknown;
  readonly errors: readonly ValidationError[];
}

export function readJson(bytes: Uint8Array): JsonResult {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return unreadable('The body is not UTF-8.');
  }
  try {
    const value: unknown = JSON.parse(text);
    return { value, errors: textErrors(text) };
  } catch {
    return unreadable('The body is not valid JSON.');
  }
}

function unreadable(detail: string): JsonResult {
  return { value: undefined, errors: [{ pointer: '', code: 'invalid_value', detail }] };
}

/** Maximum number of reported errors: a body of 1 MiB could have a hundred thousand. */
const maxErrors = 1000;

/**
 * The longest pointer to a writable field is `/steps/99/description`. A longer one is inside a value that is invalid
 * as a whole, and reporting each of its parts could make a response a thousand times the size of the request.
 */
const longestPointer = 256;

interface Container {
  readonly pointer: string;
  /** The keys of an object so far; null for an array. */
  readonly keys: Set<string> | null;
  key: string;
  index: number;
}

/** The relevant tokens of valid JSON: strings, and everything that opens, separates and closes containers. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g;

/**
 * Finds what JSON.parse accepts: duplicate keys, NUL, lone surrogates. It works on tokens rather than values, so
 * that a body nested a hundred thousand deep needs no stack.
 */
function textErrors(text: string): ValidationError[] {
  const errors: ValidationError[] = [];
  const stack: Container[] = [];
  let expectsKey = false;
  for (const [token] of text.matchAll(tokens)) {
    const top = stack.at(-1);
    if (token === '{' || token === '[') {
      expectsKey = token === '{';
      stack.push({ pointer: toPointer(top), keys: expectsKey ? new Set() : null, key: '', index: 0 });
    } else if (token === '}' || token === ']') {
      stack.pop();
      expectsKey = false;
    } else if (token === ',') {
      if (top) top.index += 1;
      expectsKey = top?.keys != null;
    } else {
      const string = String(JSON.parse(token));
      if (expectsKey && top) noteKey(errors, top, string);
      expectsKey = false;
      const detail = unstorable(string);
      if (detail) noteIn(errors, top, 'invalid_value', detail);
    }
  }
  return errors;
}

function noteKey(errors: ValidationError[], container: Container, key: string): void {
  container.key = key;
  if (container.keys?.has(key)) noteIn(errors, container, 'duplicate', 'Duplicate key.');
  container.keys?.add(key);
}

function unstorable(string: string): string | null {
  if (string.includes('\0')) return 'A string must not contain the character NUL.';
  if (!string.isWellFormed()) return 'A string must not contain a lone surrogate.';
  return null;
}

function noteIn(errors: ValidationError[], at: Container | undefined, code: string, detail: string): void {
  const pointer = toPointer(at);
  if (pointer.length > longestPointer || errors.length >= maxErrors) return;
  errors.push({ pointer: pointer.toWellFormed(), code, detail });
}

/** RFC 6901: the pointer to the next value of the container. */
function toPointer(container: Container | undefined): string {
  if (!container) return '';
  return `${container.pointer}/${container.keys ? escapePointer(container.key) : container.index}`;
}

/** A body as its DTO, and all validation errors, each with its pointer (ERR-2). */
interface DtoResult<Dto> {
  /** Null if there is an error. */
  readonly dto: Dto | null;
  /** The known fields in normal form, even if invalid, so that an invalid body is checked as far as possible. */
  readonly sent: JsonObject;
  readonly errors: readonly ValidationError[];
}

export function readDto<Dto extends object>(type: new () => Dto, value: unknown): DtoResult<Dto> {
  const errors: ValidationError[] = [];
  const dto = toInstance(type, value, '', errors);
  return {
    dto: dto instanceof type && errors.length === 0 ? dto : null,
    sent: dto ?? {},
    errors,
  };
}

/** An instance with the known keys only, each in normal form; every other key is an error (WRITE-3). */
function toInstance(type: DtoClass, value: unknown, pointer: string, errors: ValidationError[]): JsonObject | null {
  const dto: unknown = Reflect.construct(type, []);
  if (!isObject(value) || !isObject(dto)) {
    note(errors, { pointer, code: 'invalid_value', detail: 'Must be a JSON object.' });
    return null;
  }
  const fields = fieldTable(type);
  // There can be any number of unknown fields, and they must not hide broken rules.
  const others: ValidationError[] = [];
  for (const [key, sent] of Object.entries(value)) {
    const field = fields.get(key);
    const at = `${pointer}/${escapePointer(key)}`;
    if (field) Reflect.set(dto, key, fieldValue(field, sent, at, others));
    else note(others, { pointer: at.toWellFormed(), code: 'unknown_field', detail: 'Unknown or read-only field.' });
  }
  for (const error of validateSync(dto, { forbidUnknownValues: false })) noteBroken(errors, error, pointer);
  for (const error of others) note(errors, error);
  return dto;
}

function fieldValue(field: Field, sent: unknown, pointer: string, errors: ValidationError[]): unknown {
  const value = field.normal ? field.normal(sent) : sent;
  const part = field.dto?.();
  if (!part || !Array.isArray(value)) return value;
  // Parts left out are far beyond every limit, and checking a mebibyte of them would take seconds.
  return value.slice(0, maxErrors).map((item, index) => toInstance(part, item, `${pointer}/${index}`, errors));
}

function noteBroken(errors: ValidationError[], error: BrokenProperty, parent: string): void {
  const contexts: Record<string, unknown> = error.contexts ?? {};
  const broken = Object.values(contexts).filter(isContext);
  // If the field is missing, that is the error; all other rules would only repeat it.
  const missing = broken.find(({ code }) => code === 'required');
  for (const { code, detail, items } of missing ? [missing] : broken) {
    const pointer = `${parent}/${error.property}`;
    const places =
      items && Array.isArray(error.value) ? items(error.value).map((index) => `${pointer}/${index}`) : [pointer];
    for (const place of places) note(errors, { pointer: place, code, detail });
  }
}

function isContext(value: unknown): value is RuleContext {
  return typeof value === 'object' && value !== null && 'code' in value && 'detail' in value;
}

function note(errors: ValidationError[], error: ValidationError): void {
  if (errors.length < maxErrors) errors.push(error);
}
