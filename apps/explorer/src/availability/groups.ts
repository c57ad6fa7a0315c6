import { groupBy, idOf, type JsonObject, asObject } from '../api/json.js';
import { rowLabel } from '../api/rows.js';
import { type FreeState, combineStates } from './free-state.js';
import type { Lane } from './timeline.js';

/** The units of one machine or room, in one line of the day. */
export interface Group extends FreeState {
  readonly id: string;
  readonly name: string;
  readonly collection: 'machines' | 'places';
  readonly lanes: readonly Lane[];
}

/** The parts of a day to show. */
export const parts = ['all', 'machines', 'rooms', 'free', 'sessions'] as const;
export type Part = (typeof parts)[number];

/** Groups lanes by machine or room, in the order of their names. */
export function groupLanes(lanes: readonly Lane[], zone: string): Group[] {
  const byOwner = groupBy(lanes, ({ unit }) => idOf(ownerOf(unit)));
  return [...byOwner].flatMap(([id, own]) => {
    const [first] = own;
    if (!first) return [];
    const collection = 'machine' in first.unit ? 'machines' : 'places';
    return [{ ...combineStates(own, zone), id, name: rowLabel(ownerOf(first.unit)), collection, lanes: own }];
  });
}

const ownerOf = ({ machine, place }: JsonObject): JsonObject => asObject(machine ?? place);

/** Whether a part of the day contains a group. */
export function isShown(group: Group, part: Part): boolean {
  if (part === 'machines') return group.collection === 'machines';
  if (part === 'rooms') return group.collection === 'places';
  return part === 'free' ? group.isFree : part === 'all';
}
