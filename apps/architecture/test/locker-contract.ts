/** A contract as a developer writes it: an enumeration, two references, a day, and a rule between two fields. */
export const lockerContract = `import { ApiSchema } from '@nestjs/swagger';
import { TimestampsBlock } from './blocks/lifecycle-blocks.js';
import { collection } from './collection.js';
import { CommonFiltersDto } from './common-filters.js';
import { examples } from './examples.js';
import { inOrder } from './field-table.js';
import { CalendarDate, OneOf, Text, Uuid } from './fields.js';
import { FilterByIds, FilterByValues } from './filters.js';
import type { SetFilter } from './filters.js';
import { Embedded } from './nested-fields.js';
import { PersonSummaryDto, RefDto } from './summaries.js';

/** The states of a locker. */
export const lockerStates = ['free', 'rented', 'broken'] as const;
/** One of \`lockerStates\`. */
export type LockerState = (typeof lockerStates)[number];

class LockerFields {
  @Uuid('Identifies the locker.', { example: '0198c1cc-b4b8-73bd-840b-d683a4c7f2e1' })
  id!: string;

  @Text('What the locker is called.', { example: 'North locker' })
  name!: string;

  @Embedded(() => RefDto, 'The space that the locker is in.', { example: examples.space })
  space!: RefDto;

  @OneOf(lockerStates, 'Whether the locker can be rented.', { example: 'rented' })
  state!: LockerState;

  @Embedded(() => PersonSummaryDto, 'The member who rents the locker; set exactly when \`state\` is \`rented\`.', {
    nullable: true,
    setWhen: { key: 'state', is: 'rented' },
    example: examples.member,
  })
  holder!: PersonSummaryDto | null;

  @CalendarDate('The day on which somebody last inspected the locker.', { nullable: true, example: '2026-02-01' })
  inspected_on!: string | null;
}

/** One of the lockers. */
@ApiSchema({ name: 'Locker', description: 'A locker of a space, which a member can rent.' })
export class LockerDto extends inOrder(LockerFields, TimestampsBlock) {}

/** What the list of lockers can be filtered by. */
export class LockerFiltersDto extends CommonFiltersDto {
  @FilterByValues(lockerStates, 'Filter by whether the locker can be rented.')
  state?: SetFilter<LockerState>;

  @FilterByIds('Filter by the space that the locker is in.')
  space_id?: SetFilter;

  @FilterByIds('Filter by the member who rents the locker.')
  holder_id?: SetFilter;
}

/** The collection \`lockers\`. */
export const lockersContract = collection({
  name: 'lockers',
  resource: LockerDto,
  filters: LockerFiltersDto,
  sorts: ['name'],
  defaultSort: 'name',
  get: true,
});
`;
