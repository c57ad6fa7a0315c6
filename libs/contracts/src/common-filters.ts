import { FilterByFlag, FilterByIds, FilterByText, FilterByTime } from './filters.js';
import type { BooleanFilter, RangeFilter, SetFilter } from './filters.js';

/** The filters that every collection has (FILT-10). */
export class CommonFiltersDto {
  @FilterByIds('Keep only, or leave out, the resources with these ids.')
  id?: SetFilter;

  @FilterByTime('Keep only resources created in this range of time.')
  created_at?: RangeFilter;

  @FilterByTime('Keep only resources last changed in this range of time.')
  updated_at?: RangeFilter;
}

/** The filters of every collection whose resources can be soft-deleted (FILT-8, FILT-10). */
export class SoftDeletableFiltersDto extends CommonFiltersDto {
  @FilterByFlag('`false` keeps live resources only, `true` soft-deleted ones only; without it both are listed.')
  soft_deleted?: BooleanFilter;
}

/** The filters of every collection whose resources have a name and a slug. */
export class NamedFiltersDto extends SoftDeletableFiltersDto {
  @FilterByText('Filter by the exact slug.')
  slug?: SetFilter;

  @FilterByText('Filter by the exact name, case included.')
  name?: SetFilter;
}
