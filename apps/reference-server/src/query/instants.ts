const form =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:T(?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.(?<fraction>\d+))?)?(?<zone>Z|[+-]\d\d:\d\d)?)?$/;

const earliest = Date.parse('0001-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** The milliseconds of an ISO 8601 date or datetime; null if invalid (FILT-5). */
export function instantOf(text: string): number | null {
  const parts = form.exec(text)?.groups;
  if (parts === undefined || text.endsWith('\n')) return null;
  const {
    year = '',
    month = '',
    day = '',
    hour = '00',
    minute = '00',
    second = '00',
    fraction = '',
    zone = 'Z',
  } = parts;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const real = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  const offset = parseOffset(zone);
  if (!real || offset === null || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const ofDay = ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 + Number(milliseconds);
  const time = date.getTime() + ofDay - offset;
  return time < earliest || time > latest ? null : time;
}

function parseOffset(zone: string): number | null {
  if (zone === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(4, 6));
  if (hours > 23 || minutes > 59) return null;
  return (hours * 60 + minutes) * 60_000 * (zone.startsWith('-') ? -1 : 1);
}
