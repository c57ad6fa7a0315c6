import { Instant, OneOf, Text } from '../fields.js';
import { unitStates, type UnitState } from '../unit-state.js';

/** What place units and machine units have alike: their stock number, name and state. */
export class UnitBlock {
  @Text('The stock number, unique in the collection.', { example: 'LASER-02' })
  sku!: string;

  @Text('What people call this unit; null when the stock number is all it has.', {
    nullable: true,
    example: 'Laser cutter by the window',
  })
  name!: string | null;

  @OneOf(unitStates, 'Whether the unit can be used now.')
  state!: UnitState;

  @Text('Why the unit is in this state, in plain text.', { nullable: true, example: 'New lens fitted.' })
  state_note!: string | null;

  @Instant('When the unit came into this state.', { example: '2026-02-10T13:05:00.000Z' })
  state_changed_at!: string;
}
