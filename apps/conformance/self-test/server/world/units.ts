import { unitStates } from '@resource-catalogue/contracts';
import type { JsonObject, Row } from '../json.js';
import { identity, ref, softDeletion } from './blocks.js';
import { Stamps } from './clock.js';
import { type Dice, inTurn } from './dice.js';
import { countTo } from './size.js';

/** The units of machines or places: the first of them has one for sure, some of them have many. */
function units(
  dice: Dice,
  owners: readonly Row[],
  count: number,
  own: (owner: Row, index: number) => JsonObject,
  prefix: string,
): Row[] {
  const stamps = new Stamps(dice, '2024-09-30T23:59:59.000Z', count);
  return countTo(count).map((index) => {
    const owner = index % 2 === 0 ? inTurn(owners, index / 2) : dice.pick(owners);
    const row = identity(dice, stamps);
    return {
      ...row,
      space: owner['space'] ?? null,
      sku: `${index % 3 === 0 ? prefix.toLowerCase() : prefix}-${index % 2 === 0 ? index : `0${index}`}`,
      name: index % 3 === 1 ? null : `Unit ${index % 7}`,
      state: inTurn(unitStates, index),
      state_note: index % 2 === 0 ? null : 'New lens fitted.',
      state_changed_at: row.created_at,
      ...own(owner, index),
      ...softDeletion(row, index),
    };
  });
}

export function machineUnits(dice: Dice, machines: readonly Row[], count: number): Row[] {
  const own = (machine: Row, index: number): JsonObject => ({
    machine: ref(machine),
    serial_number: index % 4 === 0 ? null : `SN-${1000 + index}`,
    commissioned_on: index % 3 === 0 ? null : `2024-02-${String(1 + (index % 29)).padStart(2, '0')}`,
  });
  return units(dice, machines, count, own, 'MACHINE');
}

export function placeUnits(dice: Dice, places: readonly Row[], count: number): Row[] {
  const own = (place: Row, index: number): JsonObject => ({
    place: ref(place),
    floor: index % 3 === 0 ? null : String(index % 4),
  });
  return units(dice, places, count, own, 'ROOM');
}
