import { type Field, isInstant } from '@resource-catalogue/contracts';
import type { DateOrder } from '../map/mapping.js';
import { tryParseJson } from '../read/raw-json.js';
import type { Content } from '../read/table.js';
import { isTime, displayText } from './contents.js';
import { stripCurrency, hasThreeDecimals, type NumberFormat, plainNumber, saysCents } from './numbers.js';
import { fold, suggestion } from './proposals.js';
import { dayLength, LocalTime, TimeParser, type TimeZone } from './times.js';
import { yesOrNo } from './yes-no.js';

/** The value of a cell, or the rule that it violates, and why. */
export type Parsed = { readonly value: unknown } | { readonly problem: string; readonly why?: string };

/** What a value is parsed for. */
export interface ValueField extends Pick<Field, 'kind' | 'name'> {
  readonly values?: readonly string[];
}

/** How a table writes its values. */
export interface ValueFormats extends NumberFormat {
  readonly dates: DateOrder | undefined;
  /** The zone of times without an offset; null for that of the row. */
  readonly zone: TimeZone | null;
  /** Whether the values come from a mapping, which can define formats and meanings. */
  readonly mapped: boolean;
}

/** Parses the cells of one table. Limits of fields are checked later, as in every import. */
export class ValueParser {
  private readonly times: TimeParser;

  constructor(private readonly formats: ValueFormats) {
    this.times = new TimeParser(formats.dates);
  }

  parse(field: ValueField, content: Content): Parsed {
    switch (field.kind) {
      case 'text':
        return { value: displayText(content) };
      case 'uuid':
        return { value: displayText(content).toLowerCase() };
      case 'enum':
        return this.enumeration(field.values ?? [], displayText(content));
      case 'boolean':
        return typeof content === 'boolean' ? { value: content } : this.boolean(displayText(content));
      case 'integer':
        return this.number(content, Number.isSafeInteger, 'a whole number like 20');
      case 'number':
        return this.number(content, Number.isFinite, 'a number like 53.5438');
      case 'date':
        return this.day(content, field.name === 'birthdate');
      case 'datetime':
        return this.time(content);
      case 'object':
      case 'array':
        return parseJson(displayText(content));
    }
  }

  /** An amount of a currency with this number of decimals, in its smallest unit. */
  amount(content: Content, decimals: number): Parsed {
    const unit = 10 ** decimals;
    const isWhole = (amount: number): boolean => Math.abs(amount * unit - Math.round(amount * unit)) < 1e-6;
    const what = decimals === 0 ? 'an amount without decimals' : `an amount with at most ${decimals} decimals`;
    if (typeof content !== 'string') return toSmallest(this.number(content, isWhole, what), unit);
    const text = stripCurrency(content);
    if (saysCents(content)) return this.number(text, Number.isSafeInteger, 'a whole number of the smallest unit');
    const read = this.number(text, isWhole, what);
    const isLong = 'value' in read && decimals !== 3 && hasThreeDecimals(text, Number(read.value));
    return isLong ? { problem: `must be ${what}` } : toSmallest(read, unit);
  }

  private enumeration(values: readonly string[], text: string): Parsed {
    const wanted = fold(text).replaceAll(/[\s-]+/g, '_');
    const known = values.find((value) => value.toLowerCase() === wanted);
    // The row check rejects unknown values, and proposes a known one.
    if (known !== undefined || !this.formats.mapped) return { value: known ?? text };
    const problem = `must be one of ${values.join(', ')}, or have a meaning under \`values\` in the mapping`;
    return { problem: `${problem}${suggestion(wanted, values)}` };
  }

  private boolean(text: string): Parsed {
    const value = yesOrNo(text);
    if (value !== null) return { value };
    const advice = this.formats.mapped ? ': add its meaning to `values` in the mapping' : '';
    return { problem: `must be true, yes or 1, or false, no or 0${advice}` };
  }

  private number(content: Content, holds: (value: number) => boolean, what: string): Parsed {
    if (typeof content === 'number') return holds(content) ? { value: content } : { problem: `must be ${what}` };
    const plain = plainNumber(displayText(content), this.formats);
    if ('why' in plain) {
      if (plain.why === 'comma')
        return { problem: `must be ${what}`, why: ': where commas separate columns, a comma in a number is ambiguous' };
      return {
        problem:
          'could have a decimal comma or a thousands separator: add `decimal: comma` or `decimal: point` to the mapping',
      };
    }
    const value = /^[+-]?\d+(?:\.\d+)?$/.test(plain.text) ? Number(plain.text) : NaN;
    return holds(value) ? { value } : { problem: `must be ${what}` };
  }

  private day(content: Content, isPast: boolean): Parsed {
    const read = this.local(content);
    if (!('clock' in read)) return read;
    const day = new Date(read.clock).toISOString().slice(0, 10);
    return { value: isPast ? pastDay(day, displayText(content)) : day };
  }

  private time(content: Content): Parsed {
    // Fast path: an export may have millions of instants.
    if (isInstant(content)) return { value: content };
    const read = this.local(content);
    if (!('clock' in read)) return read;
    const { clock, isDay, offset } = read;
    return offset === null
      ? this.localTime(new LocalTime(clock, isDay))
      : { value: new Date(clock - offset).toISOString() };
  }

  /** The instant of a local time, if the table has a time zone. */
  localTime(time: LocalTime): Parsed {
    const { zone } = this.formats;
    if (zone === null || time.isDay) return { value: time };
    const instant = zone.instant(time.clock);
    return typeof instant === 'number' ? { value: new Date(instant).toISOString() } : instant;
  }

  private local(
    content: Content,
  ):
    | { readonly clock: number; readonly isDay: boolean; readonly offset: number | null }
    | { readonly problem: string } {
    if (content instanceof Date) {
      if (isTime(content)) return { problem: 'must be a day like 2026-03-01, not only a time' };
      const clock = content.getTime();
      return { clock, isDay: clock % dayLength === 0, offset: null };
    }
    const read = this.times.parse(displayText(content));
    if (!('problem' in read)) return read;
    const { problem, why } = read;
    if (problem === 'order' && this.formats.mapped) {
      return {
        problem: 'is ambiguous: add `dates: day-first`, `dates: month-first` or `dates: year-first` to the mapping',
      };
    }
    const rule =
      problem === 'time' ? 'must have a time like 09:30 after the day' : 'must be a day like 2026-03-01 or 1.3.2026';
    return { problem: rule, ...(why !== undefined && { why }) };
  }
}

const toSmallest = (read: Parsed, unit: number): Parsed =>
  'value' in read ? { value: Math.round(Number(read.value) * unit) } : read;

/** Birthdates are in the past, so `48` is 1948. A four-digit year is unchanged, and the import rejects it. */
function pastDay(day: string, text: string): string {
  const isFuture = day > new Date().toISOString() && !text.includes(day.slice(0, 4));
  return `${isFuture ? Number(day.slice(0, 4)) - 100 : day.slice(0, 4)}${day.slice(4)}`;
}

function parseJson(text: string): Parsed {
  const value = tryParseJson(text);
  return value === undefined ? { problem: 'must be JSON, as in an export' } : { value };
}
