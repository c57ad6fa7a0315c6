import { describe, expect, it } from '@jest/globals';
import { fieldTable, inOrder } from './field-table.js';
import { Flag, Integer, OneOf, Text, Uuid } from './fields.js';
import { Embedded, ListOf, TextList } from './nested-fields.js';

class Head {
  @Uuid('Identifies it.')
  id!: string;
}

class Middle {
  @Text('A note.', { nullable: true, example: null })
  note!: string | null;

  @OneOf(['on', 'off'], 'Whether it runs.')
  state!: 'on' | 'off';
}

class Tail {
  @Integer('A count.', { example: 1 })
  count!: number;
}

class Whole extends inOrder(Head, Middle, Tail) {
  @Embedded(() => Head, 'The parent.')
  owner!: Head;
}

describe('fieldTable', () => {
  it('lists the fields of the parts in their order, then those of the class', () => {
    expect([...fieldTable(Whole).keys()]).toEqual(['id', 'note', 'state', 'count', 'owner']);
  });

  it('lists the fields of a base class first', () => {
    class Derived extends Whole {
      @Flag('Whether it is last.')
      last!: boolean;
    }
    expect([...fieldTable(Derived).keys()]).toEqual(['id', 'note', 'state', 'count', 'owner', 'last']);
    expect(fieldTable(Whole).has('last')).toBe(false);
  });

  it('rejects a field declared by two parts', () => {
    expect(() => inOrder(Head, Middle, Head)).toThrow('The field id is declared twice.');
  });
});

it('a field decorator does not compile on a property of another type', () => {
  class Wrong {
    // @ts-expect-error the decorator allows null
    @Uuid('Identifies it.', { nullable: true })
    id!: string;

    // @ts-expect-error the decorator does not allow null
    @Uuid('Identifies its parent.')
    parent_id!: string | null;

    // @ts-expect-error the enumeration has a second value
    @OneOf(['on', 'off'], 'Whether it runs.')
    state!: 'on';

    // @ts-expect-error the items are texts
    @TextList('Keywords.', { example: [] })
    tags!: number[];

    // @ts-expect-error the items are heads
    @ListOf(() => Head, 'Its heads.')
    heads!: Tail[];
  }
  expect(fieldTable(Wrong).size).toBe(5);
});
