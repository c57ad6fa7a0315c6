import { ApiSchema } from '@nestjs/swagger';
import { SoftDeleteBlock, TimestampsBlock } from './blocks/lifecycle-blocks.js';
import { collection } from './collection.js';
import { SoftDeletableFiltersDto } from './common-filters.js';
import { examples } from './examples.js';
import { inOrder } from './field-table.js';
import { Instant, OneOf, Text, Uuid } from './fields.js';
import { FilterByIds, FilterByText, FilterByValues, type SetFilter } from './filters.js';
import { Embedded, ListOf } from './nested-fields.js';
import { PersonSummaryDto, RefDto } from './summaries.js';

/** Roles of users in the workshop's system. */
export const userRoles = ['admin', 'manager', 'trainer', 'member', 'partner'] as const;
/** One of `userRoles`. */
export type UserRole = (typeof userRoles)[number];

/** The states of a user account. */
export const userStates = ['invited', 'active', 'locked'] as const;
/** One of `userStates`. */
export type UserState = (typeof userStates)[number];

class UserFields {
  @Uuid('Identifies the user.', { example: examples.trainer.id })
  id!: string;

  @Text('E-mail address for signing in: unique among live users, regardless of case.', {
    format: 'email',
    example: 'amara.okafor@example.org',
    personal: true,
  })
  email!: string;

  @Text('Given name.', { example: 'Amara', personal: true })
  first_name!: string;

  @Text('Family name.', { example: 'Okafor', personal: true })
  last_name!: string;

  @OneOf(userRoles, "Role of the user in the workshop's system.", { example: 'trainer' })
  role!: UserRole;

  @OneOf(userStates, 'Whether the account is invited, in use, or locked.', { example: 'active' })
  state!: UserState;

  @Text('Preferred language of the user, as a BCP 47 tag.', { format: 'locale', example: 'en-GB' })
  locale!: string;

  @Text('IANA time zone of the user; null for that of the space.', {
    nullable: true,
    format: 'time-zone',
    example: 'Europe/Berlin',
    personal: true,
  })
  time_zone!: string | null;

  @Embedded(() => PersonSummaryDto, 'The member whose account this is.', { nullable: true, example: examples.member })
  member!: PersonSummaryDto | null;

  @ListOf(() => RefDto, 'The spaces that the user manages.', { example: [examples.space] })
  spaces!: RefDto[];

  @Instant('When the user last signed in; null if never.', {
    nullable: true,
    example: '2026-02-27T18:42:10.305Z',
    personal: true,
  })
  last_sign_in_at!: string | null;
}

/** An account with which a person signs in. */
@ApiSchema({ name: 'User', description: 'An account with which a person signs in: staff, trainer, partner or member.' })
export class UserDto extends inOrder(UserFields, SoftDeleteBlock, TimestampsBlock) {}

/** Filters for lists of users. */
export class UserFiltersDto extends SoftDeletableFiltersDto {
  @FilterByValues(userRoles, 'Filter by the role of the user.')
  role?: SetFilter<UserRole>;

  @FilterByValues(userStates, 'Filter by the state of the account.')
  state?: SetFilter<UserState>;

  @FilterByText('Filter by the exact e-mail address, case included.')
  email?: SetFilter;

  @FilterByIds('Filter by the member whose account it is.')
  member_id?: SetFilter;

  @FilterByIds('Filter by the spaces that the user manages.')
  space_id?: SetFilter;
}

/** The collection `users`. */
export const usersContract = collection({
  name: 'users',
  resource: UserDto,
  filters: UserFiltersDto,
  sorts: ['last_name', 'email'],
  unique: [['email']],
  naturalKey: 'email',
});
