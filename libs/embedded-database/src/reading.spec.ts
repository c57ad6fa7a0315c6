import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Engine, openEngineInMemory } from './launch-engine.js';

describe('reading', () => {
  let engine: Engine;
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= engine.close());
  beforeAll(async () => {
    engine = await openEngineInMemory();
    await engine.exec('CREATE TABLE lockers (id int PRIMARY KEY, name text); INSERT INTO lockers VALUES (1, NULL)');
  });
  afterAll(() => close());

  const readName = () => engine.read({ name: 'locker', text: 'SELECT name FROM lockers WHERE id = $1' }, [1]);

  /** Without NUL and lone surrogates, which PostgreSQL cannot store. */
  const text = fc
    .oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '{', '"', '\\', 'NULL', '\uFEFFa', '\uFEFF'))
    .filter((value) => !value.includes('\0') && value.isWellFormed());

  it('returns every text unchanged, alone and in a list, prepared or not', async () => {
    const same = 'SELECT $1::text, $2::int::text, $3::boolean::text, item FROM unnest($4::text[]) item';
    const asked = fc.tuple(fc.option(text), fc.integer({ min: -9e8, max: 9e8 }), fc.boolean(), fc.array(text));
    await fc.assert(
      fc.asyncProperty(asked, async ([value, number, flag, items]) => {
        const rows = items.map((item) => [value, String(number), String(flag), item]);
        expect(await engine.read({ text: same }, [value, number, flag, items])).toEqual(rows);
        expect(await engine.read({ name: 'same', text: same }, [value, number, flag, items])).toEqual(rows);
      }),
    );
  });

  it('returns results of any size', async () => {
    const many = `SELECT n::text, repeat('ä', n) FROM generate_series(1, 2000) n`;
    const rows = Array.from({ length: 2000 }, (_, index) => [String(index + 1), 'ä'.repeat(index + 1)]);
    expect(await engine.read({ text: many }, [])).toEqual(rows);
    expect(await engine.read({ text: 'SELECT 1 WHERE false' }, [])).toEqual([]);
  });

  it("throws PostgreSQL's error, and then continues to read", async () => {
    const divided = { name: 'divided', text: 'SELECT (1 / $1::int)::text' };
    const cases = [
      [divided, 0, '22012'],
      [divided, 'x', '22P02'],
      [{ name: 'nothing', text: 'SELECT nothing, $1::text' }, 'a', '42703'],
      [{ text: 'SELECT' + ' ($1' }, 'a', '42601'],
    ] as const;
    for (const [statement, value, code] of [...cases, ...cases]) {
      await expect(engine.read(statement, [value])).rejects.toMatchObject({ code });
      expect(await engine.read(divided, [1])).toEqual([['1']]);
    }
  });

  it('waits for a running transaction, and does not see changes that are rolled back', async () => {
    let reading: Promise<unknown> | undefined;
    const broken = engine.transaction(async (transaction) => {
      await transaction.query(`UPDATE lockers SET name = 'half'`);
      reading = readName();
      await transaction.query('SELECT 1');
      throw new Error('given up');
    });
    await expect(broken).rejects.toThrow('given up');
    expect(await reading).toEqual([[null]]);
  });

  it('reads a consistent, read-only snapshot', async () => {
    const [before, writing, after] = await engine.snapshot(async (read) => {
      const statement = { name: 'locker', text: 'SELECT name FROM lockers WHERE id = $1' };
      const first = await read(statement, [1]);
      const written = engine.query(`UPDATE lockers SET name = 'new'`);
      return [first, written, await read(statement, [1])] as const;
    });
    await writing;
    expect([before, after, await readName()]).toEqual([[[null]], [[null]], [['new']]]);
    const deleted = engine.snapshot((read) => read({ text: 'DELETE FROM lockers RETURNING id::text' }, []));
    await expect(deleted).rejects.toMatchObject({ code: '25006' });
  });

  // Must be the last test, because creating another database takes seconds.
  it('fails when the database is closed', async () => {
    await close();
    await expect(engine.read({ text: 'SELECT 1' }, [])).rejects.toThrow('PGlite is closed');
  });
});
