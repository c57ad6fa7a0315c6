import type { UserDto, UserFiltersDto, usersContract } from '@resource-catalogue/contracts';
import type { FiltersOf } from '../query/filters.js';
import type { UserId } from '../values/ids.js';
import type { Received } from '../values/received.js';
import type { ReadableResource, SortOf } from './resource.js';

/** A user account. */
export type User = Received<UserDto, UserId>;
/** What the list of users can be filtered by. */
export type UserFilters = FiltersOf<UserFiltersDto, UserId>;
/** What the list of users can be sorted by. */
export type UserSort = SortOf<typeof usersContract>;

/**
 * The collection `users`.
 *
 * @example
 * for await (const { email } of client.users.list({ filters: { soft_deleted: { eq: false } } })) invite(email);
 */
export const users: ReadableResource<User, UserFilters, UserSort> = { name: 'users', get: true };
