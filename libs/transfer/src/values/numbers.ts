/** How a table writes numbers; without thousands separators, a comma is rejected unless it is a decimal sign. */
export interface NumberFormat {
  readonly decimal: 'comma' | 'point' | undefined;
  readonly thousands: boolean;
}

/** A number in plain digits with a decimal point; or why it is not clear. */
export type PlainNumber = { readonly text: string } | { readonly why: 'ambiguous' | 'comma' };

const unclear = /^[+-]?[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*$/;

/** Removes thousands separators, and makes the decimal sign a point. */
export function plainNumber(text: string, { decimal, thousands }: NumberFormat): PlainNumber {
  if (!thousands) {
    if (!text.includes(',')) return { text };
    return decimal === 'comma' ? { text: text.replace(',', '.') } : { why: 'comma' };
  }
  const bare = text.replaceAll(/[\s'’]/g, '');
  const [comma, point] = [bare.lastIndexOf(','), bare.lastIndexOf('.')];
  if (comma < 0 && point < 0) return { text: bare };
  const isUnclear = unclear.test(bare);
  if (isUnclear && decimal === undefined) return { why: 'ambiguous' };
  const decimalComma = isUnclear ? decimal === 'comma' : comma > point;
  return { text: decimalComma ? bare.replaceAll('.', '').replace(',', '.') : bare.replaceAll(',', '') };
}

/** A currency before or after an amount: its code or sign, such as `A$`, `kr.` or `Euro`. */
const currencyBefore = /^(?:\p{L}{0,3}\p{Sc}|\p{L}{1,4}\.?)\s*(?=[\d+-])/u;
const currencyAfter = /(?<=[\d–—-])\s*(?:\p{L}{0,3}\p{Sc}|\p{L}{1,4}\.?)$/u;

/** Removes the currency of a price, and the dash that stands for no decimals. */
export const stripCurrency = (text: string): string =>
  text
    .trim()
    .replace(currencyBefore, '')
    .replace(currencyAfter, '')
    .replace(/[,.][-–—]+$/, '');

/** Words for the smallest unit of a currency. */
const cents =
  /(?<![\p{L}\d])(?:(?:euro[\s-]?)?cents?|cts?|centimes?|céntimos?|centesimi|centavos?|pence|rappen|[öø]re|minor[\s_]units?)(?!\p{L})|¢/iu;

/** Whether a price or the name of a column says that amounts are in the smallest unit, as in `priceCents`. */
export const saysCents = (text: string): boolean => cents.test(text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '));

/** Whether an amount has three digits after its only sign, which have been read as decimals. */
export const hasThreeDecimals = (text: string, value: number): boolean =>
  unclear.test(text.replaceAll(/[\s'’]/g, '')) && Math.abs(value) < 1000;

/** The number of decimals of a currency, as in ISO 4217; two if it is unknown. */
export function currencyDecimals(currency: unknown): number {
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return 2;
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}
