import { Instant, OneOf, Text } from '../fields.js';
import { unitStates, type UnitState } from '../unit-state.js';

/** Fields shared by place units and machine units: stock number, name and state. */
export class UnitBlock {
  @Text('The stock number, unique in the collection.', { example: 'LASER-02' })
  sku!: string;

  @Text('Name of the unit; null if it only has a stock number.', {
    nullable: true,
    example: 'Laser cutter by the window',
  })
  name!: string | null;

  @OneOf(unitStates, 'Whether the unit can be used now.')
  state!: UnitState;

  @Text('Reason for this state, in plain text.', { nullable: true, example: 'New lens fitted.' })
  state_note!: string | null;

  @Instant('When the unit entered this state.', { example: '2026-02-10T13:05:00.000Z' })
  state_changed_at!: string;
}
