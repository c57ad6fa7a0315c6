const months = [
  ...[
    'Jan',
    'Feb',
    'Mar',
    'Mär',
    'Mrz',
    'Apr',
    'May',
    'Mai',
    'Maj',
    'Jun',
    'Jul',
    'Aug',
    'Sep',
    'Sept',
    'Okt',
    'Oct',
    'Nov',
  ],
  ...[
    'Dec',
    'Dez',
    'janv',
    'févr',
    'mars',
    'avr',
    'mai',
    'juin',
    'juil',
    'août',
    'déc',
    'ene',
    'abr',
    'ago',
    'dic',
    'gen',
  ],
  ...[
    'mag',
    'giu',
    'lug',
    'ott',
    'mrt',
    'jan',
    'feb',
    'mar',
    'apr',
    'jun',
    'jul',
    'aug',
    'sep',
    'okt',
    'oct',
    'nov',
    'dec',
  ],
].join('|');

/** What spreadsheet programs make of texts that they take for days, as in `01. Mrz` for `MAR1`. */
const day = new RegExp(
  `^(?:\\d{1,2}[. /-]{1,2}(?:${months})\\.?(?:[ /-]\\d{2,4})?|(?:${months})\\.?[ /-]\\d{2,4}|\\d{1,2}\\.\\d{1,2}\\.\\d{2,4}|\\d{1,2}/\\d{1,2}/\\d{2,4})(?: \\d{1,2}:\\d\\d(?::\\d\\d)?)?$`,
);
const power = /^\d(?:[.,]\d+)?E\+\d+$/i;
const failure = /^#(?:#+|N\/A|NV|REF!|BEZUG!|NAME\?|VALUE!|WERT!|DIV\/0!|NUM!|ZAHL!)$/;

const cure = 'Write the original text, in a column that is formatted as text';

/** How a name looks that a spreadsheet program has made of another text, and what to do; null for every other name. */
export function damageOf(name: string): string | null {
  if (day.test(name)) return `looks like a day that a spreadsheet program made of another text. ${cure}`;
  if (power.test(name)) return `looks like a number that a spreadsheet program shortened. ${cure}`;
  return failure.test(name) ? `is an error of a spreadsheet program. ${cure}` : null;
}

/** A number without the zeros that programs remove at its beginning or add behind a point; other names as they are. */
export const withoutZeros = (name: string): string => (isNumber(name) ? name.replace(/^0+(?=\d)|[.,]0+$/g, '') : name);

export const isNumber = (name: string): boolean => /^\d+(?:[.,]0+)?$/.test(name);

const fragileDay = new RegExp(`^(?:\\d{1,2}[. /-]?(?:${months})[a-z]*|(?:${months})[a-z]*[. /-]?\\d{1,4})$`, 'i');

/** Texts that a spreadsheet program reads as a number or as a day, and writes back as another text. */
export const isFragile = (text: string): boolean =>
  /^(?:0\d+|\d{12,}|\d+(?:[.,]\d+)?E[+-]?\d+)$/i.test(text) ||
  (/^\d{1,4}[-/.]\d{1,4}(?:[-/.]\d{1,4})?$/.test(text) && !/^\d{4}-\d\d-\d\d$/.test(text)) ||
  fragileDay.test(text);
