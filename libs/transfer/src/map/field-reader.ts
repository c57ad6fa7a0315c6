import { memoize } from '@resource-catalogue/contracts';
import { CommandError } from '@resource-catalogue/program';
import { type Detail, invalidValue } from '../import-errors.js';
import { importLimits } from '../import-limits.js';
import { tryParseJson } from '../read/raw-json.js';
import type { Content } from '../read/table.js';
import { isTime, displayText } from '../values/contents.js';
import { currencyDecimals, saysCents } from '../values/numbers.js';
import { toSlug } from '../values/slug.js';
import { fold } from '../values/proposals.js';
import { dayLength, LocalTime, parseClock } from '../values/times.js';
import { type Parsed, ValueParser } from '../values/value-parser.js';
import type { Columns } from './columns.js';
import type { HeaderField } from '../layout.js';
import type { FieldMapping, Scalar } from './mapping.js';
import { takePart } from './text-parts.js';

/** The value of a field in a row; undefined for an empty cell. A default does not replace a stored value. */
export type Read =
  | { readonly value: unknown; readonly isDefault: boolean }
  | { readonly problem: Detail; readonly isDefault: false };

/** Reads one field of the catalogue from the rows of a table. */
export interface FieldReader {
  readonly header: string;
  /** Names of the columns that it reads; empty for a constant. */
  readonly from: string;
  /** The column with the currency of an amount. */
  readonly currency: string | null;
  read(cells: readonly Content[], currency: unknown): Read;
}

/** Constants in a mapping are written as in the API. */
const constants = new ValueParser({ dates: undefined, decimal: 'point', thousands: false, zone: null, mapped: false });

/** The number of slugs to remember; deriving one takes a hundred times as long as a lookup. */
const maxSlugs = 10_000;

/** Compiles the mapping of one field; null for an optional column that the table lacks. */
export function fieldReader(
  header: string,
  mapping: FieldMapping,
  field: HeaderField,
  parser: ValueParser,
  columns: Columns,
): FieldReader | null {
  const isDefault = mapping.overwrite !== true;
  const constant = (scalar: Scalar | undefined): unknown =>
    scalar === undefined ? undefined : parseConstant(header, field, scalar);
  if (mapping.value !== undefined) {
    const read: Read = { value: inList(field, constant(mapping.value)), isDefault };
    return { header, from: '', currency: null, read: () => read };
  }
  const indexes = findColumns(mapping, columns);
  if (indexes.length === 0 && mapping.default === undefined) return null;
  const only = indexes.length === 1 ? (indexes[0] ?? null) : null;
  const from = indexes.map((index) => columns.names[index]).join(' and ');
  const isAmount = field.name.endsWith('_in_cents') && !saysCents(from);
  const one = valueReader(mapping, field, isAmount, parser, constant);
  const fallback: Read = { value: inList(field, constant(mapping.default)), isDefault };
  const read = (cells: readonly Content[], currency: unknown): Read => {
    const given =
      only === null
        ? joinCells(
            indexes.map((index) => cells[index] ?? null),
            mapping,
            field,
          )
        : (cells[only] ?? null);
    const value =
      given === null ? null : field.several ? readSeveral(given, mapping.split, currency, one) : one(given, currency);
    if (value === null) return fallback;
    if (!('problem' in value)) return value.value === undefined ? fallback : { value: value.value, isDefault: false };
    const text = given instanceof LocalTime ? given.day : displayText(given);
    return { problem: invalidValue(value.problem, text, null, value.why), isDefault: false };
  };
  return { header, from, currency: isAmount ? header.replace(/amount_in_cents$/, 'currency') : null, read };
}

const inList = ({ several: isList }: HeaderField, value: unknown): unknown =>
  isList && value !== undefined && !Array.isArray(value) ? [value] : value;

function parseConstant(header: string, field: HeaderField, scalar: Scalar): unknown {
  if (scalar === '') return undefined;
  const parsed = constants.parse(field, scalar);
  if ('value' in parsed) return parsed.value;
  throw new CommandError(`The mapping has an invalid constant for ${header}: ${String(scalar)} ${parsed.problem}.`);
}

function findColumns({ column, join, optional = false }: FieldMapping, columns: Columns): readonly number[] {
  const wanted = join ?? (column === undefined ? [] : [column]);
  return wanted.flatMap((names) => (optional ? (columns.find(names) ?? []) : columns.index(names)));
}

