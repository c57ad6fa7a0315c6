import { localTime } from './zone.js';

const endOfDay = 24 * 60;
const words = { hasTwelveHours: false };

/** Sets how all times are written: `14:30` or `2:30 pm`. */
export const setTwelveHours = (hasTwelveHours: boolean): void => void Object.assign(words, { hasTwelveHours });

/** `09:05`, or `9:05 am`; the end of a day is `24:00`, or `midnight`. */
export function clock(minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / 60), String(minutes % 60).padStart(2, '0')];
  if (!words.hasTwelveHours) return `${String(hour).padStart(2, '0')}:${minute}`;
  if (minutes === endOfDay) return 'midnight';
  return `${hour % 12 === 0 ? 12 : hour % 12}${minute === '00' ? '' : `:${minute}`} ${hour < 12 ? 'am' : 'pm'}`;
}

/** The hour alone, for axes: `09`, or `9 am`. */
export const hourWords = (hour: number): string => clock(hour * 60).replace(/:00$/, '');

export const timeWords = (instant: number, zone: string): string => clock(localTime(instant, zone).minutes);

const asDate = (day: string): Date => new Date(`${day}T12:00:00Z`);

const formats = {
  long: new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }),
  short: new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }),
  near: new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' }),
  weekday: new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' }),
};

/** `Wednesday 4 March` */
export const longDay = (day: string): string => formats.long.format(asDate(day)).replace(',', '');

/** `Wed 4 Mar` */
export const shortDay = (day: string): string => formats.short.format(asDate(day)).replace(',', '');

/** `Wed 4 Mar 14:30` */
export function momentWords(instant: number, zone: string): string {
  const { day, minutes } = localTime(instant, zone);
  return `${shortDay(day)} ${clock(minutes)}`;
}

const dayLength = 86_400_000;

/** A day close to today by its name: `today`, `yesterday`, `Tuesday`; others by their date. */
export function nearDay(day: string, today: string): string {
  const days = Math.round((asDate(today).getTime() - asDate(day).getTime()) / dayLength);
  if (Math.abs(days) < 2) return formats.near.format(-days, 'day');
  return Math.abs(days) < 7 ? formats.weekday.format(asDate(day)) : shortDay(day);
}
