import { expect, it } from '@jest/globals';
import { accessibilityViolations } from '@resource-catalogue/testing/chromium';
import { type JsonObject, asList, asObject, asText } from '../../src/api/json.js';
import { rowLabel } from '../../src/api/rows.js';
import type { PageFixtures } from './opened-page.js';

/** Tests of finding rows by name. */
export function describeFinding(fixtures: () => PageFixtures): void {
  const rowsOf = async (target: string): Promise<JsonObject[]> => {
    const { baseUrl, token } = fixtures().service;
    const response = await fetch(`${baseUrl}/api/v1/${target}`, { headers: { Authorization: `Bearer ${token}` } });
    const body: unknown = await response.json();
    return asList(asObject(body)['data']).map(asObject);
  };

  it('a search finds machines, rooms, trainings, events, members and projects by name, with the keyboard alone', async () => {
    const [member] = await rowsOf('members?filters[soft_deleted][eq]=false&sort=-last_name&limit=1');
    const opened = await fixtures().explore('#/spaces');
    const { page } = opened;
    await opened.loaded();
    const field = page.getByRole('combobox', { name: 'Search by name' });
    await field.fill('no such name');
    await page.getByText('No matches.').waitFor();
    await field.fill('a');
    await page.getByText(/^Showing 8 of \d+/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await field.press('ArrowDown');
    const second = page.getByRole('option').nth(1);
    expect(await second.getAttribute('aria-selected')).toBe('true');
    expect(await field.getAttribute('aria-activedescendant')).toBe(await second.getAttribute('id'));
    await field.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
    await field.fill((asText(member?.['number']) ?? '').toLowerCase());
    await page
      .getByRole('option', { name: rowLabel(member ?? {}) })
      .first()
      .waitFor();
    await field.press('Enter');
    await page.getByRole('heading', { level: 1, name: rowLabel(member ?? {}) }).waitFor();
    expect(new URL(page.url()).hash).toBe(`#/members/${asText(member?.['id'])}`);
  });

  it('rows of a filter are chosen by name, and those in the URL are shown by name', async () => {
    const [space] = await rowsOf('spaces?filters[soft_deleted][eq]=false&limit=1');
    const [id, name] = [asText(space?.['id']) ?? '', rowLabel(space ?? {})];
    const opened = await fixtures().explore('#/machines');
    const { page } = opened;
    await opened.loaded();
    await page.getByRole('button', { name: 'Add a filter' }).click();
    await page.getByLabel('Field').selectOption('space_id');
    await page.getByLabel('Find spaces').fill(name.slice(0, 4).toUpperCase());
    await page.getByRole('option', { name }).click();
    const chosen = page.getByRole('button', { name: `Remove ${name}` });
    await chosen.waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Apply' }).click();
    await opened.openApi();
    await opened.request(`machines?filters[space_id][in]=${id}&limit=20`).waitFor();
    await opened.loaded();
    expect(await opened.rows().count()).toBe((await rowsOf(`machines?filters[space_id][in]=${id}&limit=20`)).length);
    await opened.goTo(`#/bookings?filters[space_id][in]=${id}`);
    await chosen.waitFor();
    await chosen.click();
    await chosen.waitFor({ state: 'hidden' });
  });

  it('bookings are listed by their start, with unit or session, time and member, and full names on a phone', async () => {
    const [latest] = await rowsOf('bookings?sort=-starts_at&limit=1');
    const opened = await fixtures().explore('#/bookings');
    await opened.page.setViewportSize({ width: 390, height: 800 });
    await opened.page.getByText(/times in (?:Europe|the zone of the space)/).waitFor();
    const first = opened.rows().first().locator('th');
    expect(await first.getByRole('link').getAttribute('href')).toBe(`#/bookings/${asText(latest?.['id'])}`);
    expect(await first.innerText()).toMatch(/^.+, (?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+ [A-Z][a-z]{2} \d\d:\d\d/);
    const hidden =
      "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.rows tbody th'))";
    expect(await opened.page.evaluate<number>(hidden)).toBe(0);
    const heads = await opened.page.locator('table.rows thead th').allInnerTexts();
    expect(heads.slice(0, 3)).toEqual(['Row', 'State', 'Starts']);
  });
}
