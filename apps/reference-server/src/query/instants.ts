const form =
  /^(?<date>\d{4}-\d\d-\d\d)(?:T(?<clock>[\d:]{5})(?::(?<second>\d\d)(?:\.(?<fraction>\d+))?)?(?<zone>Z|[+-][\d:]{5})?)?$/;
const minutes = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

const earliest = Date.parse('0001-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** The milliseconds of an ISO 8601 date or datetime; null if invalid (FILT-5). */
export function parseInstant(text: string): number | null {
  const { date = '', clock = '00:00', second = '00', fraction = '', zone = 'Z' } = form.exec(text)?.groups ?? {};
  const offset = zone === 'Z' ? '00:00' : zone.slice(1);
  if (!isReal(date) || !minutes.test(clock) || !minutes.test(offset) || second > '59') return null;
  const instant = Date.parse(`${date}T${clock}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}${zone}`);
  return instant < earliest || instant > latest ? null : instant;
}

/** Whether the month has this day. `Date` shows another date otherwise, or none. */
function isReal(date: string): boolean {
  const day = new Date(date);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
}
