// Ways to write the same text in a query (FILT-11). The input is already percent-encoded where necessary.

type Write = (text: string) => string;

export const encodeInLowerCase: Write = (text) => Buffer.from(text).toString('hex').replace(/../g, '%$&');

export const encodeEveryByte: Write = (text) => encodeInLowerCase(text).toUpperCase();

export const unchanged: Write = (text) => text;

/** Writes the brackets of a name, and the parts between them, each in a given way. */
const written =
  (opening: string, closing: string, others: Write = unchanged): Write =>
  (name) =>
    name.replace(/\[|\]|[^[\]]+/g, (part) => (part === '[' ? opening : part === ']' ? closing : others(part)));

export const names = {
  plain: unchanged,
  encoded: written('%5B', '%5D'),
  'lower-case hex digits': written('%5b', '%5d'),
  'half encoded': (name: string) => name.replace('][', '%5D%5b'),
  'encoded in both cases': written('%5B', '%5d'),
  'letters encoded': encodeEveryByte,
  'letters with lower-case hex digits': written('%5B', '%5D', encodeInLowerCase),
  'brackets with lower-case hex digits, letters encoded': written('%5b', '%5d', encodeEveryByte),
  'everything with lower-case hex digits': encodeInLowerCase,
  // Encodes only the first letter of `filters`.
  'only letters encoded': (name: string) =>
    written('[', ']', encodeEveryByte)(name).replace(encodeEveryByte('ilters'), 'ilters'),
  'only letters with lower-case hex digits': written('[', ']', encodeInLowerCase),
} as const;

export const values = {
  plain: (value: string) => encodeURIComponent(value).replaceAll('%3A', ':'),
  encoded: encodeURIComponent,
  'lower-case hex digits': (value: string) => encodeURIComponent(value).replace(/%../g, (code) => code.toLowerCase()),
  'letters encoded': encodeEveryByte,
} as const;
