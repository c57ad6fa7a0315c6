import type { MemberDto, MemberFiltersDto, membersContract } from '@resource-catalogue/contracts';
import type { FiltersOf } from '../query/filters.js';
import type { MemberId } from '../values/ids.js';
import type { Received } from '../values/received.js';
import type { ReadableResource, SortOf } from './resource.js';

/** A person who is, was or wants to be a member. */
export type Member = Received<MemberDto, MemberId>;
/** What the list of members can be filtered by. */
export type MemberFilters = FiltersOf<MemberFiltersDto, MemberId>;
/** What the list of members can be sorted by. */
export type MemberSort = SortOf<typeof membersContract>;

/**
 * The collection `members`.
 *
 * @example
 * const [noor] = (await client.members.list({ filters: { email: { in: ['noor@example.org'] } } })).data;
 */
export const members: ReadableResource<Member, MemberFilters, MemberSort> = { name: 'members', get: true };
