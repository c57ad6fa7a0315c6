import { type UnitState, unitStates } from '@resource-catalogue/contracts';
import { withDeletion, lifeColumns, drawLife, within } from './blocks/lifecycle.js';
import type { Bookable } from './bookables.js';
import type { Ground } from './ground.js';
import { itemAt, type Random } from './random.js';
import type { Space } from './spaces.js';
import type { Row } from './table.js';
import { dayText, formatInstant } from './time/clock.js';
import words from './words/units.json' with { type: 'json' };

/** Stock numbers that are difficult in lists of values: commas, spaces, cases and code points (FILT-2, SORT-1). */
const rareSkus = [...words.rareSkus, 'Z'.padEnd(200, '9')];
const notes: Readonly<Record<UnitState, readonly (string | null)[]>> = words.notes;
const floors = ['0', '1', '2', null, '−1', 'Ground floor, left', '屋上'];

/** One copy of a machine, or one room of a place. */
export interface Unit {
  readonly id: string;
  readonly owner: Bookable;
  readonly space: Space;
  /** The period in which it can be booked. */
  readonly from: number;
  readonly until: number;
  readonly row: Row;
}

/** One unit for each owner except the last two; the others go to the popular owners. */
export function makeUnits(
  ground: Ground,
  table: 'machine_units' | 'place_units',
  owners: readonly Bookable[],
  count: number,
): Unit[] {
  const details = ground.root.child('machine unit details');
  const numbers = new Map<string, number>();
  return ground.root.child(table).times(count, (random, index) => {
    const owner = itemAt(owners, index < owners.length - 2 ? index : random.below(owners.length - 2));
    return unitAt(ground, owner, index, skuAt(index, owner, numbers), random, details.at(index));
  });
}

function unitAt(
  { clock, open }: Ground,
  owner: Bookable,
  index: number,
  sku: string,
  random: Random,
  details: Random,
): Unit {
  const alive = drawLife(clock, random, index, owner.life.createdAt);
  const life = index % 14 === 9 ? withDeletion(alive, clock, random) : alive;
  const state = index % 3 === 2 ? itemAt(unitStates, Math.floor(index / 3)) : 'available';
  const changedAt = within(random, life.createdAt, index % 4 === 1 ? life.createdAt : life.updatedAt);
  const space = index % 13 === 5 ? itemAt(open, index) : owner.space;
  const id = random.uuidV7(life.createdAt);
  const row = {
    id,
    space_id: space.id,
    sku,
    name: index % 3 === 0 ? itemAt(words.names, Math.floor(index / 3)) : null,
    state,
    state_note: itemAt(notes[state], Math.floor(index / 3)),
    state_changed_at: formatInstant(changedAt),
    ...(owner.kind === 'machine'
      ? { machine_id: owner.id, ...machineColumns(index, space.zone.dayOf(life.createdAt), details) }
      : { place_id: owner.id, floor: itemAt(floors, index) }),
    ...lifeColumns(life),
  };
  const until = Math.min(endOfUse(owner, space, state, changedAt), life.deletedAt ?? Infinity);
  return { id, owner, space, from: life.createdAt, until, row };
}

function machineColumns(index: number, createdOn: number, random: Random) {
  const letter = itemAt(['A', 'b', 'Ü'], index);
  return {
    serial_number: index % 3 === 1 ? null : `SN${random.between(100_000, 999_999)}-${letter}`,
    commissioned_on: index % 4 === 2 ? null : dayText(createdOn - random.below(900)),
  };
}

function skuAt(index: number, { code }: Bookable, numbers: Map<string, number>): string {
  const rare = rareSkus[index - 20];
  if (rare !== undefined) return rare;
  const number = (numbers.get(code) ?? 0) + 1;
  numbers.set(code, number);
  return `${code}-${String(number).padStart(2, '0')}`;
}

function endOfUse({ mode, publicationState, life }: Bookable, space: Space, state: UnitState, changedAt: number) {
  if (mode === 'not_bookable' || publicationState === 'draft') return -Infinity;
  return Math.min(
    life.deletedAt ?? Infinity,
    space.life.deletedAt ?? Infinity,
    publicationState === 'archived' ? life.updatedAt : Infinity,
    state === 'retired' || state === 'out_of_order' ? changedAt : Infinity,
  );
}
