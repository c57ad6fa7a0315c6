import { describe, expect, it } from '@jest/globals';
import { collections } from './collections.js';
import type { CollectionName } from './collections.js';
import { fieldTable } from './field-table.js';
import { filterTable } from './filters.js';

interface ListAbilities {
  readonly filters: string;
  readonly sorts: string;
  readonly defaultSort: string;
}

const sessions = (parent: string, person: string): ListAbilities => ({
  filters: `state:enum ${parent}:uuid space_id:uuid ${person}:uuid starts_at:datetime ends_at:datetime`,
  sorts: 'starts_at ends_at',
  defaultSort: '-created_at',
});

// What version 1 began with, said a second time so that nothing is lost (VER-1); FILT-10 and the sorts of every collection
// are added below. A collection that came later needs no entry here.
const abilities: Partial<Record<CollectionName, ListAbilities>> = {
  users: {
    filters: 'role:enum state:enum email:text member_id:uuid space_id:uuid soft_deleted:boolean',
    sorts: 'last_name email',
    defaultSort: '-created_at',
  },
  members: {
    filters: `state:enum group_id:uuid space_id:uuid user_id:uuid email:text number:text accreditation_id:uuid
      soft_deleted:boolean`,
    sorts: 'last_name joined_at',
    defaultSort: '-created_at',
  },
  machines: {
    filters: 'publication_state:enum space_id:uuid category_id:uuid availability_mode:enum soft_deleted:boolean',
    sorts: 'name',
    defaultSort: '-created_at',
  },
  machine_units: {
    filters: 'state:enum machine_id:uuid space_id:uuid sku:text soft_deleted:boolean',
    sorts: 'sku',
    defaultSort: '-created_at',
  },
  trainings: {
    filters: 'publication_state:enum space_id:uuid category_id:uuid machine_id:uuid soft_deleted:boolean',
    sorts: 'name',
    defaultSort: '-created_at',
  },
  training_sessions: sessions('training_id', 'trainer_id'),
  places: {
    filters: 'publication_state:enum space_id:uuid category_id:uuid availability_mode:enum soft_deleted:boolean',
    sorts: 'name',
    defaultSort: '-created_at',
  },
  place_units: {
    filters: 'state:enum place_id:uuid space_id:uuid sku:text soft_deleted:boolean',
    sorts: 'sku',
    defaultSort: '-created_at',
  },
  plans: {
    filters: 'publication_state:enum category_id:uuid group_id:uuid space_id:uuid soft_deleted:boolean',
    sorts: 'name position',
    defaultSort: '-created_at',
  },
  events: {
    filters: 'publication_state:enum space_id:uuid category_id:uuid location_kind:enum soft_deleted:boolean',
    sorts: 'name',
    defaultSort: '-created_at',
  },
  event_sessions: sessions('event_id', 'host_id'),
  projects: {
    filters: `publication_state:enum author_id:uuid collaborator_id:uuid space_id:uuid license_id:uuid
      thematic_id:uuid machine_id:uuid soft_deleted:boolean published_at:datetime`,
    sorts: 'name',
    defaultSort: '-created_at',
  },
  project_licenses: { filters: 'code:text', sorts: 'name position', defaultSort: 'name' },
  project_thematics: { filters: '', sorts: 'name position', defaultSort: 'name' },
  subscriptions: {
    filters: `state:enum member_id:uuid plan_id:uuid group_id:uuid starts_at:datetime ends_at:datetime
      canceled_at:datetime`,
    sorts: 'starts_at',
    defaultSort: '-created_at',
  },
  bookings: {
    filters: `state:enum member_id:uuid machine_unit_id:uuid place_unit_id:uuid training_session_id:uuid
      event_session_id:uuid starts_at:datetime ends_at:datetime space_id:uuid group_id:uuid
      reserved_by_training_session_id:uuid reserved_by_event_session_id:uuid canceled_at:datetime`,
    sorts: 'starts_at ends_at',
    defaultSort: '-created_at',
  },
  categories: { filters: 'type:enum soft_deleted:boolean', sorts: 'name position', defaultSort: 'name' },
  spaces: { filters: 'publication_state:enum parent_id:uuid soft_deleted:boolean', sorts: 'name', defaultSort: 'name' },
};

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');
const everyContract = collections.map((contract) => ({ name: contract.name, contract }));
const firstContracts = everyContract.flatMap(({ name, contract }) => {
  const known = abilities[name];
  return known ? [{ name, contract, known }] : [];
});

describe('what each list can be asked', () => {
  it.each(firstContracts)('FILT-10: the filters of $name', ({ known, contract }) => {
    const found = [...filterTable(contract.filters).values()].map(({ field, kind }) => `${field}:${kind}`);
    const expected = ['id:uuid', 'created_at:datetime', 'updated_at:datetime', ...words(known.filters)];
    expect([...found].sort()).toEqual([...expected].sort());
  });

  it.each(everyContract)(
    'FILT-10: $name filters by soft_deleted exactly when it can be soft-deleted',
    ({ contract }) => {
      const deletable = fieldTable(contract.resource).has('soft_deleted_at');
      expect(filterTable(contract.filters).has('soft_deleted')).toBe(deletable);
    },
  );

  it.each(firstContracts)('SORT-2: the sorts of $name', ({ known, contract }) => {
    expect(contract.sorts).toEqual(['created_at', 'updated_at', ...words(known.sorts)]);
    expect(contract.defaultSort).toBe(known.defaultSort);
  });

  it('FILT-1: an operator belongs to one kind of filter', () => {
    const operators = {
      uuid: 'in not_in',
      text: 'in not_in',
      enum: 'in not_in',
      boolean: 'eq',
      datetime: 'lt lte gt gte',
    };
    for (const { contract } of everyContract) {
      for (const filter of filterTable(contract.filters).values()) {
        expect(filter.operators.join(' ')).toBe(operators[filter.kind]);
      }
    }
  });
});
