const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const instant = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const date = /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

// PostgreSQL cannot store NUL, and a lone surrogate is not a character.
const unstorable = /[\0\p{Cs}]/u;

export const isText = (value: unknown): value is string => typeof value === 'string' && !unstorable.test(value);
export const isUuid = (value: unknown): value is string => typeof value === 'string' && uuid.test(value);
export const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && instant.test(value) && isDate(value.slice(0, 10));

/** A calendar day, like `2026-03-01`. */
export function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !date.test(value)) return false;
  if (value.slice(8) <= '28') return true;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}
