import { type Field, satisfiesSetWhen, type TextFormat } from '@resource-catalogue/contracts';
import type { JsonObject, JsonValue } from '../json.js';
import { zoneNames } from './clock.js';
import { inTurn } from './random.js';

/** Names that tie, differ only in case or composition, or sort differently by code point and by locale (SORT-1). */
const nouns = [
  ...['Laser cutter', 'laser cutter', 'Bandsaw', 'Zeppelin', 'Äther', 'Ångström', 'drill', 'Drill', 'Ａ wide letter'],
  ...['🔧 Wrench', 'Éclair', 'Eclair', 'lathe 10', 'lathe 9', 'lathe', 'Ｚ wide letter', 'ﬁle', 'E\u0301clair'],
  ...["O'Brien & sons", 'Kiln'],
];

const firstNames = ['Noor', 'Jonas', 'Amara', 'Zoë', 'Émile', 'Li', 'Ådne', 'Mirza', 'Olu', 'Ana'];
const lastNames = [
  ...['Haddad', 'haddad', 'Lindqvist', 'Okafor', 'Zhang', 'Özdemir', 'van Dijk', 'Van Dijk', 'ʻĀina'],
  ...['𠮷田', '０rea', "D'Arcy"],
];

/** The name of the row with this index; a few rows of a collection share it. */
export function makeName(kind: string, index: number): string {
  const noun = nouns[(index * 7) % nouns.length] ?? kind;
  return index % 5 === 0 ? `${noun} ${kind.replaceAll('_', ' ')}` : noun;
}

type Form = (index: number) => JsonValue;

const formats: Readonly<Record<TextFormat, Form>> = {
  email: (index) => `${inTurn(['Desk', 'desk', 'desk'], index)}.${index}@workshop.example.org`,
  uri: (index) => `https://workshop.example.org/${index}`,
  locale: (index) => inTurn(['en-GB', 'de'], index),
  'time-zone': (index) => inTurn(zoneNames, index),
};

/** Forms that follow from the name of a key, but not from its type in the contract. */
const forms: readonly (readonly [key: RegExp, form: Form])[] = [
  [/^first_name$/, (index) => inTurn(firstNames, index * 3)],
  [/^last_name$/, (index) => inTurn(lastNames, index)],
  [
    /^(?:sku|number|code|serial_number)$/,
    (index) => `${index % 3 === 0 ? 'no' : 'NO'}-${index % 2 === 0 ? '' : '0'}${index}`,
  ],
  [/_rendered$/, (index) => `<p>All about <strong>number ${index}</strong>.</p>\n`],
  [/^country_code$/, (index) => inTurn(['DE', 'NO'], index)],
  [/^currency$/, (index) => inTurn(['EUR', 'NOK', 'JPY'], index)],
  [/^amount_in_cents$/, (index) => index * 450],
  // Of one to three digits, so that the order of numbers differs from that of texts.
  [/^(?:capacity_per_unit|age_min|age_max)$/, (index) => inTurn([4, 12, 30, 9, 100], index)],
  [/^position$/, (index) => Math.floor(index / 3)],
  [/^duration_in_minutes$/, (index) => 15 + index * 5],
];

export function findForm({ name, limits }: Field): Form | undefined {
  if (limits?.format !== undefined) return formats[limits.format];
  const { only } = limits ?? {};
  return only === undefined ? forms.find(([key]) => key.test(name))?.[1] : (index) => inTurn(only, index);
}

/** Conditions from section 8, but not from the contract, under which a nullable key is set. */
const conditions: Readonly<Record<string, (row: JsonObject, index: number) => boolean>> = {
  soft_deleted_at: (_, index) => index % 6 === 4,
  published_at: ({ publication_state: state }) => state !== 'draft',
  location_name: ({ location_kind: kind = 'offsite' }) => kind === 'offsite',
  custom_duration_type: ({ kind = 'custom' }) => kind === 'custom',
};

/** Whether a nullable field has a value: in three of four rows unless there is a rule. */
export function isSet(field: Field, row: JsonObject, index: number): boolean {
  const { name, setWhen } = field;
  const known = conditions[name]?.(row, index);
  if (known !== undefined) return known;
  const isExact = setWhen !== undefined && !setWhen.only;
  return satisfiesSetWhen(field, { ...row, [name]: true }) && (isExact || index % 4 !== 3);
}
