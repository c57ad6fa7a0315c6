import { accessibilities, buyingCtaKinds, pricings, publicationStates } from '@resource-catalogue/contracts';
import type { JsonObject, Row } from '../json.js';
import { summaryOf } from '../json.js';
import { day, type Stamps, wire } from './clock.js';
import { type Dice, inTurn } from './dice.js';

// The blocks of section 8. `index` counts the rows of a collection, so that every value and every null is met.

export function identity(dice: Dice, stamps: Stamps): Pick<Row, 'id' | 'created_at' | 'updated_at'> {
  const created = stamps.take();
  const updated = created + dice.pick([0, 0, 1, 999, 1000, day, 30 * day]);
  return { id: dice.uuid(), created_at: wire(created), updated_at: wire(updated) };
}

export function softDeletion(row: Pick<Row, 'updated_at'>, index: number): JsonObject {
  return { soft_deleted_at: index % 6 === 4 ? row.updated_at : null };
}

export function publication(row: Pick<Row, 'created_at'>, index: number): JsonObject {
  const state = inTurn(publicationStates, index + Math.floor(index / 7));
  return { publication_state: state, published_at: state === 'draft' ? null : row.created_at };
}

const image = (path: string): JsonObject => ({
  sm: `https://images.example.org/${path}/sm.jpg`,
  md: `https://images.example.org/${path}/md.jpg`,
  lg: `https://images.example.org/${path}/lg.jpg`,
});

export function picture(id: string, index: number): JsonObject | null {
  return index % 4 === 1 ? null : image(id);
}

/** A slug that no row of the collection has (section 8, Page). */
function slugOf(name: string, taken: Set<string>): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const first = plain === '' ? 'page' : plain;
  let slug = first;
  for (let number = 2; taken.has(slug); number += 1) slug = `${first}-${number}`;
  taken.add(slug);
  return slug;
}

export function page(row: Pick<Row, 'id'>, name: string, index: number, slugs: Set<string>): JsonObject {
  return {
    slug: slugOf(name, slugs),
    name,
    summary: index % 3 === 2 ? null : `${name}, in short.`,
    description_rendered: index % 5 === 3 ? null : `<p>All about <strong>number ${index}</strong>.</p>\n`,
    image: picture(row.id, index),
  };
}

export function buying(index: number): JsonObject {
  const kind = inTurn(buyingCtaKinds, index + 3);
  return {
    pricing: inTurn(pricings, index),
    prices_hidden: index % 2 === 0,
    buying_blocked: index % 3 === 0,
    buying_cta_kind: kind,
    buying_cta_button_label: index % 4 === 0 ? null : 'Ask us',
    buying_cta_email: kind === 'email' ? `desk${index}@workshop.example.org` : null,
    buying_cta_url: kind === 'url' ? `https://workshop.example.org/buy/${index}` : null,
    buying_cta_text: kind === 'text' ? { blocks: [{ text: `Ask for number ${index}.` }] } : null,
  };
}

export function access(dice: Dice, index: number): JsonObject {
  const first = inTurn(accessibilities, index);
  return {
    accessibility: [first, ...dice.some(accessibilities, 2).filter((value) => value !== first)].slice(0, index % 4),
    accessibility_extra_info: index % 2 === 0 ? null : 'Ring the bell at the gate.',
  };
}

export function requirements(dice: Dice, accreditations: readonly Row[], plans: readonly Row[]): JsonObject {
  return {
    required_accreditations: refs(dice.some(accreditations, 2)),
    required_plans: refs(dice.some(plans, 2)),
  };
}

export const ref = (row: JsonObject): JsonObject => summaryOf(row, 'name');
export const refs = (rows: readonly JsonObject[]): JsonObject[] => rows.map(ref);
export const person = (row: JsonObject): JsonObject => summaryOf(row, 'first_name', 'last_name');
