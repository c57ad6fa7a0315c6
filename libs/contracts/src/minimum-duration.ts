import { ApiSchema } from '@nestjs/swagger';
import { Integer, OneOf, Uuid } from './fields.js';

/** The units of a minimum duration. */
export const minimumDurationUnits = ['minute', 'hour', 'day', 'week', 'month'] as const;
/** One of `minimumDurationUnits`. */
export type MinimumDurationUnit = (typeof minimumDurationUnits)[number];

/** *Minimum duration*: the shortest booking of a place or machine. */
@ApiSchema({
  name: 'MinimumDuration',
  description: 'The shortest time for which the units of a place or machine can be booked.',
})
export class MinimumDurationDto {
  @Uuid('Identifies the minimum duration.', { example: '0198c1be-e7d0-76e0-b73e-09b6d7fa2514' })
  id!: string;

  @OneOf(minimumDurationUnits, 'The unit in which `value` counts.', { example: 'hour' })
  unit!: MinimumDurationUnit;

  @Integer('Minimum length of a booking in these units.', { min: 1, example: 2 })
  value!: number;
}
