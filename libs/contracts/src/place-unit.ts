import { ApiSchema } from '@nestjs/swagger';
import { SoftDeleteBlock, TimestampsBlock } from './blocks/lifecycle-blocks.js';
import { UnitBlock } from './blocks/unit-block.js';
import { collection } from './collection.js';
import { SoftDeletableFiltersDto } from './common-filters.js';
import { examples } from './examples.js';
import { Examples } from './field-decorator.js';
import { inOrder } from './field-table.js';
import { Text, Uuid } from './fields.js';
import { FilterByIds, FilterByText, FilterByValues, type SetFilter } from './filters.js';
import { Embedded } from './nested-fields.js';
import { RefDto } from './summaries.js';
import { unitStates, type UnitState } from './unit-state.js';

class PlaceUnitHead {
  @Uuid('Identifies the place unit.', { example: '0198c1b3-3c78-7b35-8c83-5e0b2c4f7a69' })
  id!: string;

  @Embedded(() => RefDto, 'The place that the unit belongs to.', { example: examples.place })
  place!: RefDto;

  @Embedded(() => RefDto, 'The space in which the unit is.', { example: examples.space })
  space!: RefDto;
}

class PlaceUnitLocation {
  @Text('Floor of the unit, as the building names it.', { nullable: true, example: 'Ground floor' })
  floor!: string | null;
}

/** One room or area of a place: what is booked when a place is booked. */
@ApiSchema({ name: 'PlaceUnit', description: 'One room or area of a place: what is booked when a place is booked.' })
@Examples({ sku: 'WOOD-01', name: 'Wood studio, north bay' })
export class PlaceUnitDto extends inOrder(
  PlaceUnitHead,
  UnitBlock,
  PlaceUnitLocation,
  SoftDeleteBlock,
  TimestampsBlock,
) {}

/** Filters for lists of place units. */
export class PlaceUnitFiltersDto extends SoftDeletableFiltersDto {
  @FilterByValues(unitStates, 'Filter by the state of the unit.')
  state?: SetFilter<UnitState>;

  @FilterByIds('Filter by the place that the unit belongs to.')
  place_id?: SetFilter;

  @FilterByIds('Filter by the space in which the unit is.')
  space_id?: SetFilter;

  @FilterByText('Filter by the stock number.')
  sku?: SetFilter;
}

/** The collection `place_units`. */
export const placeUnitsContract = collection({
  name: 'place_units',
  resource: PlaceUnitDto,
  filters: PlaceUnitFiltersDto,
  sorts: ['sku'],
  unique: [['sku']],
  naturalKey: 'sku',
});
