import { isObject } from '@resource-catalogue/program';
import { joinFirst, shortened } from '../import-limits.js';
import { nearest } from '../values/proposals.js';
import {
  allHeaders,
  placeHeaders,
  ownHeader,
  type FieldLayout,
  type SheetPlan,
  unreadHeaders,
  usualHeader,
} from './sheet-columns.js';

/** Timestamps that need no column. */
export const stamps: ReadonlySet<string> = new Set(['created_at', 'updated_at']);

/** Finds unknown columns and a missing key column; null if the header is valid. */
export function headProblem(plan: SheetPlan, headers: readonly string[]): string | null {
  const { collection, key, members } = plan;
  const known = new Set([...allHeaders(plan), ...members.flatMap(unreadHeaders)]);
  const unknown = headers.filter((header, index) => !known.has(header) && !isIgnored(header, index));
  if (unknown.length > 0)
    return `has columns that ${collection} do not have: ${joinFirst(unknown.map((header) => withNear(header, known)))}`;
  const names = ['id', ...(key === null ? [] : [key]), ...(key === 'slug' ? ['name'] : [])];
  const keyed = names.some((name) => headers.includes(name));
  return keyed ? null : `has no column ${ownHeader(plan)}, which identifies its rows`;
}

function withNear(header: string, known: ReadonlySet<string>): string {
  const near = nearest(header, known);
  return `${shortened(header)}${near === null ? '' : ` (did you mean ${near}?)`}`;
}

/** Columns without a name, and the problem column of a rejects file. */
const isIgnored = (header: string, index: number): boolean =>
  header === '' || (index === 0 && header === problemHeader);

/** The problem column of a rejects file. */
export const problemHeader = 'problem';

/** Places without a column in the header, except the id and the timestamps. */
export function lackingPlaces({ members }: SheetPlan, headers: readonly string[]): Set<FieldLayout> {
  const own = members.filter(({ key }) => key !== 'id' && !stamps.has(key));
  return new Set(lacking(own, new Set(headers)));
}

function* lacking(places: readonly FieldLayout[], headers: ReadonlySet<string>): Generator<FieldLayout> {
  for (const place of places) {
    if (place.at === 'nowhere') continue;
    if (!placeHeaders(place).some((header) => headers.has(header))) yield place;
    else if (place.at === 'object' || (place.at === 'list' && !headers.has(place.path)))
      yield* lacking(place.members, headers);
  }
}

/** Columns that are missing from the header although stored rows have values for them. */
export function* unsaidHeaders(
  members: readonly FieldLayout[],
  stored: readonly unknown[],
  lacks: ReadonlySet<FieldLayout>,
): Generator<string> {
  for (const place of members) {
    const { key } = place;
    const values = stored.flatMap((object) => (isObject(object) && !isEmpty(object[key]) ? [object[key]] : []));
    if (key === 'id' || values.length === 0) continue;
    if (lacks.has(place)) yield usualHeader(place);
    else if (place.at === 'object') yield* unsaidHeaders(place.members, values, lacks);
  }
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);
