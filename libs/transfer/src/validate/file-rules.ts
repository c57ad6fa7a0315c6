import { type CollectionName, type DtoClass, fieldTable } from '@resource-catalogue/contracts';
import { isObject } from '@resource-catalogue/program';
import { type Detail, invalidValue } from '../import-errors.js';
import { countryCodes } from './country-codes.js';
import { isSheetError } from '../values/damaged-names.js';

type Values = Readonly<Record<string, unknown>>;
type Report = (pointer: string, detail: Detail) => void;
type Rule = (value: Values, report: Report) => void;

/** Texts that people read to tell rows apart. */
const names = new Set(['name', 'first_name', 'last_name', 'number', 'sku', 'code', 'location_name']);

/** Rules of some collections, next to those for names. */
const ownRules: Partial<Readonly<Record<CollectionName, Rule>>> = {
  event_sessions: checkRegistration,
  events: checkAges,
  members: checkCountry,
  projects: ({ name }, report) => {
    if (isBlank(name)) report('/name', blankProblem);
  },
  spaces: checkCountry,
  training_sessions: checkRegistration,
};

/**
 * Compiles the rules for rows that people prepare. The API does not state them, so a mirror stores what its source
 * serves. The API accepts any name of a project (WRITE-3), and an export of it must be importable.
 */
export function makeFileRules(collection: string, dto: DtoClass): Rule {
  const visitNames = collection === 'projects' ? null : textsIn(dto, (name) => names.has(name));
  const own = ownRules[collection as keyof typeof ownRules];
  return (value, report) => {
    visitNames?.(value, '', (name, pointer) => {
      const problem = nameProblem(name);
      if (problem !== null) report(pointer, problem);
    });
    own?.(value, report);
  };
}

function checkCountry({ address }: Values, report: Report): void {
  const code = isObject(address) ? address['country_code'] : null;
  if (typeof code !== 'string' || countryCodes.has(code)) return;
  const other = code.trim().toUpperCase();
  const proposal = countryCodes.has(other) ? other : null;
  report('/address/country_code', invalidValue('must be an ISO 3166-1 alpha-2 code like DE, or null', code, proposal));
}

function checkAges({ age_min: min, age_max: max }: Values, report: Report): void {
  if (typeof min === 'number' && typeof max === 'number' && min > max) {
    report('/age_max', [`must be at least age_min (${min}), not ${max}`]);
  }
}

function checkRegistration(value: Values, report: Report): void {
  const { registration_opens_at: opens, registration_closes_at: closes } = value;
  if (typeof opens === 'string' && typeof closes === 'string' && closes < opens) {
    report('/registration_closes_at', [`must not be earlier than registration_opens_at (${opens}), not ${closes}`]);
  }
}

const blank = /^[\s\p{Default_Ignorable_Code_Point}\u2800]+$/u;

/**
 * Characters that a reader does not see or that change the direction of the text: control characters, line separators,
 * and bidirectional embeddings, overrides and isolates. Other scripts and emoji need joiners, marks and zero-width spaces.
 */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u202a-\u202e\u2060-\u2069\ufeff]|(?<![^\0-\u024f])[\u061c\u200b-\u200f]/u;

export const isBlank = (value: unknown): boolean => typeof value === 'string' && blank.test(value);
export const blankProblem: Detail = ['must have visible characters'];

/** The error of a name, number or code; null for valid ones and for empty ones, which the database checks. */
export function nameProblem(value: string): Detail | null {
  if (isBlank(value)) return blankProblem;
  if (isSheetError(value)) return invalidValue('must be a name', value, null, ', a spreadsheet error value');
  const found = invisible.exec(value);
  if (found === null) return null;
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const cleaned = value
    .replaceAll(/[\t\n\r]+/g, ' ')
    .replaceAll(everyInvisible, '')
    .trim();
  return invalidValue(`must not have invisible characters such as U+${code}`, value, cleaned);
}

const everyInvisible = new RegExp(invisible.source, 'gu');

/** Visits texts of an object and of its parts with their pointers. */
type VisitTexts = (value: Values, pointer: string, visit: (text: string, pointer: string) => void) => void;

/** Compiles a visit of the text fields with certain names; null if a resource has none. */
export function textsIn(dto: DtoClass, isWanted: (name: string) => boolean): VisitTexts | null {
  const own: string[] = [];
  const parts: (readonly [key: string, visitTexts: VisitTexts])[] = [];
  for (const { name, kind, dto: inner } of fieldTable(dto).values()) {
    if (kind === 'text' && isWanted(name)) own.push(name);
    const visitTexts = inner && textsIn(inner(), isWanted);
    if (visitTexts) parts.push([name, visitTexts]);
  }
  if (own.length === 0 && parts.length === 0) return null;
  return (value, pointer, visit) => {
    for (const key of own) {
      const text = value[key];
      if (typeof text === 'string') visit(text, `${pointer}/${key}`);
    }
    for (const [key, visitTexts] of parts) {
      const part = value[key];
      if (isObject(part)) visitTexts(part, `${pointer}/${key}`, visit);
      for (const [index, item] of Array.isArray(part) ? part.entries() : [])
        if (isObject(item)) visitTexts(item, `${pointer}/${key}/${index}`, visit);
    }
  };
}
