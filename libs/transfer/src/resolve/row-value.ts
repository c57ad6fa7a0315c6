import { type DtoClass, renderedLimits, SlotDto } from '@resource-catalogue/contracts';
import { renderTexts } from '@resource-catalogue/markdown';
import { v5 } from 'uuid';
import { isObject } from '@resource-catalogue/program';
import { type Detail, invalidValue } from '../import-errors.js';
import { LocalTime, type TimeZone } from '../values/times.js';
import {
  type Cell,
  placeHeaders,
  type List,
  type FieldLayout,
  type Reference,
  timestampKeys,
  usualHeader,
} from '../layout.js';
import { omittedHeaders } from './empty-cells.js';
import { type RowNames, textIn, type Values as Cells } from './names.js';

/** The context in which a row of a file is read. */
export interface RowReading {
  readonly id: string;
  /** Time zone of local times; null if unknown. */
  readonly zone: TimeZone | null;
  readonly idOf: RowNames['idOf'];
  /** The values of empty cells, by key. */
  readonly empty: ReadonlyMap<string, unknown>;
  /** The name of a column in the file. */
  readonly columnName: (header: string) => string;
  /** Places without a column. */
  readonly lacks: ReadonlySet<FieldLayout>;
  readonly report: (header: string, ...detail: Detail) => void;
  /** Reports a place that requires a value. */
  readonly reportMissing: (place: FieldLayout) => void;
}

type Values = Record<string, unknown>;

const left = Symbol('left out');

/** Converts a row of a file to an API object. Keys without a column keep their stored values. */
export function rowValue(
  members: readonly FieldLayout[],
  cells: Cells,
  reading: RowReading,
  stored: Readonly<Values> | null,
): Values {
  const value = toObject(members, cells, reading, '', stored, reading.empty);
  if (value['id'] === undefined) value['id'] = reading.id;
  return value;
}

function toObject(
  members: readonly FieldLayout[],
  cells: Cells,
  reading: RowReading,
  within: string,
  stored: Readonly<Values> | null = null,
  empty: RowReading['empty'] = new Map(),
): Values {
  const value: Values = {};
  for (const place of members) {
    const { key } = place;
    const kept = reading.lacks.has(place) ? keptValue(place, stored, reading, value) : left;
    const read = kept === left ? placeValue(place, cells, reading, value, stored?.[key]) : kept;
    if (place.at === 'reference' && !place.field) {
      if (read === left) reading.reportMissing(place);
      else Object.assign(value, read);
    } else if (read !== left) value[key] = read;
    else if (key === 'id') value[key] = within === '' ? reading.id : v5(within, reading.id);
    else if (empty.has(key)) value[key] = empty.get(key);
    else if (place.at !== 'derived' && !timestampKeys.has(key)) value[key] = emptyValue(place, reading);
  }
  return value;
}

function emptyValue(place: Exclude<FieldLayout, { at: 'derived' }>, { reportMissing }: RowReading): unknown {
  if (place.at === 'list' || (place.at === 'cell' && place.field.kind === 'array')) return [];
  if (place.field?.nullable !== true) reportMissing(place);
  return null;
}

/** The value of a place without a column: rendered from its Markdown, or the stored one. */
function keptValue(place: FieldLayout, stored: Readonly<Values> | null, reading: RowReading, above: Values): unknown {
  const { key } = place;
  const source = key.replace(/_rendered$/, '');
  if (source !== key && source in above && above[source] !== stored?.[source]) {
    const text = above[source];
    return typeof text === 'string' ? renderedText(text, source, reading) : null;
  }
  if (!stored) return left;
  if (!areSlots(place)) return stored[key];
  const slots = movedSlots(stored, above, reading.zone);
  if (slots === null) {
    reading.report(`${place.path}.start_time`, 'is missing: several slots cannot be derived from the times');
  }
  return slots;
}

function placeValue(place: FieldLayout, cells: Cells, reading: RowReading, above: Values, stored: unknown): unknown {
  switch (place.at) {
    case 'derived':
      return left;
    case 'cell':
      return ownValue(place, cells, reading);
    case 'reference':
      return readReference(place, cells, reading);
    case 'object': {
      const keeps = [...omittedHeaders(place.members, [stored], reading.lacks)].length > 0;
      return keeps || placeHeaders(place).some((header) => cells.get(header) !== undefined)
        ? toObject(place.members, cells, reading, place.path, isObject(stored) ? stored : null)
        : left;
    }
    case 'list':
      return readList(place, cells, reading, above, stored);
  }
}

function ownValue(place: Cell, cells: Cells, reading: RowReading): unknown {
  const markdown = place.markdown === null ? undefined : textIn(cells, place.markdown);
  if (markdown !== undefined) return renderedText(markdown, place.markdown ?? '', reading);
  const value = cells.get(place.path);
  if (value === undefined) return left;
  if (value instanceof LocalTime) return instantOf(value, place, reading);
  return Array.isArray(value) ? value.map((item: unknown) => item ?? '') : value;
}

/** Fields in which a day without a time means the end of that day. */
const ends: ReadonlySet<string> = new Set(['ends_at', 'end_time', 'expires_at', 'registration_closes_at']);

