import { ApiSchema } from '@nestjs/swagger';
import { Instant, OneOf, Text, Uuid } from './fields.js';
import { Embedded } from './nested-fields.js';

/** The lengths of bookings. */
export const durationTypeKinds = ['half_hour', 'hour', 'half_day', 'day', 'week', 'month', 'custom'] as const;
/** One of `durationTypeKinds`. */
export type DurationTypeKind = (typeof durationTypeKinds)[number];

/** A length defined by the workshop. */
@ApiSchema({ name: 'CustomDurationType', description: 'A length of booking defined by the workshop.' })
export class CustomDurationTypeDto {
  @Text('Name of this length.', { example: 'Evening' })
  name!: string;

  @Instant('When the custom length was deleted; null while it is live.', { nullable: true, example: null })
  soft_deleted_at!: string | null;
}

/** *Duration type*: a length for which a place or machine can be booked. Soft-deleted ones stay in the array. */
@ApiSchema({ name: 'DurationType', description: 'A length for which the units of a place or machine can be booked.' })
export class DurationTypeDto {
  @Uuid('Identifies the duration type; quotas refer to it.', { example: '0198c1bc-c5c0-74ce-951c-e794b5d803f2' })
  id!: string;

  @OneOf(durationTypeKinds, 'The length, or `custom` for one defined by the workshop.', { example: 'hour' })
  kind!: DurationTypeKind;

  @Instant('When the duration type was deleted; null while it can be booked.', { nullable: true, example: null })
  soft_deleted_at!: string | null;

  @Embedded(() => CustomDurationTypeDto, 'The custom length; null unless `kind` is `custom`.', {
    nullable: true,
    example: null,
  })
  custom_duration_type!: CustomDurationTypeDto | null;
}
