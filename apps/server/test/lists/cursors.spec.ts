import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { arrayOf, type JsonObject, objectOf, textOf } from '@resource-catalogue/testing/json';
import { unknownId } from '../support/collection/filter-queries.js';
import { idsOf, listPage, pathOf, walk } from '../support/list-page.js';
import { startTestService, type TestService } from '../support/service.js';

describe.each(databaseKinds)('cursors on the %s database', (kind) => {
  let service: TestService;
  let units: JsonObject[];
  beforeAll(async () => {
    service = await startTestService(kind);
    units = await walk(service, 'machine_units', 'sort=sku&limit=200');
  });
  afterAll(() => service.close());

  /** The cursor behind the first page of a list. */
  async function cursorOf(collection: string, query: string): Promise<string> {
    const { meta } = await listPage(service, collection, `${query}&limit=5`);
    if (meta.next === null) throw new Error(`The list ${collection}?${query} has one page only: choose a longer one.`);
    return meta.next;
  }

  async function expectRefused(collection: string, query: string): Promise<void> {
    const answer = await service.request(pathOf(collection, query));
    const problem = objectOf(answer.json());
    const errors = arrayOf(problem['errors']).map(objectOf);
    expect({ query, status: answer.status, code: problem['code'] }).toEqual({
      query,
      status: 400,
      code: 'invalid_cursor',
    });
    expect(errors.map(({ parameter, code }) => [parameter, code])).toEqual([['cursor', 'invalid_cursor']]);
  }

  const idSet = (rows: readonly JsonObject[]): string => idsOf(rows).join(',');

  it('PAGE-3: are URL-safe', async () => {
    for (const collection of ['machine_units', 'spaces', 'members', 'bookings']) {
      expect(await cursorOf(collection, 'sort=created_at')).toMatch(/^[A-Za-z0-9._~-]+$/);
    }
  });

  it('PAGE-3: belong to one collection', async () => {
    const cursor = await cursorOf('machine_units', 'sort=created_at');
    for (const other of ['place_units', 'machines', 'bookings']) {
      await expectRefused(other, `sort=created_at&cursor=${cursor}`);
    }
  });

  it('PAGE-3: belong to one sort, direction included', async () => {
    const cursor = await cursorOf('machine_units', 'sort=created_at');
    for (const sort of ['sort=-created_at', 'sort=updated_at', 'sort=sku', '']) {
      await expectRefused('machine_units', `${sort}&cursor=${cursor}`);
    }
  });

  it('PAGE-3: belong to one set of filters', async () => {
    const filter = 'filters[state][not_in]=retired';
    const filtered = await cursorOf('machine_units', filter);
    for (const other of [
      '',
      'filters[state][in]=retired',
      'filters[state][not_in]=retired,maintenance',
      'filters[state][not_in]=maintenance',
      `${filter}&filters[soft_deleted][eq]=false`,
      `${filter}&filters[created_at][gte]=1990-01-01`,
    ]) {
      await expectRefused('machine_units', `${other}&cursor=${filtered}`);
    }
    const plain = await cursorOf('machine_units', '');
    await expectRefused('machine_units', `${filter}&cursor=${plain}`);
    const live = await cursorOf('machine_units', 'filters[soft_deleted][eq]=false');
    await expectRefused('machine_units', `filters[soft_deleted][eq]=true&cursor=${live}`);
  });

  it('PAGE-3: an explicit default sort is the same as none', async () => {
    for (const [collection, sort] of [
      ['machine_units', '-created_at'],
      ['categories', 'name'],
    ] as const) {
      const silent = await cursorOf(collection, '');
      const explicit = await cursorOf(collection, `sort=${sort}`);
      expect(explicit).toBe(silent);
      const pages = await Promise.all(
        [`cursor=${silent}`, `sort=${sort}&cursor=${silent}`].map((query) => listPage(service, collection, query)),
      );
      expect(pages[1]?.rows).toEqual(pages[0]?.rows);
    }
  });

  it('PAGE-3: compare filters by meaning', async () => {
    const [a = '', b = '', c = ''] = [...new Set(units.map((unit) => textOf(objectOf(unit['machine'])['id'])))];
    const machines = (form: string): string => `${form}&filters[created_at][gte]=2000-01-02T00:00:00Z`;
    const base = machines(`filters[machine_id][not_in]=${a},${b},${c}`);
    const cursor = await cursorOf('machine_units', base);
    const next = await listPage(service, 'machine_units', `${base}&limit=5&cursor=${cursor}`);
    for (const same of [
      machines(`filters[machine_id][not_in]=${c},${a},${b}`),
      machines(`filters[machine_id][not_in]=${a}&filters[machine_id][not_in]=${c},${b},${b}`),
      machines(`filters[machine_id][not_in][]=${c}&filters%5Bmachine_id%5D%5Bnot_in%5D=${b},${a.toUpperCase()}`),
      `filters[created_at][gte]=2000-01-02&filters[machine_id][not_in]=${a},${b},${c}&sort=-created_at`,
      `filters[created_at][gte]=2000-01-02T05:45%2B05:45&filters[machine_id][not_in]=${b},${c},${a}`,
      `filters[created_at][gte]=2000-01-02T00:00:00.0009&filters[machine_id][not_in]=${b},${c},${a}`,
    ]) {
      const page = await listPage(service, 'machine_units', `${same}&limit=5&cursor=${cursor}`);
      expect({ same, ids: idsOf(page.rows) }).toEqual({ same, ids: idsOf(next.rows) });
    }
    await expectRefused('machine_units', `${machines(`filters[machine_id][not_in]=${a},${b}`)}&cursor=${cursor}`);
  });

  it('PAGE-3: limit may change between pages', async () => {
    const ids: string[] = [];
    let cursor = '';
    for (const limit of [3, 1, 50, 2, 200]) {
      const page = await listPage(service, 'machine_units', `sort=sku&limit=${limit}${cursor}`);
      ids.push(...idsOf(page.rows));
      cursor = `&cursor=${page.meta.next}`;
      if (page.meta.next === null) break;
    }
    expect(ids).toEqual(idsOf(units));
  });

  it('PAGE-3: every damage is found', async () => {
    const cursor = await cursorOf('machine_units', 'sort=sku');
    const whole = await service.request(pathOf('machine_units', `sort=sku&cursor=${cursor}`));
    expect(whole.status).toBe(200);
    const other = (character: string): string => (character === 'A' ? 'B' : 'A');
    const changed = Array.from(
      cursor,
      (character, at) => cursor.slice(0, at) + other(character) + cursor.slice(at + 1),
    );
    const shortened = [1, 2, 3, 4, 8].flatMap((count) => [cursor.slice(count), cursor.slice(0, -count)]);
    const garbage = [
      '',
      'x',
      '=',
      'null',
      '%00',
      '%F0%9F%94%A7',
      `${cursor}A`,
      `${cursor}%3D`,
      cursor.repeat(2),
      'A'.repeat(200),
      unknownId,
    ];
    for (const damaged of [...changed, ...shortened, ...garbage]) {
      await expectRefused('machine_units', `sort=sku&cursor=${damaged}`);
    }
  });

  it('ERR-4: a bad cursor beside another error is one of the errors of invalid_request', async () => {
    const answer = await service.request(pathOf('machine_units', 'cursor=x&limit=0'));
    const problem = objectOf(answer.json());
    const errors = arrayOf(problem['errors']).map(objectOf);
    expect([answer.status, problem['code']]).toEqual([400, 'invalid_request']);
    expect(errors.map(({ parameter, code }) => `${String(parameter)} ${String(code)}`).sort()).toEqual([
      'cursor invalid_cursor',
      'limit invalid_value',
    ]);
  });

  it('PAGE-3: stay valid when their row changes or disappears', async () => {
    const { prisma } = service.database;
    const data = {
      space_id: textOf(objectOf(units[0]?.['space'])['id']),
      machine_id: textOf(objectOf(units[0]?.['machine'])['id']),
    };
    const made = ['row-1', 'row-2', 'row-3', 'row-4'].map((sku, index) => ({
      ...data,
      id: `01900000-0000-7000-8000-00000000000${index}`,
      sku: `~~${sku}`,
      state: 'available' as const,
      state_changed_at: new Date(),
    }));
    await prisma.machineUnit.createMany({ data: made });
    const only = `sort=sku&filters[id][in]=${made.map(({ id }) => id).join(',')}`;
    const first = await listPage(service, 'machine_units', `${only}&limit=2`);
    expect(idsOf(first.rows)).toEqual([made[0]?.id, made[1]?.id]);
    const rest = async () =>
      idsOf((await listPage(service, 'machine_units', `${only}&cursor=${first.meta.next}`)).rows);
    const behind = [made[2]?.id, made[3]?.id];

    await prisma.machineUnit.update({ where: { id: made[1]?.id ?? '' }, data: { sku: '!!moved to the front' } });
    expect(await rest()).toEqual(behind);
    await prisma.machineUnit.update({ where: { id: made[1]?.id ?? '' }, data: { sku: '~~~moved to the end' } });
    expect(await rest()).toEqual([...behind, made[1]?.id]);
    await prisma.machineUnit.delete({ where: { id: made[1]?.id ?? '' } });
    expect(await rest()).toEqual(behind);
  });

  it('PAGE-3: are the same on every instance and at every repetition', async () => {
    const cursors = await Promise.all([1, 2, 3].map(() => cursorOf('members', 'sort=last_name')));
    expect(new Set(cursors).size).toBe(1);
    expect(idSet((await listPage(service, 'members', `sort=last_name&limit=5&cursor=${cursors[0]}`)).rows)).toBe(
      idSet((await walk(service, 'members', 'sort=last_name&limit=200')).slice(5, 10)),
    );
  });
});