function instantOf({ clock, isDay }: LocalTime, { path, key }: Cell, { zone, report }: RowReading): string | null {
  if (zone === null) {
    report(
      path,
      'must have an offset, like 2026-03-01T09:00Z: the space of the row has no valid time zone, or the spaces have several',
    );
    return null;
  }
  const instant = isDay ? zone.dayInstant(clock, ends.has(key)) : zone.instant(clock);
  if (typeof instant === 'number') return new Date(instant).toISOString();
  report(
    path,
    ...invalidValue(instant.problem, new Date(clock).toISOString().slice(0, 16).replace('T', ' '), null, instant.why),
  );
  return null;
}

function renderedText(text: string, header: string, { report }: RowReading): string | null {
  const { html, excess } = renderTexts([text], renderedLimits);
  if (excess !== null) report(header, `renders to HTML larger than the maximum: ${renderedLimits[excess]} ${excess}`);
  return html[0] ?? null;
}

function readReference(place: Reference, cells: Cells, reading: RowReading): unknown {
  const { to, path } = place;
  const [own, name] = [textIn(cells, `${path}.id`), to.key === null ? undefined : textIn(cells, `${path}.${to.key}`)];
  if (own === undefined && name === undefined) return left;
  const found = own === undefined ? reading.idOf(to, name ?? '') : { id: own };
  if ('problem' in found) {
    reading.report(`${path}.${to.key}`, ...found.problem);
    return null;
  }
  return to.key === 'name'
    ? { id: found.id, name: ('name' in found ? found.name : null) ?? name ?? null }
    : { id: found.id };
}

function readList(place: List, cells: Cells, reading: RowReading, above: Values, stored: unknown): unknown {
  const { path, each, members } = place;
  const whole = cells.get(path);
  if (whole !== undefined) {
    if (!Array.isArray(whole)) reading.report(path, 'must be a JSON array, as in an export');
    return Array.isArray(whole) ? whole : [];
  }
  const columns = placeHeaders(place).flatMap((header): [string, readonly unknown[]][] => {
    const values = cells.get(header);
    return Array.isArray(values) ? [[header, values]] : [];
  });
  const count = Math.max(0, ...columns.map(([, values]) => values.length));
  for (const [header, values] of columns) {
    if (values.length === count) continue;
    const [longest] = columns.find(([, others]) => others.length === count) ?? [''];
    reading.report(header, `must have as many values as ${reading.columnName(longest)}, which has ${count}`);
    return [];
  }
  if (areSlots(place)) return completeSlots(place, columns, count, reading, above);
  if (count === 0) return left;
  const omitted = [...omittedHeaders(members, Array.isArray(stored) ? stored : [], reading.lacks)];
  for (const header of omitted) {
    reading.report(header, `is missing: the stored row has it, and the columns of ${path} belong together`);
  }
  if (omitted.length > 0) return [];
  return items(columns, count).map((own, index) =>
    each ? readItem(each, own, reading) : toObject(members, own, reading, `${path}/${index}`),
  );
}

function readItem(each: Reference, cells: Cells, reading: RowReading): unknown {
  const item = readReference(each, cells, reading);
  if (item !== left) return item;
  reading.report(usualHeader(each), 'has an empty value next to a bar');
  return null;
}

function items(columns: readonly (readonly [string, readonly unknown[]])[], count: number): Cells[] {
  return Array.from(
    { length: count },
    (_, index) => new Map(columns.map(([header, values]) => [header, values[index]])),
  );
}

/** Completes slots: derives their days from their times; without slots, the whole time becomes one slot. */
function completeSlots(
  { path, members }: List,
  columns: readonly (readonly [string, readonly unknown[]])[],
  count: number,
  reading: RowReading,
  above: Values,
): unknown {
  const silent: RowReading = { ...reading, reportMissing: () => undefined };
  const given = items(columns, count).map((own, index) => toObject(members, own, silent, `${path}/${index}`));
  const { starts_at: start, ends_at: end } = above;
  const slots = given.length > 0 ? given : [{ id: v5(`${path}/0`, reading.id), start_time: start, end_time: end }];
  return slots.map((slot) => withDays(slot, reading.zone));
}

const slots: DtoClass = SlotDto;
const areSlots = (place: FieldLayout): boolean => place.at === 'list' && place.field.dto?.() === slots;

/** Derives the days of a slot from its times. */
function withDays(slot: Readonly<Values>, zone: TimeZone | null): Values {
  const { id, start_time: start, end_time: end } = slot;
  const day = (instant: unknown, before: number): unknown =>
    typeof instant === 'string' && zone !== null ? zone.dayAt(Date.parse(instant) - before) : null;
  return {
    id,
    start_date: slot['start_date'] ?? day(start, 0),
    start_time: start,
    end_date: slot['end_date'] ?? day(end, 1),
    end_time: end,
  };
}

/** The stored slots of a row with new times: a single slot moves with the row; null if there are several. */
function movedSlots(
  stored: Readonly<Values>,
  { starts_at: start, ends_at: end }: Values,
  zone: TimeZone | null,
): unknown {
  const { slots } = stored;
  if (!Array.isArray(slots) || (start === stored['starts_at'] && end === stored['ends_at'])) return slots;
  if (slots.length > 1) return null;
  return slots.filter(isObject).map(({ id }) => withDays({ id, start_time: start, end_time: end }, zone));
}
