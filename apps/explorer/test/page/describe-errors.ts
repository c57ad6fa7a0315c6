import { expect, it } from '@jest/globals';
import { accessibilityViolations } from '@resource-catalogue/testing/chromium';
import type { OpenedPage, PageFixtures } from './opened-page.js';

/** Tests of how the page shows errors of the service. */
export function describeErrors(fixtures: () => PageFixtures): void {
  const alert = ({ page }: OpenedPage) => page.getByRole('alert');

  it('an error of a filter is shown beside it, with the detail of the service', async () => {
    const opened = await fixtures().explore('#/bookings?filters[starts_at][gte]=soon&limit=0');
    await alert(opened).waitFor();
    const text = await alert(opened).innerText();
    expect(text).toMatch(/^400 Invalid request/);
    for (const part of ['filters[starts_at][gte]', 'limit', 'invalid_value', '"soon" is not'])
      expect(text).toContain(part);
    const value = opened.page.getByLabel('Value');
    expect(await value.getAttribute('aria-invalid')).toBe('true');
    const note = opened.page.locator(`#${await value.getAttribute('aria-describedby')}`);
    expect(await note.innerText()).toMatch(/^"soon" is not/);
    await value.fill('2026-03-01');
    await opened.page.getByLabel('Rows per page').fill('');
    await opened.page.getByRole('button', { name: 'Apply' }).click();
    await opened.openApi();
    await opened.request('filters[starts_at][gte]=2026-03-01').waitFor();
    await opened.loaded();
    expect(await alert(opened).count()).toBe(0);
    expect(opened.errorStatuses).toEqual([400]);
  });

  it('an unknown parameter in the URL is shown and can be removed', async () => {
    const opened = await fixtures().explore('#/spaces?filters[colour][in]=red&colour=red');
    await alert(opened).waitFor();
    expect(await alert(opened).innerText()).toContain('filters[colour][in]');
    await opened.page.getByRole('button', { name: 'Remove filter 1' }).click();
    await opened.page.getByRole('button', { name: 'Apply' }).click();
    await opened.openApi();
    await opened.request(/spaces\?limit=/).waitFor();
    await opened.loaded();
  });

  it('an invalid token is rejected, and a valid one accepted afterwards', async () => {
    const opened = await fixtures().open();
    await opened.enterRejected(`rct_${'a'.repeat(49)}`);
    expect(await alert(opened).innerText()).toMatch(/^401 /);
    expect(await opened.page.getByLabel('Access token').inputValue()).toBe('');
    await opened.enter(fixtures().service.token);
    expect(await alert(opened).count()).toBe(0);
    expect(opened.errorStatuses).toEqual([401]);
  });

  it('a token is accepted only once the collections are loaded', async () => {
    const { page } = fixtures();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/openapi.json', async (route) => {
      await held;
      await route.continue();
    });
    await fixtures().open();
    await page.getByRole('button', { name: 'Explore', disabled: true }).waitFor();
    release();
    await page.getByRole('button', { name: 'Explore', disabled: false }).waitFor();
  });

  it('a scope that the token lacks is shown', async () => {
    const opened = await fixtures().open();
    await opened.enter(fixtures().service.tokens.get('narrow') ?? '');
    await opened.shown(opened.page.getByText('This token may not read spaces.'));
    await opened.goTo('#/users');
    await alert(opened).waitFor();
    expect(await alert(opened).innerText()).toMatch(/^403 /);
  });

  it('an unknown row, id or collection and an empty result are reported', async () => {
    const opened = await fixtures().explore('#/spaces/0198c1bb-b4b8-73bd-840b-d683a4c7f2e1');
    await alert(opened).waitFor();
    expect(await alert(opened).innerText()).toMatch(/^404 /);
    await opened.goTo('#/spaces/x');
    await alert(opened).filter({ hasText: '400' }).waitFor();
    await opened.goTo('#/constructor');
    await opened.page.getByText('This collection does not exist.').waitFor();
    await opened.goTo('#/users?filters[id][in]=0198c1bb-b4b8-73bd-840b-d683a4c7f2e1');
    await opened.shown(opened.page.getByText('No rows match.'));
  });

  it('an empty catalogue or collection shows how to fill it', async () => {
    const { page } = fixtures();
    await page.route('**/api/v1/**', (route) => route.fulfill({ json: { data: [], meta: { next: null } } }));
    const opened = await fixtures().open('#/machine_units');
    await opened.enter(fixtures().service.token);
    await page.getByText('There are no machine units yet.').waitFor();
    expect(await page.locator('dl.facts code').allInnerTexts()).toContain('resource-catalogue template machine_units');
    await opened.goTo('#/');
    await page.getByRole('heading', { name: 'The catalogue is empty' }).waitFor();
    const commands = await page.locator('dl.facts code').allInnerTexts();
    expect(commands.map((text) => text.split(' ')[1])).toEqual(['sheet', 'template', 'import', 'seed']);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('a part of the page that does not load is reported', async () => {
    const { page } = fixtures();
    await page.route('**/explorer/later.js', (route) => route.fulfill({ status: 500 }));
    const opened = await fixtures().open('#/users');
    await page.getByText('This part of the page did not load.').waitFor();
    expect(new Set(opened.errorStatuses)).toEqual(new Set([500]));
  });

  it.each([
    [429, 'rate_limited', 'Too many requests'],
    [503, 'unavailable', 'Service unavailable'],
  ])('status %d is shown with its wait, and the request can be repeated', async (status, code, title) => {
    const opened = await fixtures().explore('#/users');
    const { page } = opened;
    const json = { title, status, detail: 'Wait.', code, request_id: 'r' };
    const headers = { 'Retry-After': '42' };
    await page.route('**/api/v1/machines?*', (route) => route.fulfill({ status, json, headers }), { times: 1 });
    await opened.goTo('#/machines');
    await alert(opened).waitFor();
    expect(await alert(opened).innerText()).toMatch(new RegExp(`^${status} ${title}\\s+Wait.`));
    expect(await page.getByRole('timer').innerText()).toBe('Retrying in 42 s.');
    expect(await alert(opened).getByRole('link').getAttribute('href')).toBe(`problems/${code}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await alert(opened).waitFor({ state: 'hidden' });
    await opened.loaded();
  });
}
