import { describe, expect, it } from '@jest/globals';
import { CalendarDate, Flag, Instant, Integer, NumberField, OneOf, Text, Uuid } from './fields.js';
import { Embedded, ListOf, ListOfValues, OpaqueObject, TextList } from './nested-fields.js';
import { compileCheck } from './value-check.js';

class Part {
  @Text('A label.', { example: 'a' })
  label!: string;
}

class Sample {
  @Uuid('An id.')
  id!: string;

  @Text('A code.', { maxLength: 3, pattern: /^[a-z]+$/, example: 'abc' })
  code!: string;

  @Text('A note.', { nullable: true, example: null })
  note!: string | null;

  @Integer('A count.', { min: 1, max: 7, example: 1 })
  count!: number;

  @Integer('A step.', { values: [5, 10], example: 5 })
  step!: number;

  @NumberField('A degree.', { min: -90, max: 90, example: 0.5 })
  degree!: number;

  @Flag('A flag.')
  flag!: boolean;

  @Instant('A time.')
  at!: string;

  @CalendarDate('A day.')
  on!: string;

  @OneOf(['on', 'off'], 'A state.')
  state!: 'on' | 'off';

  @Embedded(() => Part, 'A part.', { nullable: true })
  part!: Part | null;

  @ListOf(() => Part, 'Parts.', { minItems: 1, maxItems: 2 })
  parts!: Part[];

  @ListOfValues(['red', 'green'], 'Colours.')
  colours!: ('red' | 'green')[];

  @TextList('Words.', { example: [] })
  words!: string[];

  @OpaqueObject('Anything.', { nullable: true, example: null })
  anything!: Record<string, unknown> | null;

  @Text('A hint.', { optional: true, example: 'a' })
  hint?: string;
}

const good = {
  id: '0198c1a2-7d40-7b3e-9c55-2f6a8e1d0b47',
  code: 'abc',
  note: null,
  count: 7,
  step: 10,
  degree: -0.25,
  flag: false,
  at: '2026-03-01T09:00:00.000Z',
  on: '2026-03-01',
  state: 'off',
  part: { label: 'x' },
  parts: [{ label: 'y' }],
  colours: ['green'],
  words: ['one', 'one'],
  anything: { any: [1] },
};

const check = compileCheck(Sample);

/** The top-level keys whose values have faults. */
function invalidKeys(value: object): string[] {
  const keys = new Set<string>();
  const isValid = check(value, ({ pointer }) => keys.add(pointer.split('/')[1] ?? ''));
  expect([isValid, check(value)]).toEqual([keys.size === 0, keys.size === 0]);
  return [...keys];
}

describe('field decorators', () => {
  it('accept valid values, and null for nullable fields', () => {
    expect(invalidKeys(good)).toEqual([]);
    expect(invalidKeys({ ...good, note: 'n', part: null, anything: null, hint: 'h' })).toEqual([]);
  });

  it.each<[keyof typeof good | 'hint', unknown]>([
    ['id', '0198C1A2-7D40-7B3E-9C55-2F6A8E1D0B47'],
    ['id', null],
    ['code', 'abcd'],
    ['code', 'a-b'],
    ['note', 3],
    ['count', 0],
    ['count', 8],
    ['count', 1.5],
    ['step', 7],
    ['degree', 90.5],
    ['degree', '1'],
    ['flag', 'true'],
    ['at', '2026-03-01T09:00:00Z'],
    ['at', '2026-03-01T09:00:00.0000Z'],
    ['at', '2026-03-01T09:00:00.000+00:00'],
    ['on', '2026-3-1'],
    ['state', 'On'],
    ['part', { label: 1 }],
    ['part', 'x'],
    ['parts', []],
    ['parts', [{ label: 'a' }, { label: 'b' }, { label: 'c' }]],
    ['parts', [{}]],
    ['parts', null],
    ['colours', ['blue']],
    ['colours', ['red', 'red']],
    ['words', [1]],
    ['anything', 'text'],
    ['hint', null],
  ])('reject %s = %j', (key, value) => {
    expect(invalidKeys({ ...good, [key]: value })).toEqual([key]);
  });

  it('SHAPE-2: reject a missing key, even if the field is nullable', () => {
    expect(invalidKeys({})).toEqual(Object.keys(good));
  });

  it.each([
    ['missing', 'code', undefined],
    ['surplus', 'color', 'red'],
    ['null', 'part', { label: null }],
    ['kind', 'on', '2026-02-30'],
    ['case', 'id', good.id.toUpperCase()],
    ['values', 'colours', ['blue']],
    ['limits', 'degree', 91],
  ])('say why a value is rejected: %s', (cause, key, value) => {
    const causes: string[] = [];
    check({ ...good, [key]: value }, (fault) => causes.push(fault.cause));
    expect(causes).toEqual([cause]);
  });
});
