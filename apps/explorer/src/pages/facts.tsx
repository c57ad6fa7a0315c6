import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { useNow, ZoneContext } from '../app/session.js';
import { Terms } from '../app/terms.js';
import { Reference } from '../data/value.js';
import { State } from '../day/group-line.js';
import { Seats } from '../day/session-cards.js';
import { idOf, isObject, type JsonObject, asList, asObject, asText } from '../api/json.js';
import { isInstant, moneyWords, readableInstant, rowLabel } from '../api/rows.js';
import { minute } from '../request/clock.js';
import { shortDay } from '../time/words.js';
import { localTime } from '../time/zone.js';
import { specialDays, withNote } from '../availability/exceptions.js';
import { toDatedSession, seatsOf } from '../availability/sessions.js';
import { stateWords } from '../availability/timeline.js';

/** One line of a page; hidden if it is empty. */
export type Fact = readonly [label: string, show: (row: JsonObject, zone: string) => ComponentChildren];

export function Facts({ row, facts }: { row: JsonObject; facts: readonly Fact[] }) {
  const zone = useContext(ZoneContext);
  const lines = facts.map(([label, show]) => [label, show(row, zone)] as const);
  return (
    <Terms class="card facts" lines={lines.filter(([, value]) => value !== null && value !== false && value !== '')} />
  );
}

export const plain = (value: unknown): string => (asText(value) ?? '').replaceAll('_', ' ');

/** Shows a text, with spaces instead of underscores. */
export const text = (key: string) => (row: JsonObject) => plain(row[key]);

/** Shows a link to another row. */
export const link = (key: string) => (row: JsonObject) => isObject(row[key]) && <Reference name={key} row={row[key]} />;

/** Words or links side by side; empty without any. */
const renderTags = (items: readonly (readonly [id: string, shown: ComponentChildren])[]) =>
  items.length > 0 && (
    <span class="tags">
      {items.map(([id, shown]) => (
        <span key={id} class="tag">
          {shown}
        </span>
      ))}
    </span>
  );

/** Shows links to other rows, as tags. */
export const tags =
  (...keys: readonly string[]) =>
  (row: JsonObject) =>
    renderTags(
      keys.flatMap((key) =>
        [row[key]]
          .flat()
          .filter(isObject)
          .map((one) => [idOf(one), <Reference name={key} row={one} />] as const),
      ),
    );

/** Shows a number with its noun. */
export const count = (key: string, noun: string) => (row: JsonObject) =>
  typeof row[key] === 'number' && `${row[key]} ${noun}`;

/** `€35, Concession €24.50`, or the pricing in a word. */
export function price({ prices, pricing, prices_hidden: isHidden }: JsonObject): string {
  const listed = asList(prices).map(asObject);
  if (isHidden === true || listed.length === 0) return plain(pricing);
  return listed
    .map(({ category, amount_in_cents, currency }, index) => {
      const money = moneyWords(Number(amount_in_cents), asText(currency) ?? '');
      return index === 0 ? money : `${rowLabel(asObject(category))} ${money}`;
    })
    .join(', ');
}

/** `€45 for a month` */
export function planPrice(row: JsonObject): string {
  const { amount_in_cents: cents, currency, duration_count: number, duration_unit: unit } = row;
  if (typeof cents !== 'number' || row['prices_hidden'] === true) return plain(row['pricing']);
  const period = number === 1 ? `a ${plain(unit)}` : `${String(number)} ${plain(unit)}s`;
  return `${moneyWords(cents, asText(currency) ?? '')} for ${period}`;
}

/** `2 h`, `90 min` */
export function duration({ duration_in_minutes: minutes }: JsonObject): string {
  if (typeof minutes !== 'number') return '';
  return minutes % 30 === 0 && minutes >= 120 ? `${minutes / 60} h` : `${minutes} min`;
}

export const seats = (row: JsonObject) => {
  const found = seatsOf(row);
  return found && <Seats seats={found} />;
};

/** When a session or booking takes place. */
export const when = (row: JsonObject, zone: string) => toDatedSession(row, zone).times;

/** Shows an instant with its year. */
export const moment = (key: string) => (row: JsonObject, zone: string) => {
  const instant = row[key];
  return isInstant(instant) && readableInstant(instant, zone);
};

/** `out of order since Tuesday` */
export function UnitState({ unit }: { unit: JsonObject }) {
  const words = stateWords(unit, useContext(ZoneContext), useNow(minute));
  return <State of={{ kind: unit['state'] === 'available' ? 'free' : 'out', words }} />;
}

/** Accreditations with the day on which they expire. */
export const accreditations = ({ accreditations: held }: JsonObject) =>
  renderTags(
    asList(held)
      .map(asObject)
      .map((each) => {
        const day = isInstant(each['expires_at']) ? each['expires_at'].slice(0, 10) : null;
        return [idOf(each), `${rowLabel(each)}${day === null ? '' : ` until ${shortDay(day)} ${day.slice(0, 4)}`}`];
      }),
  );

export function address({ address: stored }: JsonObject): string {
  const { street, postal_code, city } = asObject(stored);
  return [asText(street), [asText(postal_code), asText(city)].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The weekly hours of a space. */
export const openingHours = ({ opening_hours: hours }: JsonObject) =>
  asList(hours).length === 0
    ? 'always'
    : inLines(
        asList(hours)
          .map(asObject)
          .map(({ day_of_week, opens_at, closes_at }) => {
            return `${weekdays[Number(day_of_week) - 1] ?? ''} ${String(opens_at)}–${String(closes_at)}`;
          }),
      );

const maxSpecialDays = 10;

/** `Fri 25 Dec closed: Christmas Day`, for the next days with other hours. */
export function nextSpecialDays(row: JsonObject, zone: string) {
  const next = specialDays(row, localTime(Date.now(), zone).day).slice(0, maxSpecialDays);
  return next.length > 0 && inLines(next.map((each) => withNote(`${shortDay(each.date)} ${each.hours}`, each)));
}

const inLines = (lines: readonly string[]) => (
  <ul class="plain">
    {lines.map((line, index) => (
      <li key={index}>{line}</li>
    ))}
  </ul>
);
