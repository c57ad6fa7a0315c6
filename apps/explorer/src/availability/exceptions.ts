import { type JsonObject, asList, asObject, asText, groupBy } from '../api/json.js';

/** A date with other opening hours: `closed` or `open 10:00–13:00, 15:00–22:00`, and the reason. */
export interface SpecialDay {
  readonly date: string;
  readonly hours: string;
  readonly note: string;
}

/** The special days of a space from a date on, in order. */
export function specialDays({ opening_exceptions: all }: JsonObject, from: string): SpecialDay[] {
  const entries = asList(all)
    .map(asObject)
    .filter(({ date }) => (asText(date) ?? '') >= from);
  return [...groupBy(entries, ({ date }) => asText(date) ?? '')].map(([date, periods]) => {
    const open = periods.filter(({ closed }) => closed !== true);
    const hours = open.map(({ opens_at, closes_at }) => `${String(opens_at)}–${String(closes_at)}`).join(', ');
    const notes = new Set(periods.flatMap(({ note }) => asText(note) ?? []));
    return { date, hours: open.length === 0 ? 'closed' : `open ${hours}`, note: [...notes].join(', ') };
  });
}

/** `Closed: Christmas Day` on that date; empty on a date with the usual hours. */
export function specialWords(space: JsonObject, date: string): string {
  const [first] = specialDays(space, date);
  return first?.date === date
    ? withNote(
        first.hours.replace(/^./, (letter) => letter.toUpperCase()),
        first,
      )
    : '';
}

/** The words with the reason, if there is one. */
export const withNote = (words: string, { note }: Pick<SpecialDay, 'note'>): string =>
  note === '' ? words : `${words}: ${note}`;
