import { ApiSchema } from '@nestjs/swagger';
import { Integer, OneOf, Uuid } from './fields.js';

/** The units in which a minimum duration is said. */
export const minimumDurationUnits = ['minute', 'hour', 'day', 'week', 'month'] as const;
/** One of `minimumDurationUnits`. */
export type MinimumDurationUnit = (typeof minimumDurationUnits)[number];

/** *Minimum duration*: the least for which a place or machine can be booked. */
@ApiSchema({
  name: 'MinimumDuration',
  description: 'The shortest time for which the units of a place or machine can be booked.',
})
export class MinimumDurationDto {
  @Uuid('Identifies the minimum duration.', { example: '0198c1be-e7d0-76e0-b73e-09b6d7fa2514' })
  id!: string;

  @OneOf(minimumDurationUnits, 'The unit in which `value` counts.', { example: 'hour' })
  unit!: MinimumDurationUnit;

  @Integer('How many units a booking takes at least.', { min: 1, example: 2 })
  value!: number;
}
