import { describe, expect, it } from '@jest/globals';
import { fieldTable, type SetWhen } from './field-table.js';
import { CalendarDate, Flag, OneOf, Text } from './fields.js';
import { checkSetWhen, satisfiesSetWhen } from './set-when.js';
import { compileCheck } from './value-check.js';

function withHolder(setWhen: SetWhen) {
  class Resource {
    @Text('Name of the holder.', { nullable: true, setWhen, example: null })
    holder!: string | null;

    @OneOf(['free', 'rented'], 'Whether it is rented.')
    state!: 'free' | 'rented';
  }
  return Resource;
}

const Locker = withHolder({ key: 'state', is: 'rented' });

describe('setWhen', () => {
  const sentence = '/holder must be set exactly when state is rented';

  it.each([
    [{ holder: 'Noor', state: 'rented' }, []],
    [{ holder: null, state: 'free' }, []],
    [{ holder: 'Noor', state: 'free' }, [sentence]],
    [{ holder: null, state: 'rented' }, [sentence]],
  ])('requires the field exactly when the other one has the value: %j has the errors %j', (row, expected) => {
    const errors: string[] = [];
    compileCheck(Locker)(row, ({ pointer, rule }) => errors.push(`${pointer} ${rule}`));
    expect(errors).toEqual(expected);
    const holder = fieldTable(Locker).get('holder');
    expect(holder && satisfiesSetWhen(holder, row)).toBe(expected.length === 0);
  });

  it.each([
    [{ holder: 'Noor', since: '2026-03-01' }, true],
    [{ holder: null, since: null }, true],
    [{ holder: 'Noor', since: null }, false],
    [{ holder: null, since: '2026-03-01' }, false],
  ])('can depend on whether the other field is set: %j is valid: %j', (row, kept) => {
    expect(satisfiesSetWhen({ name: 'since', setWhen: { key: 'holder' } }, row)).toBe(kept);
  });

  it.each([
    [{ holder: 'Noor', free: false }, true],
    [{ holder: null, free: true }, true],
    [{ holder: 'Noor', free: true }, false],
    [{ holder: null, free: false }, false],
  ])('can depend on a flag: %j is valid: %j', (row, kept) => {
    class Resource {
      @Text('Name of the holder.', { nullable: true, setWhen: { key: 'free', is: false }, example: null })
      holder!: string | null;

      @Flag('Whether it is free.')
      free!: boolean;
    }
    expect(compileCheck(Resource)(row)).toBe(kept);
    expect(() => checkSetWhen('lockers', Resource)).not.toThrow();
  });

  it.each([
    [{ until: '2026-03-01', state: 'rented' }, true],
    [{ until: null, state: 'rented' }, true],
    [{ until: null, state: 'free' }, true],
    [{ until: '2026-03-01', state: 'free' }, false],
  ])('setOnlyWhen allows null as well: %j is valid: %j', (row, kept) => {
    class Resource {
      @CalendarDate('When the rental ends.', { nullable: true, setOnlyWhen: { key: 'state', is: 'rented' } })
      until!: string | null;

      @OneOf(['free', 'rented'], 'Whether it is rented.')
      state!: 'free' | 'rented';
    }
    const errors: string[] = [];
    compileCheck(Resource)(row, ({ pointer, rule }) => errors.push(`${pointer} ${rule}`));
    expect(errors).toEqual(kept ? [] : ['/until must be null unless state is rented']);
  });

  class NeverNull {
    @Text('Name of the holder.', { setWhen: { key: 'state', is: 'rented' }, example: 'Noor' })
    holder!: string;

    @OneOf(['free', 'rented'], 'Whether it is rented.')
    state!: 'free' | 'rented';
  }
  const rule = 'holder of lockers must be set exactly when state is';

  it.each([
    [withHolder({ key: 'state', is: 'hired' }), `${rule} hired, but state has the values free, rented.`],
    [withHolder({ key: 'status', is: 'rented' }), 'but the resource has no status.'],
    [withHolder({ key: 'state', is: true }), `${rule} true, but state is not a boolean.`],
    [withHolder({ key: 'state' }), `${rule} set, but state is never null.`],
    [NeverNull, 'but holder is never null: give it the option nullable.'],
  ])('is rejected if the resource can never satisfy it: %#', (resource, problem) => {
    expect(() => checkSetWhen('lockers', resource)).toThrow(problem);
  });
});
