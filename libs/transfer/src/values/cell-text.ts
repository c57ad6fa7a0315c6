import { type CellText, DateReader, dayIn, timeOfDay } from './dates.js';
import type { TableMapping } from '../map/mapping.js';
import { resolvedZone } from '@resource-catalogue/contracts';
import { CommandError } from '@resource-catalogue/program';
import { TimeZone } from './local-times.js';
import type { SheetField } from '../map/sheet-fields.js';
import { fold, suggestion } from './suggestion.js';
import type { Content } from '../read/tables.js';
import { yesOrNo } from './yes-no.js';

/** Reads the cells of one table, whose dates and numbers share a format. */
export class CellReader {
  private readonly dates: DateReader;
  private readonly decimalComma: boolean | null;

  private readonly zone: TimeZone | null;

  constructor({ dates, decimal, time_zone: zone }: Pick<TableMapping, 'dates' | 'decimal' | 'time_zone'>) {
    this.dates = new DateReader(dates);
    this.decimalComma = decimal === undefined ? null : decimal === 'comma';
    this.zone = zone === undefined ? null : requireTimeZone(zone);
  }

  /** Converts a cell to the text that the field's column accepts. */
  read(field: SheetField, text: string): CellText {
    switch (field.kind) {
      case 'boolean':
        return booleanText(text);
      case 'enum':
        return enumText(field.values ?? [], text);
      case 'integer':
        return field.name.endsWith('_in_cents') ? this.cents(text) : this.number(text, /^[+-]?\d+$/, 'a whole number');
      case 'number':
        return this.number(text, /^[+-]?\d+(?:\.\d+)?$/, 'a number');
      case 'date':
      case 'datetime': {
        const read = this.dates.read(text);
        if ('problem' in read) return read;
        if (field.kind === 'datetime') return this.instant(read.text);
        return { text: field.name === 'birthdate' ? pastDay(read.text, text) : read.text.slice(0, 10) };
      }
      case 'text':
      case 'uuid':
      case 'object':
      case 'array':
        return { text };
    }
  }

  /** Converts a local time in the mapping's zone to an instant; days and times with an offset are unchanged. */
  private instant(text: string): CellText {
    if (this.zone === null || !/T[\d:.]+$/.test(text)) return { text };
    const [instant, other] = this.zone.instantsAt(Date.parse(`${text}Z`));
    if (instant === undefined) return { problem: `must be a time that exists: clocks in ${this.zone.name} skip it` };
    if (other !== undefined) return { problem: `must have an offset: clocks in ${this.zone.name} show it twice` };
    return { text: new Date(instant).toISOString() };
  }

  private cents(text: string): CellText {
    const amount = text
      .trim()
      .replace(currencyBefore, '')
      .replace(currencyAfter, '')
      .replace(/[,.][-–—]+$/, '');
    const read = this.number(amount, /^[+-]?\d+(?:\.\d{1,2})?$/, 'an amount with at most two decimals');
    return 'problem' in read ? read : { text: String(Math.round(Number(read.text) * 100)) };
  }

  private number(text: string, right: RegExp, what: string): CellText {
    const plain = this.withPoint(text.replaceAll(/[\s'’]/g, ''));
    if (plain === null) {
      return {
        problem:
          'could have a decimal comma or a thousands separator: add `decimal: comma` or `decimal: point` to the mapping',
      };
    }
    return right.test(plain) ? { text: plain } : { problem: `must be ${what}` };
  }

  /** Converts a number to a decimal point without thousands separators; null if it is ambiguous. */
  private withPoint(text: string): string | null {
    const [comma, point] = [text.lastIndexOf(','), text.lastIndexOf('.')];
    if (comma < 0 && point < 0) return text;
    const isUnclear = /^[+-]?[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*$/.test(text);
    if (isUnclear && this.decimalComma === null) return null;
    // Numbers of a workbook have a decimal point, regardless of the format of texts.
    const decimalComma = isUnclear ? this.decimalComma : comma > point;
    return decimalComma ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '');
  }
}

/** A currency before or after an amount: its code or sign, such as `A$`, `kr.` or `zł`. */
const currencyBefore = /^(?:\p{L}{0,3}\p{Sc}|\p{L}{1,3}\.?)\s*(?=[\d+-])/u;
const currencyAfter = /(?<=[\d–—-])\s*(?:\p{L}{0,3}\p{Sc}|\p{L}{1,3}\.?)$/u;

/** Birthdates are in the past, so `48` is 1948. A four-digit year is unchanged, and the import rejects it. */
function pastDay(day: string, text: string): string {
  const isFuture = day > new Date().toISOString() && !text.includes(day.slice(0, 4));
  return `${isFuture ? Number(day.slice(0, 4)) - 100 : day.slice(0, 4)}${day.slice(4, 10)}`;
}

function booleanText(text: string): CellText {
  const value = yesOrNo(text);
  if (value !== null) return { text: String(value) };
  return { problem: 'must be yes or no: add its meaning to `values` in the mapping' };
}

function enumText(values: readonly string[], text: string): CellText {
  const wanted = fold(text).replaceAll(/[\s-]+/g, '_');
  const known = values.find((value) => value.toLowerCase() === wanted);
  if (known !== undefined) return { text: known };
  const meant = suggestion(wanted, values);
  return {
    problem: `must be one of ${values.join(', ')}, or have a meaning under \`values\` in the mapping${meant}`,
  };
}

/** The displayed text of a cell. Cells of a workbook can be numbers and dates. */
export function shown(content: Content | undefined): string {
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return content.trim();
  if (typeof content === 'boolean') return String(content);
  if (typeof content === 'number') return numberText(content);
  const iso = content.toISOString();
  // A time without a day is stored as day zero of spreadsheets.
  if (content.getTime() < Date.UTC(1900, 0, 2)) return iso.slice(11, 19);
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/** Formats without an exponent and without binary rounding errors. */
function numberText(number: number): string {
  if (Number.isInteger(number)) return BigInt(number).toString();
  const text = String(Number(number.toPrecision(15)));
  // Marks three digits after the point as decimals, so that they are not read as thousands.
  return /^-?\d{1,3}\.\d{3}$/.test(text) ? `${text}0` : text;
}

/** Joins the texts of several cells. A date and a time each contribute only their own part. */
export function joined(texts: readonly string[], between: string): string {
  const [first = '', second = ''] = texts;
  const time = clockPart(second);
  const day = texts.length === 2 && timeOfDay(time) !== null ? dayIn(first) : null;
  return day === null ? texts.filter((text) => text !== '').join(between) : `${day} ${time}`;
}

/** Some programs store a time as a fraction of a day, or with an arbitrary date. */
function clockPart(text: string): string {
  if (/^0?\.\d+$/.test(text)) return new Date(Math.round(Number(text) * 86_400) * 1000).toISOString().slice(11, 19);
  return text.replace(/^\d{4}-\d\d-\d\d /, '');
}

function requireTimeZone(name: string): TimeZone {
  if (resolvedZone(name) !== null) return new TimeZone(name);
  throw new CommandError(`The mapping has the unknown time zone ${name}. Use an IANA name like Europe/Berlin.`);
}
