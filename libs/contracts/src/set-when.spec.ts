import { describe, expect, it } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { TimestampsBlock } from './blocks/lifecycle-blocks.js';
import { fieldTable, inOrder } from './field-table.js';
import { OneOf, Text } from './fields.js';
import { checkSetWhen, keepsSetWhen, type SetWhen } from './set-when.js';

class LockerFields {
  @Text('Who has it.', { nullable: true, setWhen: { key: 'state', is: 'rented' }, example: null })
  holder!: string | null;

  @OneOf(['free', 'rented'], 'Whether somebody has it.')
  state!: 'free' | 'rented';
}

class LockerDto extends inOrder(LockerFields, TimestampsBlock) {}

const times = { created_at: '2026-03-01T09:00:00.000Z', updated_at: '2026-03-01T09:00:00.000Z' };

function errors(row: object): string[] {
  return validateSync(plainToInstance(LockerDto, { ...times, ...row })).flatMap(({ constraints = {} }) =>
    Object.values(constraints).filter((text) => text.includes('exactly')),
  );
}

describe('a field that is set exactly when another one has a value', () => {
  const sentence = 'holder must be set exactly when state is rented';

  it.each([
    [{ holder: 'Noor', state: 'rented' }, []],
    [{ holder: null, state: 'free' }, []],
    [{ holder: 'Noor', state: 'free' }, [sentence]],
    [{ holder: null, state: 'rented' }, [sentence]],
  ])('%j is validated as %j', (row, expected) => {
    expect(errors(row)).toEqual(expected);
    const holder = fieldTable(LockerDto).get('holder');
    expect(holder && keepsSetWhen(holder, row)).toBe(expected.length === 0);
  });

  it.each([
    [{ holder: 'Noor', since: '2026-03-01' }, true],
    [{ holder: null, since: null }, true],
    [{ holder: 'Noor', since: null }, false],
    [{ holder: null, since: '2026-03-01' }, false],
  ])('can be set together with the other one: %j', (row, kept) => {
    expect(keepsSetWhen({ name: 'since', setWhen: { key: 'holder' } }, row)).toBe(kept);
  });

  const withHolder = (setWhen: SetWhen) => {
    class Resource {
      @Text('Who has it.', { nullable: true, setWhen, example: null })
      holder!: string | null;

      @OneOf(['free', 'rented'], 'Whether somebody has it.')
      state!: 'free' | 'rented';
    }
    return Resource;
  };
  class NeverNull {
    @Text('Who has it.', { setWhen: { key: 'state', is: 'rented' }, example: 'Noor' })
    holder!: string;

    @OneOf(['free', 'rented'], 'Whether somebody has it.')
    state!: 'free' | 'rented';
  }
  const rule = 'holder of lockers must be set exactly when state is';

  it.each([
    [withHolder({ key: 'state', is: 'hired' }), `${rule} hired, but state has the values free, rented.`],
    [withHolder({ key: 'status', is: 'rented' }), 'but the resource has no status.'],
    [withHolder({ key: 'state' }), `${rule} set, but state is never null.`],
    [NeverNull, 'but holder is never null: give it the option nullable.'],
  ])('cannot follow what its resource does not have: %#', (resource, problem) => {
    expect(() => checkSetWhen('lockers', resource)).toThrow(problem);
  });
});
