import { ApiSchema } from '@nestjs/swagger';
import { Instant, OneOf, Text, Uuid } from './fields.js';

/** Units of charging for an extra. */
export const placeExtraPricings = ['free', 'per_booking', 'per_hour', 'per_day', 'per_person'] as const;
/** One of `placeExtraPricings`. */
export type PlaceExtraPricing = (typeof placeExtraPricings)[number];

/** An extra that can be booked with a place. */
@ApiSchema({ name: 'PlaceExtra', description: 'An extra that can be booked with a place.' })
export class PlaceExtraDto {
  @Uuid('Identifies the extra.', { example: '0198c1b8-81a0-708a-91d8-a3507194cfbe' })
  id!: string;

  @Text('Name of the extra.', { example: 'Dust extractor' })
  name!: string;

  @Text('Description of the extra, in plain text.', { nullable: true, example: 'Mobile unit with a five-metre hose.' })
  description!: string | null;

  @Text('The stock number of the extra.', { example: 'EXTRA-DUST' })
  sku!: string;

  @OneOf(placeExtraPricings, 'Whether the extra is free, or how it is charged.', { example: 'per_booking' })
  pricing!: PlaceExtraPricing;

  @Instant('When the extra was deleted; null while it can be booked.', { nullable: true, example: null })
  soft_deleted_at!: string | null;
}
