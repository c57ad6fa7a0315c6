import { ApiSchema } from '@nestjs/swagger';
import { CalendarDate, Instant, Uuid } from './fields.js';

/** *Slot*: one time slot of a booking or session. Slots of one owner are disjoint and ordered by `start_time`. */
@ApiSchema({
  name: 'Slot',
  description: "One time slot. The dates are in the space's time zone; the times are in UTC.",
})
export class SlotDto {
  @Uuid('Identifies the slot.', { example: '0198c1b9-92a8-719b-a2e9-b46182a5d0cf' })
  id!: string;

  @CalendarDate("The day on which the slot begins, in the space's time zone.")
  start_date!: string;

  @Instant('When the slot begins.', { example: '2026-03-01T09:00:00.000Z' })
  start_time!: string;

  @CalendarDate("The day of the slot's last millisecond, in the space's time zone.")
  end_date!: string;

  @Instant('When the slot ends.', { example: '2026-03-01T11:30:00.000Z' })
  end_time!: string;
}
