import { expect, it } from '@jest/globals';
import { isObject, type JsonObject, asList, asObject, asText } from '../../src/api/json.js';
import type { OpenedPage, PageFixtures } from './opened-page.js';

/** Tests of reading with a token. */
export function describeExploring(fixtures: () => PageFixtures): void {
  const { open, explore, read } = {
    open: (hash?: string) => fixtures().open(hash),
    explore: (hash: string) => fixtures().explore(hash),
    read: (target: string) => fixtures().read(target),
  };

  it('a token in the URL is accepted and removed from the address bar, and the page opens today in a space', async () => {
    const { service } = fixtures();
    const opened = await open(`#token=${service.token}`);
    const { page } = opened;
    await opened.shown(opened.accepted());
    expect(page.url()).toBe(`${service.baseUrl}/`);
    await page.reload();
    await opened.shown(opened.accepted());
    await page.getByLabel('Space', { exact: true }).selectOption('Harbour Campus');
    await opened.shown(page.getByText('are free now'));
    const { data: spaces } = await read('/api/v1/spaces?filters[slug][in]=harbour-campus');
    const space = asText(asObject(asList(spaces)[0])['id']);
    await page.getByRole('link', { name: 'Next day' }).click();
    await page.getByRole('heading', { name: 'Thursday 5 March', exact: true }).waitFor();
    await opened.openApi();
    expect(await opened.request(`bookings?filters[space_id][in]=${space}`).count()).toBe(1);
  });

  it('a link with a token works in a tab that shows the page', async () => {
    const { service } = fixtures();
    const opened = await open();
    const { page } = opened;
    await page.getByRole('button', { name: 'Explore', disabled: false }).waitFor();
    await page.evaluate(`location.hash = 'token=${service.token}'`);
    await opened.accepted().waitFor();
    expect(page.url()).toBe(`${service.baseUrl}/`);
  });

  it('a token is remembered until the tab is closed, on request', async () => {
    const opened = await open();
    const { page } = opened;
    await page.getByLabel('Remember in this tab').check();
    await opened.enter(fixtures().service.token);
    await page.reload();
    await opened.shown(opened.accepted());
    await opened.forgetToken();
    await page.reload();
    await page.getByLabel('Access token').waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });

  it('a machine shows its description, its requirements, its week and its next free time', async () => {
    const { data } = await read(
      '/api/v1/machines?filters[name][in]=3D printer&filters[soft_deleted][eq]=false&limit=200',
    );
    const machine = asList(data)
      .map(asObject)
      .find((row) => isObject(row['image']) && asText(row['description_rendered'])?.includes('<strong>'));
    const opened = await explore(`#/machines/${asText(machine?.['id'])}`);
    const { page } = opened;
    await opened.shown(page.getByText('Next free two hours'));
    expect(await page.locator('.prose strong').count()).toBeGreaterThan(0);
    expect(await page.locator('.calendar').count()).toBe(1);
    // The policy blocks pictures from other hosts, so it is a link.
    const picture = page.getByRole('link', { name: `Picture of ${asText(machine?.['name'])}` });
    expect(await picture.getAttribute('href')).toBe(asObject(machine?.['image'])['lg']);
    expect(await page.locator('main img').count()).toBe(0);
    expect(await page.locator('dl.fields').isVisible()).toBe(false);
    await page.getByText('All fields', { exact: true }).click();
    expect(await page.locator('dl.fields > div').count()).toBe(Object.keys(machine ?? {}).length);
  });

  it('a list can be filtered, sorted and paged through, and shows its request as curl and client code', async () => {
    const opened = await explore('#/collections');
    const { page } = opened;
    await page.getByRole('link', { name: 'bookings', exact: true }).click();
    await opened.loaded();
    await page.getByRole('button', { name: 'Add a filter' }).click();
    await page.getByLabel('Field').selectOption('state');
    await page.getByLabel('confirmed').check();
    await page.getByLabel('Sort by').selectOption('starts_at');
    await page.getByLabel('Rows per page').fill('5');
    await page.getByRole('button', { name: 'Apply' }).click();
    const target = '/api/v1/bookings?filters[state][in]=confirmed&sort=starts_at&limit=5';
    await opened.openApi();
    await opened.request(`GET ${target}`).waitFor();
    const { data, meta } = await read(target);
    await opened.shown(page.getByText('times in Europe/Berlin'));
    expect(await opened.loaded()).toMatch(/^5 rows · times in Europe\/Berlin$/);
    await page.getByText(/^1 request · \d+ ms · \d+ of \d+ requests left$/).waitFor();
    expect(await shownIds(opened)).toEqual(idsOf(data));
    const code = await page.locator('figure.code').allInnerTexts();
    expect(code[0]).toContain(
      `--globoff -H "Authorization: Bearer $TOKEN" \\\n'${fixtures().service.baseUrl}${target}'`,
    );
    expect(code[1]).toContain("    state: { in: ['confirmed'] },\n  },\n  sort: 'starts_at',\n  limit: 5,");

    await page.getByRole('link', { name: 'Next page' }).click();
    await page.getByRole('link', { name: 'First page' }).waitFor();
    await opened.loaded();
    const second = await read(`${target}&cursor=${asText(asObject(meta)['next'])}`);
    expect(await shownIds(opened)).toEqual(idsOf(second['data']));
    await page.goBack();
    await opened.request(/limit=5$/).waitFor();
    await opened.loaded();
    expect(await shownIds(opened)).toEqual(idsOf(data));
  });

  it('a row shows all fields, and links to the rows it refers to and that refer to it', async () => {
    const opened = await explore('#/machine_units');
    const { page } = opened;
    await opened.loaded();
    const [first] = asList((await read('/api/v1/machine_units?limit=1'))['data']).map(asObject);
    await opened.rows().first().getByRole('link').first().click();
    await opened.rowShown();
    await opened.openApi();
    const request = page.locator('details.request', { hasText: `machine_units/${asText(first?.['id'])}` });
    await request.locator('summary').first().click();
    await request.getByText('As JSON', { exact: true }).click();
    expect(JSON.parse(await request.locator('details pre').innerText())).toEqual({ data: first });
    expect(await page.locator('dl.fields > div').count()).toBe(Object.keys(first ?? {}).length);

    const machine = asObject(first?.['machine']);
    await page.locator('dl.fields').getByRole('link').first().click();
    await opened.request(`machines/${asText(machine['id'])}`).waitFor();
    await opened.rowShown();
    await page.getByText('Referenced by').click();
    await page.getByRole('link', { name: 'Machine units by machine' }).click();
    await opened.loaded();
    const units = await read(`/api/v1/machine_units?filters[machine_id][in]=${asText(machine['id'])}`);
    expect(await opened.rows().count()).toBe(Math.min(20, asList(units['data']).length));
  });

  it('a row of a collection without single reads is shown', async () => {
    const opened = await explore('#/project_licenses');
    await opened.loaded();
    await opened.rows().first().getByRole('link').first().click();
    await opened.openApi();
    await opened.request('project_licenses?filters[id][in]=').waitFor();
    await opened.rowShown();
  });

  it("a unit's week is shown in the time zone of its space", async () => {
    const { unit, week, zone, slots } = await busyWeek(read);
    const opened = await explore(`#/machine_units/${unit}?week=${week}`);
    const { page } = opened;
    const blocks = page.locator('.calendar .block');
    await opened.shown(blocks.first());
    expect(await page.getByText(`Times of ${zone}`).count()).toBe(1);
    const clockOf = (text: string) =>
      new Date(text).toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
    const times = await blocks.locator('time').allInnerTexts();
    expect(times.map((text) => text.replace(/–.*$/, ''))).toEqual(slots.map(clockOf));

    await blocks.first().getByRole('link').click();
    await opened.shown(page.getByRole('link', { name: /^The week of / }));
    await page.getByRole('link', { name: /^The week of / }).click();
    await opened.shown(blocks.first());
    expect(await blocks.locator('time').allInnerTexts()).toEqual(times);

    const heading = page.locator('.week h2');
    const before = await heading.innerText();
    await page.getByRole('link', { name: 'Previous week' }).click();
    await heading.filter({ hasNotText: before }).waitFor();
    await page.getByRole('link', { name: 'This week' }).click();
    await page.getByRole('heading', { name: 'This week, Mon 2 Mar to Sun 8 Mar' }).waitFor();
  });

  it('the page works with the keyboard alone', async () => {
    const opened = await open();
    const { page } = opened;
    const focused = () =>
      page.evaluate<string>(
        'document.activeElement.getAttribute("aria-label") ?? document.activeElement.innerText ?? ""',
      );
    const tabTo = async (name: string) => {
      for (let steps = 0; steps < 60 && (await focused()).trim() !== name; steps += 1) await page.keyboard.press('Tab');
      expect((await focused()).trim()).toBe(name);
    };
    await page.getByRole('link', { name: 'Ready', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Explore', disabled: false }).waitFor();
    await tabTo('API');
    await page.keyboard.press('Tab');
    await page.keyboard.type(fixtures().service.token);
    await page.keyboard.press('Enter');
    await opened.shown(opened.accepted());
    await tabTo('API');
    await page.keyboard.press('Enter');
    await opened.shown(page.getByRole('link', { name: 'All collections' }));
    await tabTo('All collections');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'machines', exact: true }).waitFor();
    await tabTo('machines');
    await page.keyboard.press('Enter');
    await opened.loaded();
    expect(await focused()).toBe('machines');
    await tabTo('Add a filter');
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe('Remove filter 1');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Space');
    await tabTo('Apply');
    await page.keyboard.press('Enter');
    await opened.request('[in]=').waitFor();
    await opened.loaded();
    expect(await focused()).toBe('Apply');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Rows');
  });

  it('the token is held only in memory unless it is to be remembered', async () => {
    const { token } = fixtures().service;
    const opened = await open();
    const { page } = opened;
    await opened.enter(token);
    await opened.goTo('#/collections');
    await page.getByRole('link', { name: 'spaces', exact: true }).click();
    await opened.loaded();
    await opened.openApi();
    const kept =
      '[location.href, document.cookie, ...Object.values(localStorage), ...Object.values(sessionStorage), document.documentElement.outerHTML].join(" ")';
    expect(await page.evaluate<string>(kept)).not.toContain(token);
    await opened.forgetToken();
    await page.getByText('Enter an access token above').waitFor();
    expect(await opened.rows().count()).toBe(0);
    await page.reload();
    await page.getByLabel('Access token').waitFor();
  });
}

