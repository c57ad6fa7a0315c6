import { ApiSchema } from '@nestjs/swagger';
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
import { inOrder } from './field-table.js';
import { Text, Uuid } from './fields.js';
import { FilterByIds, FilterByValues, type SetFilter } from './filters.js';
import { MinimumDurationDto } from './minimum-duration.js';
import { Embedded, ListOf } from './nested-fields.js';
import { MachineQuotaDto } from './quota.js';
import { RefDto } from './summaries.js';

class MachineHead {
  @Uuid('Identifies the machine.', { example: examples.machine.id })
  id!: string;

  @Embedded(() => RefDto, 'The space that the machine belongs to.', { example: examples.space })
  space!: RefDto;

  @Embedded(() => RefDto, 'The category of the machine; its type is `machine`.', {
    nullable: true,
    example: examples.machineCategory,
  })
  category!: RefDto | null;
}

class MachineModel {
  @Text('Technical data as sanitised HTML.', {
    nullable: true,
    example: '<ul><li>Bed: 600 × 400 mm</li><li>Power: 60 W</li></ul>',
  })
  specifications_rendered!: string | null;

  @Text('Manufacturer of the machine.', { nullable: true, example: 'Trotec' })
  brand!: string | null;

  @Text('Model name of the manufacturer.', { nullable: true, example: 'Speedy 300' })
  model!: string | null;
}

class MachineBookingRules {
  @ListOf(() => DurationTypeDto, 'The lengths for which a unit can be booked.')
  machine_booking_duration_types!: DurationTypeDto[];

  @ListOf(() => MachineQuotaDto, 'Limits on bookings per member and duration type.')
  machine_quotas!: MachineQuotaDto[];

  @ListOf(() => MinimumDurationDto, 'The shortest time for which a unit can be booked.')
  machine_booking_minimum_durations!: MinimumDurationDto[];
}

/** A kind of machine that can be booked, with the rules of booking its units. */
@ApiSchema({
  name: 'Machine',
  description: 'A kind of machine that can be booked; its units are the physical machines.',
})
export class MachineDto extends inOrder(
  MachineHead,
  PageBlock,
  MachineModel,
  PublicationBlock,
  BuyingBlock,
  BookableBlock,
  RequirementsBlock,
  MachineBookingRules,
  SoftDeleteBlock,
  TimestampsBlock,
) {}

/** Filters for lists of machines. */
export class MachineFiltersDto extends NamedFiltersDto {
  @FilterByValues(publicationStates, 'Filter by whether the machine is a draft, published or archived.')
  publication_state?: SetFilter<PublicationState>;

  @FilterByIds('Filter by the space that the machine belongs to.')
  space_id?: SetFilter;

  @FilterByIds('Filter by the category of the machine.')
  category_id?: SetFilter;

  @FilterByValues(availabilityModes, 'Filter by how the machine can be booked.')
  availability_mode?: SetFilter<AvailabilityMode>;
}

/** The collection `machines`. */
export const machinesContract = collection({
  name: 'machines',
  resource: MachineDto,
  filters: MachineFiltersDto,
  sorts: ['name'],
  unique: [['slug']],
  naturalKey: 'slug',
});
