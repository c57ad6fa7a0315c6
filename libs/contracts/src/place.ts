import { ApiSchema } from '@nestjs/swagger';
import { AccessBlock } from './blocks/access-block.js';
import { availabilityModes, BookableBlock, type AvailabilityMode } from './blocks/bookable-block.js';
import { BuyingBlock } from './blocks/buying-block.js';
import { SoftDeleteBlock, TimestampsBlock } from './blocks/lifecycle-blocks.js';
import { PageBlock } from './blocks/page-block.js';
import { PublicationBlock, publicationStates, type PublicationState } from './blocks/publication-block.js';
import { RequirementsBlock } from './blocks/requirements-block.js';
import { collection } from './collection.js';
import { NamedFiltersDto } from './common-filters.js';
import { DurationTypeDto } from './duration-type.js';
import { examples } from './examples.js';
import { Examples } from './field-decorator.js';
import { inOrder } from './field-table.js';
import { Flag, Integer, Uuid } from './fields.js';
import { FilterByIds, FilterByInteger, FilterByValues, type RangeFilter, type SetFilter } from './filters.js';
import { MinimumDurationDto } from './minimum-duration.js';
import { Embedded, ListOf } from './nested-fields.js';
import { PlaceExtraDto } from './place-extra.js';
import { PlaceQuotaDto } from './quota.js';
import { RefDto } from './summaries.js';

class PlaceHead {
  @Uuid('Identifies the place.', { example: examples.place.id })
  id!: string;

  @Embedded(() => RefDto, 'The space that the place belongs to.', { example: examples.space })
  space!: RefDto;

  @Embedded(() => RefDto, 'The category of the place; its type is `place`.', {
    nullable: true,
    example: examples.placeCategory,
  })
  category!: RefDto | null;
}

class PlaceCapacity {
  @Integer('Capacity of one unit of the place, in people.', { nullable: true, example: 12 })
  capacity_per_unit!: number | null;
}

class PlaceEquipment {
  @Flag('Whether a booking must specify the number of people.')
  require_people_count_on_booking!: boolean;

  @ListOf(() => RefDto, 'Equipment of the place.', { example: [examples.equipment] })
  equipments!: RefDto[];
}

class PlaceBookingRules {
  @ListOf(() => DurationTypeDto, 'The lengths for which a unit can be booked.')
  place_booking_duration_types!: DurationTypeDto[];

  @ListOf(() => PlaceQuotaDto, 'Limits on bookings per member and duration type.')
  place_quotas!: PlaceQuotaDto[];

  @ListOf(() => MinimumDurationDto, 'The shortest time for which a unit can be booked.')
  place_booking_minimum_durations!: MinimumDurationDto[];

  @ListOf(() => PlaceExtraDto, 'Extras that can be booked with a unit.')
  place_extras!: PlaceExtraDto[];
}

/** A kind of room or area that can be booked, with the rules of booking its units. */
@ApiSchema({
  name: 'Place',
  description: 'A kind of room or area that can be booked; its units are the rooms themselves.',
})
@Examples({ slug: 'wood-studio', name: 'Wood studio', summary: 'Six workbenches, hand tools and dust extraction.' })
@Examples({ description_rendered: '<p>Benches, vices and hand tools for <strong>working with wood</strong>.</p>' })
export class PlaceDto extends inOrder(
  PlaceHead,
  PageBlock,
  AccessBlock,
  PlaceCapacity,
  PublicationBlock,
  BuyingBlock,
  BookableBlock,
  PlaceEquipment,
  RequirementsBlock,
  PlaceBookingRules,
  SoftDeleteBlock,
  TimestampsBlock,
) {}

/** Filters for lists of places. */
export class PlaceFiltersDto extends NamedFiltersDto {
  @FilterByValues(publicationStates, 'Filter by whether the place is a draft, published or archived.')
  publication_state?: SetFilter<PublicationState>;

  @FilterByIds('Filter by the space that the place belongs to.')
  space_id?: SetFilter;

  @FilterByIds('Filter by the category of the place.')
  category_id?: SetFilter;

  @FilterByValues(availabilityModes, 'Filter by how the place can be booked.')
  availability_mode?: SetFilter<AvailabilityMode>;

  @FilterByInteger('Filter by the capacity of one unit, in people; places without one never match.')
  capacity_per_unit?: RangeFilter<number>;
}

/** The collection `places`. */
export const placesContract = collection({
  name: 'places',
  resource: PlaceDto,
  filters: PlaceFiltersDto,
  sorts: ['name'],
  unique: [['slug']],
  naturalKey: 'slug',
});
