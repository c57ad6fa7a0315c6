import { describe, expect, it } from '@jest/globals';
import { BookingDto, BookingFiltersDto, bookingsContract } from './booking.js';
import { collection } from './collection.js';

const parts = { name: 'bookings', resource: BookingDto, filters: BookingFiltersDto, get: true } as const;

describe('collection', () => {
  it('SORT-2: puts created_at and updated_at before the sorts of a collection, and preserves literal types', () => {
    const name: 'bookings' = bookingsContract.name;
    const sorts: readonly ('created_at' | 'updated_at' | 'starts_at' | 'ends_at')[] = bookingsContract.sorts;
    expect([name, ...sorts]).toEqual(['bookings', 'created_at', 'updated_at', 'starts_at', 'ends_at']);
  });

  it('SORT-1: rejects a sort by an unknown, nullable or unordered key, both when compiling and at runtime', () => {
    // @ts-expect-error a booking has no key of this name
    const unknown = () => collection({ ...parts, sorts: ['seats_total'], defaultSort: '-created_at' });
    // @ts-expect-error canceled_at may be null
    const nullable = () => collection({ ...parts, sorts: ['canceled_at'], defaultSort: '-created_at' });
    // @ts-expect-error an array has no order
    const array = () => collection({ ...parts, sorts: ['slots'], defaultSort: '-created_at' });
    expect(unknown).toThrow('sorted by seats_total: the resource has no such field.');
    expect(nullable).toThrow('sorted by canceled_at: it may be null');
    expect(array).toThrow('sorted by slots: a sort takes a Text, an Instant or an Integer, not the kind array.');
  });

  it('is rejected if its natural key is not unique', () => {
    const tools = () => collection({ ...parts, sorts: [], naturalKey: 'id' });
    expect(tools).toThrow('The natural key id of');
  });

  it('SORT-2: does not compile with a default sort that is not one of the sorts', () => {
    // @ts-expect-error ends_at is not among the sorts
    const other = collection({ ...parts, sorts: ['starts_at'], defaultSort: 'ends_at' });
    expect(other.sorts).not.toContain(other.defaultSort);
  });
});
