import type { CollectionName, DtoClass } from '@resource-catalogue/contracts';
import { isObject } from '@resource-catalogue/program';
import { type Detail, refusal } from '../import-errors.js';
import { countryCodes } from './country-codes.js';
import { blankProblem, isBlank, nameProblem } from './name-rules.js';
import { textsIn } from './texts-in.js';

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
 * Compiles the rules for rows that people prepare. The interface does not state them, so a mirror stores what its source
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
  report('/address/country_code', refusal('must be an ISO 3166-1 alpha-2 code like DE, or null', code, proposal));
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