/** A cell, or several joined ones; a day and a time become one local time. */
function joinCells(contents: readonly Content[], mapping: FieldMapping, { kind }: HeaderField): Content | LocalTime {
  const [first = null, second = null] = contents;
  const filled = contents.filter((content) => content !== null);
  if (filled.length < 2) return filled[0] ?? null;
  if (kind === 'datetime' && contents.length === 2 && mapping.part === undefined) {
    const time = timeIn(second);
    if (first instanceof Date && !isTime(first) && time !== null) return new LocalTime(midnight(first) + time, false);
    // A text keeps its order of day and month.
    if (typeof first === 'string' && time !== null)
      return `${dayPart(first)} ${new Date(time).toISOString().slice(11, 19)}`;
  }
  return filled.map(displayText).join(mapping.with ?? ' ');
}

const midnight = (date: Date): number => Math.floor(date.getTime() / dayLength) * dayLength;

/** A day without the time that follows it. */
const dayPart = (text: string): string =>
  text.replace(/(?<![T\s])[T\s]+\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?:\s*[ap]\.?m\.?)?$/i, '');

/** The time of a day in milliseconds. Some programs store it as a fraction of a day, or with an arbitrary date. */
function timeIn(content: Content): number | null {
  if (content instanceof Date) return content.getTime() - midnight(content);
  if (typeof content === 'number') return content >= 0 && content < 1 ? Math.round(content * 86_400) * 1000 : null;
  if (typeof content !== 'string') return null;
  const parsed = parseClock(content.replace(/^\d{4}-\d\d-\d\d[T\s]/, ''));
  return parsed?.offset === null ? parsed.clock : null;
}

type ReadOne = (content: Content | LocalTime, currency: unknown) => Parsed;

/** Reads one value: its meaning in the mapping, or the parsed cell. */
function valueReader(
  { part, as, values = {} }: FieldMapping,
  field: HeaderField,
  isAmount: boolean,
  parser: ValueParser,
  constant: (scalar: Scalar) => unknown,
): ReadOne {
  const slugs = memoize(toSlug, maxSlugs);
  const meanings = new Map(Object.entries(values).map(([text, value]) => [fold(text), { value: constant(value) }]));
  const others = meanings.get('*');
  return (content, currency) => {
    if (content instanceof LocalTime) return parser.localTime(content);
    const meaning = meanings.size === 0 ? undefined : (meanings.get(fold(displayText(content))) ?? others);
    if (meaning) return meaning;
    const counts = part === undefined ? content : takePart(displayText(content), part);
    if (counts === '' && content !== '') return { value: undefined };
    if (as !== undefined) return { value: slugs(displayText(counts)) };
    return isAmount ? parser.amount(counts, currencyDecimals(currency)) : parser.parse(field, counts);
  };
}

/** The values of one cell, separated by bars unless the mapping has `split`; empty ones are undefined. */
function readSeveral(content: Content | LocalTime, split: string | undefined, currency: unknown, one: ReadOne): Parsed {
  if (content instanceof LocalTime || typeof content !== 'string') return listOf([one(content, currency)]);
  const array = split === undefined ? jsonArray(content) : null;
  if (array) return { value: array };
  const texts = split === undefined ? splitAtBars(content) : content.split(split, importLimits.values + 1);
  if (texts.length > importLimits.values)
    return { problem: `has more than ${importLimits.values} values, the maximum` };
  const currencies = Array.isArray(currency) ? currency : [currency];
  return listOf(
    texts.flatMap((text, index): Parsed[] => {
      const bare = text.trim();
      if (bare !== '') return [one(bare, currencies[index] ?? currencies[0])];
      return split === undefined ? [{ value: undefined }] : [];
    }),
  );
}

function listOf(parsed: readonly Parsed[]): Parsed {
  const values: unknown[] = [];
  for (const each of parsed) {
    if ('problem' in each) return each;
    values.push(each.value);
  }
  return { value: values };
}

/** Splits at bars; a backslash escapes one. */
const splitAtBars = (text: string): string[] =>
  text.split(/(?<!\\)\|/, importLimits.values + 1).map((part) => part.replaceAll('\\|', '|'));

function jsonArray(text: string): unknown[] | null {
  const value = text.startsWith('[') ? tryParseJson(text) : null;
  return Array.isArray(value) ? value : null;
}
