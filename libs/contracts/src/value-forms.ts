const day = /(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])/.source;
const dayOfEveryMonth = /^.{8}(?:[01]|2[0-8])/;
const date = new RegExp(`^${day}$`);
const instant = new RegExp(`^${day}T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$`);

// PostgreSQL cannot store NUL, and a lone surrogate is not a character.
const unstorable = /[\0\p{Cs}]/u;

/** Whether a value is a text that PostgreSQL can store. */
export const isText = (value: unknown): value is string => typeof value === 'string' && !unstorable.test(value);
/** Whether a value is a moment as the service writes it, like `2026-03-01T09:00:00.000Z` (SHAPE-4). */
export const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && instant.test(value) && isInMonth(value);

/** Whether a value is a calendar day, like `2026-03-01`. */
export const isDate = (value: unknown): value is string =>
  typeof value === 'string' && date.test(value) && isInMonth(value);

/** Whether the day at the start of the text exists in its month. */
function isInMonth(text: string): boolean {
  if (dayOfEveryMonth.test(text)) return true;
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text.slice(0, 10));
}
