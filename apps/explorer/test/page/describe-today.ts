import { expect, it } from '@jest/globals';
import { isObject, type JsonObject, asList, asObject, asText } from '../../src/interface/json.js';
import type { OpenedPage, Stage } from './opened-page.js';

const held = 'filters[state][in]=pending,confirmed,no_show';

/** Tests of the day in a space. */
export function describeToday(stage: () => Stage): void {
  const rows = async (target: string): Promise<JsonObject[]> =>
    asList((await stage().read(target))['data']).map(asObject);
  const bars = ({ page }: OpenedPage) => page.locator('.bar-of');
  const labels = (opened: OpenedPage) =>
    bars(opened).evaluateAll((all) => all.map((bar) => bar.getAttribute('aria-label') ?? ''));
  const show = async (hash: string) => {
    const opened = await stage().explore('#/collections');
    await opened.goTo(hash);
    await opened.shown(opened.page.locator('.timeline'));
    return opened;
  };
  const slugOf = async (row: JsonObject) =>
    asText((await rows(`/api/v1/spaces?filters[id][in]=${asText(asObject(row['space'])['id'])}`))[0]?.['slug']);

  it('a day with several pages of bookings shows them all, each with its unit and state', async () => {
    const busiest = inLargestGroup(
      (await rows(`/api/v1/bookings?${held}&limit=200`)).filter((one) => isObject(one['machine_unit'])),
      (one) => `${asText(asObject(one['space'])['id'])} ${firstDay(one)}`,
    );
    const hash = `#/?space=${await slugOf(busiest)}&day=${firstDay(busiest)}`;
    const whole = await labels(await show(hash));
    expect(whole.length).toBeGreaterThan(1);
    for (const label of whole) expect(label).toMatch(/^.+, (?:booked|pending) \d\d:\d\d–\d\d:\d\d$/);
    await stage().page.route('**/bookings?*', (route) =>
      route.continue({ url: route.request().url().replace('limit=200', 'limit=1') }),
    );
    expect(await labels(await show(hash))).toEqual(whole);
  });

  it('a pending booking is not called booked', async () => {
    const units = await Promise.all(
      ['machine_units', 'place_units'].map((name) => rows(`/api/v1/${name}?filters[state][in]=available&limit=200`)),
    ).then((lists) => lists.flat().filter(({ soft_deleted_at: deleted }) => deleted === null));
    const unitOf = (one: JsonObject) => {
      const held = isObject(one['machine_unit']) ? one['machine_unit'] : one['place_unit'];
      return isObject(held) ? units.find(({ id }) => id === held['id']) : undefined;
    };
    const pending = (await rows('/api/v1/bookings?filters[state][in]=pending&limit=200')).find(unitOf);
    const day = firstDay(pending ?? {});
    const { page } = await show(`#/?space=${await slugOf(pending ?? {})}&day=${day}`);
    const bar = page.locator(`.bar-of[href$="${asText(pending?.['id'])}"]`).first();
    expect(await bar.getAttribute('aria-label')).toContain(`${asText(unitOf(pending ?? {})?.['sku'])}, pending `);
  });

  it('where not all bookings can be read, no unit is called free', async () => {
    const { page } = stage();
    let pages = 0;
    await page.route('**/bookings?*', async (route) => {
      pages += 1;
      const response = await route.fetch({
        url: route
          .request()
          .url()
          .replace(/&cursor=.*/, ''),
      });
      await route.fulfill({ json: { ...asObject(await response.json()), meta: { next: 'more' } } });
    });
    await show('#/?space=harbour-campus');
    await page.getByText('Which are free is unknown, as not all bookings were read').waitFor();
    expect(pages).toBe(10);
    expect(await page.getByText('Only the first 2000 rows of a list are shown.').count()).toBe(1);
    expect(await page.locator('.timeline .free').count()).toBe(0);
    expect(await page.locator('.timeline .track:not(.hatched)').count()).toBe(0);
  });

  it('units that cannot be used are hatched with their state and its note, and retired ones are left out', async () => {
    const { page } = await show('#/?space=harbour-campus');
    const [space] = await rows('/api/v1/spaces?filters[slug][in]=harbour-campus');
    const query = `filters[space_id][in]=${asText(space?.['id'])}&filters[soft_deleted][eq]=false&limit=200`;
    const lists = await Promise.all(['machine_units', 'place_units'].map((name) => rows(`/api/v1/${name}?${query}`)));
    const units = lists.flat().filter(({ state }) => state !== 'retired');
    expect(units.length).toBeLessThan(lists.flat().length);
    expect(await page.locator('.timeline li').count()).toBe(units.length);
    const unusable = units.filter(({ state }) => state !== 'available');
    expect(await page.locator('.track.hatched').count()).toBe(unusable.length);
    for (const { sku, state, state_note: note } of unusable) {
      const text = await page
        .locator('.timeline li')
        .filter({ hasText: asText(sku) ?? '' })
        .first()
        .innerText();
      expect(text).toContain(`${(asText(state) ?? '').replaceAll('_', ' ')} since 20`);
      expect(text).toContain(asText(note) ?? '');
    }
  });

  it('the page left open follows the time and the day', async () => {
    const opened = await show('#/?space=harbour-campus&day=2026-03-04');
    const { page } = opened;
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    const bookingsFrom = (instant: string) =>
      page
        .locator('summary', { hasText: `filters[ends_at][gt]=${instant}` })
        .first()
        .waitFor({ state: 'attached' });
    await heading('Today');
    const now = () => page.locator('.now').first().getAttribute('style');
    const before = await now();
    await page.clock.setFixedTime('2026-03-04T10:01:00.000Z');
    await page.locator(`.now:not([style="${before}"])`).first().waitFor();

    // A new day, at midnight of the space.
    await page.clock.setFixedTime('2026-03-04T23:00:00.000Z');
    await heading('Wednesday 4 March');
    expect(await page.locator('.now').count()).toBe(0);
    await page.clock.setFixedTime('2026-03-04T22:59:00.000Z');
    await opened.goTo('#/?space=harbour-campus');
    await bookingsFrom('2026-03-03T23:00');
    await page.clock.setFixedTime('2026-03-04T23:00:00.000Z');
    await bookingsFrom('2026-03-04T23:00');
    await heading('Today');
  });

  it('bookings of a page left open are read again after five minutes', async () => {
    const { page } = await show('#/?space=harbour-campus');
    const again = page.waitForRequest(/\/bookings\?/);
    await page.clock.setFixedTime('2026-03-04T10:05:00.000Z');
    await again;
    await page.getByText('free now').waitFor();
  });
}

const firstDay = (booking: JsonObject): string => asText(asObject(asList(booking['slots'])[0])['start_date']) ?? '';

/** A row of the largest group. */
function inLargestGroup(rows: readonly JsonObject[], group: (row: JsonObject) => string): JsonObject {
  const sizes = new Map<string, number>();
  for (const row of rows) sizes.set(group(row), (sizes.get(group(row)) ?? 0) + 1);
  return rows.toSorted((one, other) => (sizes.get(group(other)) ?? 0) - (sizes.get(group(one)) ?? 0))[0] ?? {};
}
