import { describe, expect, it } from '@jest/globals';
import { seatHoldingStates } from './booking-states.js';
import { collections } from './collections.js';
import { fieldTable } from './field-table.js';
import { filterTable } from './filters.js';

// Keys, kinds, nulls, values, filters and sorts are tested by comparing docs/interface.md with the contracts.

const fields = collections.flatMap(({ resource }) => [...fieldTable(resource).values()]);

describe('every collection', () => {
  it('SHAPE-2: has resources without optional keys and without nullable arrays', () => {
    expect(fields.filter(({ optional }) => optional)).toEqual([]);
    expect(fields.filter(({ kind, nullable }) => kind === 'array' && nullable)).toEqual([]);
  });

  it('SHAPE-1: has a class for every object and array except rich text, tags and accessibility', () => {
    const opaque = fields.filter(({ kind, dto }) => (kind === 'object' || kind === 'array') && !dto);
    expect(new Set(opaque.map(({ name }) => name))).toEqual(new Set(['buying_cta_text', 'tags', 'accessibility']));
  });

  it('FILT-10: has the common filters, and soft_deleted if its resources can be soft-deleted', () => {
    for (const { name, resource, filters: dto } of collections) {
      const [names, deletable] = [[...filterTable(dto).keys()], fieldTable(resource).has('soft_deleted_at')];
      expect([name, ...names.slice(0, 3)]).toEqual([name, 'id', 'created_at', 'updated_at']);
      expect([name, names.includes('soft_deleted')]).toEqual([name, deletable]);
    }
  });

  it('has a description of seats_booked with the states that hold seats', () => {
    const [field] = fields.filter(({ name }) => name === 'seats_booked');
    const states = new Intl.ListFormat('en-GB').format(seatHoldingStates);
    expect(field?.description).toBe(`Number of seats of its ${states} bookings.`);
  });
});
