import type { FilterField } from '@resource-catalogue/contracts';

/**
 * Longer ones, as they are sent, are left out: a set of them, with the links that repeat it, must stay below what request
 * line and headers may take (RATE-3).
 */
const mostOfValue = 150;

/** FILT-5: around these, an offset or a millisecond more leads out of the years that a time may lie in. */
const [earliest, latest] = ['0001-01-03', '9999-12-29'];

/** A text that can be asked for: not empty (FILT-2), without a NUL (FILT-9), and not half a character. */
const isAskableText = (value: string): boolean =>
  value !== '' && !value.includes('\0') && value.isWellFormed() && encodeURIComponent(value).length <= mostOfValue;

/** Whether a value that a row has can be the value of a filter: the interface refuses some, or leaves them open. */
export function isAskable({ kind }: Pick<FilterField, 'kind'>, value: string): boolean {
  return kind === 'datetime' ? value >= earliest && value < latest : isAskableText(value);
}
