// FILT-11: ways to write the same text in a query. All of them are percent-encoded already, as far as they have to be.

const hexadecimal = (byte: number): string => byte.toString(16).padStart(2, '0');

const everyByteEncoded = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${hexadecimal(byte).toUpperCase()}`).join('');

const smallHexadecimals = (encoded: string): string => encoded.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());

export const encodedInSmall = (text: string): string => smallHexadecimals(everyByteEncoded(text));

const asItIs = (text: string): string => text;

type Write = (text: string) => string;

/** The brackets of a name, one by one, and what stands between them, each written in its own way. */
const written =
  (opening: string, closing: string, others: Write = asItIs): Write =>
  (name) =>
    name.replace(/\[|\]|[^[\]]+/g, (part) => (part === '[' ? opening : part === ']' ? closing : others(part)));

/** How the name of a filter is written: its brackets, and its letters. */
export const names = {
  plain: asItIs,
  encoded: written('%5B', '%5D'),
  'lower-case hexadecimals': written('%5b', '%5d'),
  'half encoded': (name: string) => name.replace('][', '%5D%5b'),
  'encoded in both cases': written('%5B', '%5d'),
  'letters encoded': everyByteEncoded,
  'letters in lower-case hexadecimals': written('%5B', '%5D', encodedInSmall),
  'brackets in lower-case hexadecimals, letters encoded': written('%5b', '%5d', everyByteEncoded),
  'everything in lower-case hexadecimals': encodedInSmall,
  // Of `filters` the first letter alone.
  'only letters encoded': (name: string) =>
    written('[', ']', everyByteEncoded)(name).replace(everyByteEncoded('ilters'), 'ilters'),
  'only letters in lower-case hexadecimals': written('[', ']', encodedInSmall),
} as const;

/** How the names of the other parameters of a query are written. */
export const otherNames = {
  plain: asItIs,
  encoded: everyByteEncoded,
  'lower-case hexadecimals': encodedInSmall,
} as const;

/** How a value is written. */
export const values = {
  plain: (value: string) => encodeURIComponent(value).replaceAll('%3A', ':'),
  encoded: encodeURIComponent,
  'lower-case hexadecimals': (value: string) => smallHexadecimals(encodeURIComponent(value)),
  'letters encoded': everyByteEncoded,
} as const;
