import { type UnitState, unitStates } from '@resource-catalogue/contracts';
import { ended, type Life, lifeColumns, lifeOf, within } from './blocks/lifecycle.js';
import type { Machine } from './machines.js';
import type { Place } from './places.js';
import { itemAt, type Stream } from './random/prng.js';
import { uuidV7 } from './random/uuid-v7.js';
import type { Space } from './spaces.js';
import { type SeedTable, table } from './table.js';
import type { Clock } from './time/clock.js';
import { dayText, instantText } from './time/units.js';
import words from './words/units.json' with { type: 'json' };

/** Stock numbers that a list of values must be careful with: commas, spaces, cases and code points (FILT-2, SORT-1). */
const rareSkus = [...words.rareSkus, 'Z'.padEnd(200, '9')];
const notes: Readonly<Record<UnitState, readonly (string | null)[]>> = words.notes;

/** One piece of a machine, or one room of a place. */
export interface Unit<Owner extends Machine | Place = Machine | Place> {
  readonly id: string;
  readonly owner: Owner;
  readonly space: Space;
  readonly sku: string;
  readonly state: UnitState;
  readonly stateChangedAt: number;
  readonly life: Life;
  /** From when to when it can be booked. */
  readonly from: number;
  readonly until: number;
}

export type MachineUnit = Unit<Machine>;
export type PlaceUnit = Unit<Place>;

interface Around {
  readonly clock: Clock;
  readonly spaces: readonly Space[];
}

/** All owners but the last two have a unit of their own; the others go to those that people ask for. */
export function makeUnits<Owner extends Machine | Place>(
  { clock, spaces }: Around,
  owners: readonly Owner[],
  count: number,
  stream: Stream,
): Unit<Owner>[] {
  const numbers = new Map<string, number>();
  return Array.from({ length: count }, (_, index): Unit<Owner> => {
    const random = stream.at(index);
    const owner = itemAt(owners, index < owners.length - 2 ? index : random.below(owners.length - 2));
    const alive = lifeOf(clock, random, index, owner.life.createdAt);
    const life = index % 14 === 9 ? ended(alive, clock, random) : alive;
    const state = index % 3 === 2 ? itemAt(unitStates, Math.floor(index / 3)) : 'available';
    const stateChangedAt = within(random, life.createdAt, index % 4 === 1 ? life.createdAt : life.updatedAt);
    const space = index % 13 === 5 ? itemAt(spaces, index) : owner.space;
    const unit = { owner, space, state, stateChangedAt, life };
    const sku = skuAt(index, owner, numbers);
    return { id: uuidV7(life.createdAt, random), sku, ...unit, from: life.createdAt, until: endOfUse(unit) };
  });
}

function skuAt(index: number, { words }: Machine | Place, numbers: Map<string, number>): string {
  const rare = rareSkus[index - 20];
  if (rare !== undefined) return rare;
  const number = (numbers.get(words.code) ?? 0) + 1;
  numbers.set(words.code, number);
  return `${words.code}-${String(number).padStart(2, '0')}`;
}

function endOfUse({
  owner,
  space,
  state,
  stateChangedAt,
  life,
}: Pick<Unit, 'owner' | 'space' | 'state' | 'stateChangedAt' | 'life'>): number {
  if (owner.mode === 'not_bookable' || owner.publication.state === 'draft') return -Infinity;
  const ends = [life.deletedAt, owner.life.deletedAt, space.life.deletedAt];
  if (owner.publication.state === 'archived') ends.push(owner.life.updatedAt);
  if (state === 'retired' || state === 'out_of_order') ends.push(stateChangedAt);
  return Math.min(...ends.map((end) => end ?? Infinity));
}

export function machineUnitsTable(units: readonly MachineUnit[], root: Stream): SeedTable {
  const stream = root.child('machine unit details');
  return table('machine_units', () =>
    units.map((unit, index) => {
      const random = stream.at(index);
      return {
        id: unit.id,
        machine_id: unit.owner.id,
        ...unitColumns(unit, index),
        serial_number:
          index % 3 === 1 ? null : `SN${random.between(100_000, 999_999)}-${itemAt(['A', 'b', 'Ü'], index)}`,
        commissioned_on:
          index % 4 === 2 ? null : dayText(unit.space.zone.dayOf(unit.life.createdAt) - random.below(900)),
        ...lifeColumns(unit.life),
      };
    }),
  );
}

export function placeUnitsTable(units: readonly PlaceUnit[]): SeedTable {
  const floors = ['0', '1', '2', null, '−1', 'Ground floor, left', '屋上'];
  return table('place_units', () =>
    units.map((unit, index) => ({
      id: unit.id,
      place_id: unit.owner.id,
      ...unitColumns(unit, index),
      floor: itemAt(floors, index),
      ...lifeColumns(unit.life),
    })),
  );
}

function unitColumns({ space, sku, state, stateChangedAt }: Unit, index: number) {
  return {
    space_id: space.id,
    sku,
    name: index % 3 === 0 ? itemAt(words.names, Math.floor(index / 3)) : null,
    state,
    state_note: itemAt(notes[state], Math.floor(index / 3)),
    state_changed_at: instantText(stateChangedAt),
  };
}
