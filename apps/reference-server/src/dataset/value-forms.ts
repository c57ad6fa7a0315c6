import type { Field } from '@resource-catalogue/contracts';
import { type JsonObject, type JsonValue, toText } from '../json.js';
import { zoneNames } from './clock.js';
import { firstNames, lastNames } from './names.js';
import { inTurn } from './random.js';

// Formats that follow from the name of a key but not from its type in the contract.

type Form = (index: number) => JsonValue;

const email: Form = (index) => `${inTurn(['Desk', 'desk', 'desk'], index)}.${index}@workshop.example.org`;
const html: Form = (index) => `<p>All about <strong>number ${index}</strong>.</p>\n`;
const identifier: Form = (index) => `${inTurn(['no', 'NO', 'NO'], index)}-${index % 2 === 0 ? '' : '0'}${index}`;

const forms: readonly (readonly [key: RegExp, form: Form])[] = [
  [/^first_name$/, (index) => inTurn(firstNames, index * 3)],
  [/^last_name$/, (index) => inTurn(lastNames, index)],
  [/email$/, email],
  [/^phone$/, (index) => `+49 40 5550 ${100 + index}`],
  [/url$/, (index) => `https://workshop.example.org/${index}`],
  [/^(?:sm|md|lg)$/, (index) => `https://images.example.org/${index}.jpg`],
  [/_rendered$/, html],
  [/^buying_cta_text$/, (index) => ({ blocks: [{ text: `Ask for number ${index}.` }] })],
  [/^birthdate$/, (index) => `19${60 + (index % 40)}-12-31`],
  [/^locale$/, (index) => inTurn(['en-GB', 'de'], index)],
  [/^time_zone$/, (index) => inTurn(zoneNames, index)],
  [/^country_code$/, (index) => inTurn(['DE', 'NO'], index)],
  [/^currency$/, (index) => inTurn(['EUR', 'NOK', 'JPY'], index)],
  [/^amount_in_cents$/, (index) => index * 450],
  // Of one to three digits, so that the order of numbers differs from that of texts.
  [/^(?:capacity_per_unit|age_min|age_max)$/, (index) => inTurn([4, 12, 30, 9, 100], index)],
  [/^position$/, (index) => Math.floor(index / 3)],
  [/^duration_in_minutes$/, (index) => 15 + index * 5],
  [/^hourly_booking_time_step_in_minutes$/, (index) => inTurn([5, 10, 15, 20, 30, 60], index)],
];

export const findForm = ({ name, kind }: Field): Form | undefined =>
  kind === 'text' && identifying.test(name) ? identifier : forms.find(([pattern]) => pattern.test(name))?.[1];

const identifying = /^(?:sku|number|code|serial_number)$/;

const becomes =
  (key: string, value: string) =>
  (row: JsonObject): boolean =>
    !(key in row) || row[key] === value;

/** Conditions from section 8, but not from the contract, under which a nullable key is set. */
const whenSet: Readonly<Record<string, (row: JsonObject, index: number) => boolean>> = {
  soft_deleted_at: (_, index) => index % 6 === 4,
  published_at: (row) => toText(row['publication_state']) !== 'draft',
  location_name: becomes('location_kind', 'offsite'),
  custom_duration_type: becomes('kind', 'custom'),
};

/** Whether a nullable field has a value: in three of four rows by default. */
export function isSet({ name, setWhen }: Field, row: JsonObject, index: number): boolean {
  if (setWhen === undefined) return whenSet[name]?.(row, index) ?? index % 4 !== 3;
  const may = setWhen.is === undefined ? row[setWhen.key] !== null : row[setWhen.key] === setWhen.is;
  return may && !(setWhen.only && index % 4 === 3);
}