const idsOf = (rows: unknown): string[] => asList(rows).map((row) => asText(asObject(row)['id']) ?? '');

async function shownIds(opened: OpenedPage): Promise<string[]> {
  const links = await opened
    .rows()
    .locator('th a')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  return links.map((href) => href.replace(/^.*\//, ''));
}

/** The week of a machine unit with a booking, and the start of each of its slots. */
async function busyWeek(read: (target: string) => Promise<JsonObject>) {
  const [booking] = asList(
    (await read('/api/v1/bookings?filters[state][in]=confirmed&sort=-starts_at&limit=200'))['data'],
  )
    .map(asObject)
    .filter((one) => isObject(one['machine_unit']));
  const unit = asText(asObject(booking?.['machine_unit'])['id']) ?? '';
  const space = await read(`/api/v1/spaces/${asText(asObject(booking?.['space'])['id'])}`);
  const day = asText(asObject(asList(booking?.['slots'])[0])['start_date']) ?? '';
  const monday = new Date(day);
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7));
  const [week = '', end = ''] = [0, 7].map((days) =>
    new Date(monday.getTime() + days * 86_400_000).toISOString().slice(0, 10),
  );
  const { data } = await read(`/api/v1/bookings?filters[machine_unit_id][in]=${unit}&limit=200`);
  const slots = asList(data)
    .flatMap((one) => asList(asObject(one)['slots']).map(asObject))
    .filter((slot) => String(slot['start_date']) >= week && String(slot['start_date']) < end)
    .map((slot) => asText(slot['start_time']) ?? '');
  return { unit, week, zone: asText(asObject(space['data'])['time_zone']) ?? '', slots: slots.sort() };
}
