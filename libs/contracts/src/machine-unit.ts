import { ApiSchema } from '@nestjs/swagger';
import { SoftDeleteBlock, TimestampsBlock } from './blocks/lifecycle-blocks.js';
import { UnitBlock } from './blocks/unit-block.js';
import { collection } from './collection.js';
import { SoftDeletableFiltersDto } from './common-filters.js';
import { examples } from './examples.js';
import { inOrder } from './field-table.js';
import { CalendarDate, Text, Uuid } from './fields.js';
import { FilterByIds, FilterByText, FilterByValues, type SetFilter } from './filters.js';
import { Embedded } from './nested-fields.js';
import { RefDto } from './summaries.js';
import { unitStates, type UnitState } from './unit-state.js';

class MachineUnitHead {
  @Uuid('Identifies the machine unit.', { example: '0198c1b2-2b70-7a24-bb72-4dfa1b3e6958' })
  id!: string;

  @Embedded(() => RefDto, 'The machine that the unit belongs to.', { example: examples.machine })
  machine!: RefDto;

  @Embedded(() => RefDto, 'The space in which the unit stands.', { example: examples.space })
  space!: RefDto;
}

class MachineUnitOrigin {
  @Text('Serial number of the manufacturer.', { nullable: true, example: 'TR-SP500-104482' })
  serial_number!: string | null;

  @CalendarDate('The day on which the unit was put into use.', { nullable: true, example: '2024-05-17' })
  commissioned_on!: string | null;
}

/** One physical machine: what is booked when a machine is booked. */
@ApiSchema({ name: 'MachineUnit', description: 'One physical machine: what is booked when a machine is booked.' })
export class MachineUnitDto extends inOrder(
  MachineUnitHead,
  UnitBlock,
  MachineUnitOrigin,
  SoftDeleteBlock,
  TimestampsBlock,
) {}

/** Filters for lists of machine units. */
export class MachineUnitFiltersDto extends SoftDeletableFiltersDto {
  @FilterByValues(unitStates, 'Filter by the state of the unit.')
  state?: SetFilter<UnitState>;

  @FilterByIds('Filter by the machine that the unit belongs to.')
  machine_id?: SetFilter;

  @FilterByIds('Filter by the space in which the unit stands.')
  space_id?: SetFilter;

  @FilterByText('Filter by the stock number.')
  sku?: SetFilter;
}

/** The collection `machine_units`. */
export const machineUnitsContract = collection({
  name: 'machine_units',
  resource: MachineUnitDto,
  filters: MachineUnitFiltersDto,
  sorts: ['sku'],
  unique: [['sku']],
  naturalKey: 'sku',
});
