import { ApiSchema } from '@nestjs/swagger';
import { MemberAddressDto } from './address.js';
import { SoftDeleteBlock, TimestampsBlock } from './blocks/lifecycle-blocks.js';
import { collection } from './collection.js';
import { SoftDeletableFiltersDto } from './common-filters.js';
import { examples } from './examples.js';
import { inOrder } from './field-table.js';
import { CalendarDate, Instant, OneOf, Text, Uuid } from './fields.js';
import { FilterByIds, FilterByText, FilterByValues, type SetFilter } from './filters.js';
import { ImageDto } from './image.js';
import { Embedded, ListOf } from './nested-fields.js';
import { RefDto, SubscriptionSummaryDto, UserSummaryDto } from './summaries.js';

/** The states of a membership. */
export const memberStates = ['pending', 'active', 'suspended', 'left'] as const;
/** One of `memberStates`. */
export type MemberState = (typeof memberStates)[number];

/** An accreditation of a member. */
@ApiSchema({ name: 'MemberAccreditation', description: 'An accreditation that a member has gained.' })
export class MemberAccreditationDto {
  @Uuid('Identifies the accreditation; all members who gained it have the same id here.', {
    example: examples.accreditation.id,
  })
  id!: string;

  @Text('Current name of the accreditation.', { example: 'Laser cutting' })
  name!: string;

  @Instant('When the member received it.', { example: '2025-12-05T19:30:00.000Z' })
  obtained_at!: string;

  @Instant('When it expires; null if it does not.', {
    nullable: true,
    example: '2027-12-05T19:30:00.000Z',
  })
  expires_at!: string | null;
}

class MemberIdentity {
  @Uuid('Identifies the member.', { example: examples.member.id })
  id!: string;

  @Text('The number on the membership card, unique in the collection.', { example: 'M-2025-0417' })
  number!: string;

  @Embedded(() => UserSummaryDto, 'The account with which the member signs in.', { nullable: true })
  user!: UserSummaryDto | null;

  @Embedded(() => RefDto, "The member's tariff group.", { nullable: true, example: examples.group })
  group!: RefDto | null;

  @Embedded(() => RefDto, "The member's home space.", { nullable: true, example: examples.space })
  space!: RefDto | null;

  @Text('Given name.', { example: 'Noor', personal: true })
  first_name!: string;

  @Text('Family name.', { example: 'Haddad', personal: true })
  last_name!: string;
}

class MemberContact {
  @Text('E-mail address of the member; it may differ from the address of the account.', {
    nullable: true,
    format: 'email',
    example: 'noor.haddad@example.org',
    personal: true,
  })
  email!: string | null;

  @Text('Phone number as the member gave it.', { nullable: true, example: '+49 40 5550 132', personal: true })
  phone!: string | null;

  @CalendarDate('Day of birth.', { nullable: true, example: '1994-07-21', personal: true })
  birthdate!: string | null;

  @Text('Profession of the member.', { nullable: true, example: 'Product designer', personal: true })
  job_title!: string | null;

  @Text('Company, school or club of the member.', { nullable: true, example: 'Atelier Nord', personal: true })
  organization_name!: string | null;

  @Embedded(() => MemberAddressDto, 'Home address of the member.', { nullable: true, personal: true })
  address!: MemberAddressDto | null;

  @Text('Preferred language of the member, as a BCP 47 tag.', { format: 'locale', example: 'de-DE' })
  locale!: string;

  @Embedded(() => ImageDto, 'The portrait of the member.', { nullable: true, example: null, personal: true })
  image!: ImageDto | null;
}

class Membership {
  @OneOf(memberStates, 'Whether the person is a member now.', { example: 'active' })
  state!: MemberState;

  @ListOf(() => MemberAccreditationDto, 'The accreditations that the member has gained, expired ones included.')
  accreditations!: MemberAccreditationDto[];

  @Embedded(() => SubscriptionSummaryDto, 'The subscription in state `active`, of which there is at most one.', {
    nullable: true,
  })
  current_subscription!: SubscriptionSummaryDto | null;

  @Instant('When the person became a member.', { example: '2025-11-03T08:15:42.087Z' })
  joined_at!: string;
}

/** A person who is, was or wants to be a member of the workshop. */
@ApiSchema({ name: 'Member', description: 'A person who is, was or wants to be a member of the workshop.' })
export class MemberDto extends inOrder(MemberIdentity, MemberContact, Membership, SoftDeleteBlock, TimestampsBlock) {}

/** Filters for lists of members. */
export class MemberFiltersDto extends SoftDeletableFiltersDto {
  @FilterByValues(memberStates, 'Filter by the state of the membership.')
  state?: SetFilter<MemberState>;

  @FilterByIds("Filter by the member's tariff group.")
  group_id?: SetFilter;

  @FilterByIds("Filter by the member's home space.")
  space_id?: SetFilter;

  @FilterByIds('Filter by the account with which the member signs in.')
  user_id?: SetFilter;

  @FilterByText('Filter by the exact e-mail address, case included.')
  email?: SetFilter;

  @FilterByText('Filter by the membership number.')
  number?: SetFilter;

  @FilterByIds('Filter by the accreditations that the member has gained.')
  accreditation_id?: SetFilter;
}

/** The collection `members`. */
export const membersContract = collection({
  name: 'members',
  resource: MemberDto,
  filters: MemberFiltersDto,
  sorts: ['last_name', 'joined_at'],
  unique: [['number']],
  naturalKey: 'number',
});
