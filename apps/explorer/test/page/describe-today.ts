import { expect, it } from '@jest/globals';
import { isObject, type JsonObject, asList, asObject, asText } from '../../src/api/json.js';
import type { OpenedPage, PageFixtures } from './opened-page.js';

const held = 'filters[state][in]=pending,confirmed,no_show';

/** Tests of the day in a space. */
export function describeToday(fixtures: () => PageFixtures): void {
  const rows = async (target: string): Promise<JsonObject[]> =>
    asList((await fixtures().read(target))['data']).map(asObject);
  const labels = ({ page }: OpenedPage) =>
    page.locator('a.bar').evaluateAll((all) => all.map((bar) => bar.getAttribute('aria-label') ?? ''));
  const show = async (hash: string) => {
    const opened = await fixtures().explore('#/collections');
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
    for (const label of whole) expect(label).toMatch(/^.+, (?:booked|requested) \d\d:\d\d–\d\d:\d\d(?:, .+)?$/);
    await fixtures().page.route('**/bookings?*', (route) =>
      route.continue({ url: route.request().url().replace('limit=200', 'limit=1') }),
    );
    expect(await labels(await show(hash))).toEqual(whole);
  });

  it('a pending booking is called requested', async () => {
    const units = await Promise.all(
      ['machine_units', 'place_units'].map((name) => rows(`/api/v1/${name}?filters[state][in]=available&limit=200`)),
    ).then((lists) => lists.flat().filter(({ soft_deleted_at: deleted }) => deleted === null));
    const unitOf = (one: JsonObject) => {
      const unit = isObject(one['machine_unit']) ? one['machine_unit'] : one['place_unit'];
      return isObject(unit) ? units.find(({ id }) => id === unit['id']) : undefined;
    };
    const pending = (await rows('/api/v1/bookings?filters[state][in]=pending&limit=200')).find(unitOf);
    const { page } = await show(`#/?space=${await slugOf(pending ?? {})}&day=${firstDay(pending ?? {})}`);
    const bar = page.locator(`a.bar[href$="${asText(pending?.['id'])}"]`).first();
    expect(await bar.getAttribute('aria-label')).toContain(`${asText(unitOf(pending ?? {})?.['sku'])}, requested `);
    expect(await bar.textContent()).toContain('requested');
  });

  it('where not all bookings can be read, no unit is called free', async () => {
    const { page } = fixtures();
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
    await page.getByText('Unknown what is free, because not all bookings were read').waitFor();
    expect(pages).toBe(10);
    expect(await page.getByText('Only the first 2000 rows of a list are shown.').count()).toBe(1);
    expect(await page.locator('.timeline .state.free').count()).toBe(0);
    expect(await page.locator('.timeline .track:not(.unknown, .out)').count()).toBe(0);
  });

  it('units that cannot be used are hatched with their state and its note, and retired ones are left out', async () => {
    const { page } = await show('#/?space=harbour-campus');
    const [space] = await rows('/api/v1/spaces?filters[slug][in]=harbour-campus');
    const query = `filters[space_id][in]=${asText(space?.['id'])}&filters[soft_deleted][eq]=false&limit=200`;
    const lists = await Promise.all(['machine_units', 'place_units'].map((name) => rows(`/api/v1/${name}?${query}`)));
    const units = lists.flat().filter(({ state }) => state !== 'retired');
    expect(units.length).toBeLessThan(lists.flat().length);
    const tracks = page.locator('.row > .track');
    expect(await tracks.count()).toBe(units.length);
    const unusable = units.filter(({ state }) => state !== 'available');
    expect(await page.locator('.row > .track.out').count()).toBe(unusable.length);
    const notes = await page.locator('.row > .track.out').allTextContents();
    for (const { state_note: note } of unusable) expect(notes.join('\n')).toContain(asText(note) ?? '');
    const states = await page.locator('.state.out').allTextContents();
    for (const words of states) expect(words).toMatch(/ since |^none of /);
  });

  it('a part of the day can be chosen, and the choice of all spaces is remembered', async () => {
    const opened = await show('#/?space=harbour-campus');
    const { page } = opened;
    const [open, total] = [page.locator('.timeline .row'), page.locator('.timeline .row').count()];
    await page.getByRole('link', { name: 'Free now' }).click();
    await page.locator('.chip[aria-current]', { hasText: 'Free now' }).waitFor();
    expect(await open.count()).toBeLessThan(await total);
    expect(await page.locator('.timeline .row:has(> .thing) .state:not(.free)').count()).toBe(0);
    await page.getByRole('link', { name: 'Courses & events' }).last().click();
    await page.getByRole('heading', { name: 'Courses and events' }).waitFor();
    expect(await page.locator('.timeline').count()).toBe(0);
    await page.getByRole('link', { name: 'Everything' }).click();
    await page.getByLabel('Space', { exact: true }).selectOption('All spaces');
    await page.locator('.today > section').nth(1).waitFor();
    await opened.goTo('#/collections');
    await opened.goTo('#/');
    await page.locator('.today > section').nth(1).waitFor();
    await page.evaluate('localStorage.clear()');
  });

  it.each(['training_sessions', 'bookings'])('a token that may not read %s shows the rest of the day', async (name) => {
    const { page } = fixtures();
    const json = { title: 'Insufficient scope', status: 403, detail: 'It needs a scope.', code: 'insufficient_scope' };
    await page.route(`**/${name}?*`, (route) => route.fulfill({ status: 403, json }));
    const opened = await fixtures().explore('#/collections');
    await opened.goTo('#/?space=harbour-campus');
    await page.locator('.timeline .row').first().waitFor();
    await page.getByRole('alert').filter({ hasText: 'It needs a scope.' }).waitFor();
    expect((await page.locator('.timeline .state.free').count()) > 0).toBe(name !== 'bookings');
  });

  it('times have twelve hours if the language of the browser does', async () => {
    const opened = await fixtures().open('#/?space=harbour-campus', { locale: 'en-US' });
    await opened.enter(fixtures().service.token);
    await opened.shown(opened.page.locator('.timeline'));
    expect(await opened.page.locator('.hours-of-day').innerText()).toMatch(/8 am\s+10 am\s+12 pm\s+2 pm/);
    for (const label of await labels(opened))
      expect(label).toMatch(/ \d+(?::\d\d)? [ap]m–(?:\d+(?::\d\d)? [ap]m|midnight)/);
  });

  it('a page left open updates the time and, at midnight, the day', async () => {
    const opened = await show('#/?space=harbour-campus&day=2026-03-04');
    const { page } = opened;
    await opened.openApi();
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    const bookingsFrom = (instant: string) =>
      opened
        .request(`bookings?filters`)
        .filter({ hasText: `filters[ends_at][gt]=${instant}` })
        .waitFor();
    await heading('Wednesday 4 March');
    const before = await page.locator('.now').first().getAttribute('style');
    await page.clock.setFixedTime('2026-03-04T10:01:00.000Z');
    await page.locator(`.now:not([style="${before}"])`).first().waitFor({ state: 'attached' });

    // A new day, at midnight of the space.
    await page.clock.setFixedTime('2026-03-04T23:00:00.000Z');
    await page.locator('.now').first().waitFor({ state: 'detached' });
    await heading('Wednesday 4 March');
    await page.clock.setFixedTime('2026-03-04T22:59:00.000Z');
    await opened.goTo('#/?space=harbour-campus');
    await bookingsFrom('2026-03-03T23:00');
    await page.clock.setFixedTime('2026-03-04T23:00:00.000Z');
    await bookingsFrom('2026-03-04T23:00');
    await heading('Thursday 5 March');
  });

  it('bookings of a page left open are read again after five minutes', async () => {
    const { page } = await show('#/?space=harbour-campus');
    const again = page.waitForRequest(/\/bookings\?/);
    await page.clock.setFixedTime('2026-03-04T10:05:00.000Z');
    await again;
    await page.getByText('are free now').waitFor();
  });

  it('the board keeps its tiles while the service does not respond, says so when they are old, and recovers', async () => {
    const opened = await fixtures().explore('#/collections');
    const { page } = opened;
    await page.goto(new URL(`board?space=harbour-campus#token=${fixtures().service.token}`, page.url()).href);
    await page.locator('.tile').first().waitFor();
    const count = await page.locator('.tile').count();
    await page.getByText('Updated at 11:00').waitFor();
    await page.route('**/api/v1/**', (route) => route.abort());
    await page.clock.setFixedTime('2026-03-04T10:02:00.000Z');
    await page.getByText('Updated at 11:00, retrying').waitFor();
    await page.clock.setFixedTime('2026-03-04T10:07:00.000Z');
    await page.getByText('Out of date: updated at 11:00. The service is not responding.').waitFor();
    expect(await page.locator('.tile').count()).toBe(count);
    await page.unrouteAll();
    await page.clock.setFixedTime('2026-03-04T10:20:00.000Z');
    await page.getByText('Updated at 11:20', { exact: true }).waitFor();
    // A new day.
    await page.clock.setFixedTime('2026-03-04T23:01:00.000Z');
    await page.getByText('Thursday 5 March').waitFor();
    await page.locator('.tile').first().waitFor();
    for (const line of opened.wrong.splice(0)) expect(line).toContain('net::ERR_FAILED');
  });
}

const firstDay = (booking: JsonObject): string => asText(asObject(asList(booking['slots'])[0])['start_date']) ?? '';

/** A row of the largest group. */
function inLargestGroup(rows: readonly JsonObject[], group: (row: JsonObject) => string): JsonObject {
  const sizes = new Map<string, number>();
  for (const row of rows) sizes.set(group(row), (sizes.get(group(row)) ?? 0) + 1);
  return rows.toSorted((one, other) => (sizes.get(group(other)) ?? 0) - (sizes.get(group(one)) ?? 0))[0] ?? {};
}
