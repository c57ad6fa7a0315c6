const months =
  'jan|janv|feb|févr|mar|mars|mär|mrz|mrt|apr|avr|abr|may|mai|maj|mag|jun|juin|giu|jul|juil|lug|aug|août|ago|' +
  'sep|sept|okt|oct|ott|nov|dec|dez|déc|dic|ene|gen';
const month = `${months}|${months.replaceAll(/(?<=^|\|)./g, (letter) => letter.toUpperCase())}`;

/** Texts that spreadsheet programs substitute for names that look like days: `01. Mrz` for `MAR1`. */
const day = new RegExp(
  `^(?:\\d{1,2}[. /-]{1,2}(?:${month})\\.?(?:[ /-]\\d{2,4})?|(?:${month})\\.?[ /-]\\d{2,4}|\\d{1,2}\\.\\d{1,2}\\.\\d{2,4}|\\d{1,2}/\\d{1,2}/\\d{2,4})(?: \\d{1,2}:\\d\\d(?::\\d\\d)?)?$`,
);
const power = /^\d(?:[.,]\d+)?E\+\d+$/i;
/** Names of errors in the languages of spreadsheet programs, between `#` and `!` or `?`. */
const failures =
  'REF|BEZUG|RIF|VERW|ADR|VALUE|WERT|VALEUR|VALOR|VALORE|WAARDE|ARG|NAME|NOM|NOMBRE|NOME|NAAM|NAZWA|DIV/0|DEEL/0|' +
  'DZIEL/0|NUM|ZAHL|GETAL|NÚM|LICZBA|NULL|NUL|NULO|NULLO|LEEG|SPILL|ÜBERLAUF|CALC|KALK|FIELD|BLOCKED|CONNECT|BUSY';
const failure = new RegExp(`^#(?:#+|N/A|N/D|N/B|NV|[¡¿]?(?:${failures})[!?])$`);

/** Whether a text is what a spreadsheet program shows for a formula without a result, or in a column too narrow. */
export const isSheetError = (text: string): boolean => failure.test(text.trim());

const cure = 'Write the original text, in a column that is formatted as text';

/** Explains how a spreadsheet program changed a name and how to fix it; null for other names. */
export function describeDamage(name: string): string | null {
  if (day.test(name)) return `looks like a day that a spreadsheet program made from another text. ${cure}`;
  if (power.test(name)) return `looks like a number that a spreadsheet program shortened. ${cure}`;
  return isSheetError(name) ? `is the error value of a spreadsheet formula. ${cure}` : null;
}

/** A number without the zeros that spreadsheet programs add or remove; other names unchanged. */
export const withoutZeros = (name: string): string => (isNumber(name) ? name.replace(/^0+(?=\d)|[.,]0+$/g, '') : name);

const isNumber = (name: string): boolean => /^\d+(?:[.,]0+)?$/.test(name);

const fragileDay = new RegExp(`^(?:\\d{1,2}[. /-]?(?:${month})[a-z]*|(?:${month})[a-z]*[. /-]?\\d{1,4})$`, 'i');

/** Texts that a spreadsheet program would convert to a number or a day. */
export const isFragile = (text: string): boolean =>
  /^(?:0\d+|\d{12,}|\d+(?:[.,]\d+)?E[+-]?\d+)$/i.test(text) ||
  (/^\d{1,4}[-/.]\d{1,4}(?:[-/.]\d{1,4})?$/.test(text) && !/^\d{4}-\d\d-\d\d$/.test(text)) ||
  fragileDay.test(text);
