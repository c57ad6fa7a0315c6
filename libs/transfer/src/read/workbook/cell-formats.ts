import { utils } from '@e965/xlsx';
import type { Content } from '../table.js';

/** Converts a number to the content that its number format shows. */
export type NumberReader = (value: number) => Content;

/** Longest number format of spreadsheet programs. */
const maxFormatLength = 255;

/** Whether the dates of a workbook begin in 1904, as on old Macs. */
export interface DateSystem {
  readonly is1904: boolean;
}

/** Reads numbers with a format such as `00000`, `yyyy-mm-dd` or `#,##0.00 "€"`. */
export function numberReader(format: string, { is1904 }: DateSystem): NumberReader {
  if (format.length > maxFormatLength) return (value) => value;
  const shape = bare(format);
  // Durations such as `[h]:mm` have no day.
  if (/\[(?:h+|m+|s+)\]/i.test(format)) return (value) => toDate(value, false);
  if (/[dhmsy]/i.test(shape.replaceAll(/general/gi, ''))) return (value) => toDate(value, is1904);
  const currency = currencyIn(format);
  if (currency !== '') {
    const decimals = /\.([0#?]+)/.exec(shape)?.[1]?.length ?? 0;
    return (value) => moneyText(value, decimals, currency);
  }
  if (!isDigitFormat.test(shape)) return (value) => value;
  return (value) =>
    Number.isInteger(value) && value >= 0 ? utils.format_cell({ t: 'n', v: value, z: format }) : value;
}

/** The section of a format for positive numbers, without the widths of spaces. */
const positive = (format: string): string =>
  /^(?:"[^"]*"|\\.|[^;"\\])*/.exec(format.replaceAll(/[_*]./g, ''))?.[0] ?? '';

/** The format of positive numbers without texts and colours. */
const bare = (format: string): string => positive(format).replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, '');

/** Formats whose leading zeros are part of the content. */
const isDigitFormat = /^[\s\-/()]*0[\s\-/()]*0[0\s\-/()]*$/;

const currencyCodes = new Set(Intl.supportedValuesOf('currency'));
const currencyWords = /^(?:[A-Z]{0,3}\p{Sc}|kr|zł|Kč|Ft|lei|Rs|Fr|SFr|din|лв|руб|р)\.?$/u;

/** The currency that only the format shows; empty without one. */
function currencyIn(format: string): string {
  const section = positive(format);
  const bracketed = /\[\$([^\]-]+)(?:-[^\]]*)?\]/.exec(section)?.[1]?.trim() ?? '';
  if (bracketed !== '') return bracketed;
  const texts = section.match(/"[^"]*"|\\.|\p{Sc}/gu) ?? [];
  const text = texts
    .map((each) => each.replaceAll(/^"|"$|^\\/g, ''))
    .join('')
    .trim();
  return currencyWords.test(text) || currencyCodes.has(text) ? text : '';
}

/** An amount without rounding or grouping. Three decimals get a zero, because they would look like a group. */
export function moneyText(value: number, decimals: number, currency: string): string {
  const shown = value.toFixed(decimals);
  const exact = Number(shown) === value ? shown : String(value);
  return `${exact.replace(/\.\d{3}$/, '$&0')} ${currency}`.trim();
}

/** Day 0 of numbers from 1900-03-01 on; earlier ones are a day lower, as spreadsheets count a false 1900-02-29. */
const firstDay = Date.UTC(1899, 11, 30);
const falseDay = 60;
const daysTo1904 = 1462;

/** A time without a day is before 1900-01-02 in both date systems. */
function toDate(value: number, is1904: boolean): Date | number {
  const days = is1904 && value >= 1 ? value + daysTo1904 : value;
  const seconds = Math.round((days < falseDay ? days + 1 : days) * 86_400);
  const date = new Date(firstDay + seconds * 1000);
  return Number.isNaN(date.getTime()) ? value : date;
}

/** A date without a time zone, such as `2026-03-01T09:30:00`. */
export function isoDate(text: string): Content {
  const date = new Date(text.includes('T') ? `${text.replace(/Z$/, '')}Z` : text);
  return Number.isNaN(date.getTime()) ? text : date;
}

/** A time without a day, or a duration. */
export const timeOfDay = (seconds: number): Date | number => toDate(seconds / 86_400, false);

/** A format code for the number of a built-in format; those of currencies depend on the country. */
export function builtInFormat(id: number): string {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'yyyy-mm-dd';
  if (id >= 18 && id <= 22) return 'hh:mm:ss';
  if (id >= 45 && id <= 47) return '[h]:mm:ss';
  return 'General';
}
