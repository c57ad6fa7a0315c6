import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { accessibilityViolations } from '@resource-catalogue/testing/chromium';
import { catalogue } from '../document.js';
import type { OpenedPage, PageFixtures } from './opened-page.js';

const exhaustive = process.env['EXHAUSTIVE'] !== undefined;

const hostile = '<img src=x onerror=alert(1)><script>alert(2)</script> \u202egnp.exe שלום مرحبا';
const long = 'W'.repeat(3000);

const rows = [
  { id: 'a', name: hostile, state: hostile, description_rendered: `${hostile}\n${long}` },
  { id: 'b', name: long, space: { id: 'x', name: long }, state: null },
  { id: 'javascript:alert(3)', name: null, category: [], image: { sm: 'javascript:alert(4)' } },
  { id: 'c', name: null, space: { id: '../../x', name: '' } },
  { id: '\ud800', name: 'half \udc00 a character', space: { id: '\ud800', name: '\ud800' }, state: 'x' },
  { id: null, name: 7, space: 'text', state: { a: { b: [[], {}, null] } } },
];

/** Each scheme and each width once, because colours do not depend on the width. */
const pairs = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 390 },
] as const;
const views = exhaustive
  ? pairs.flatMap(({ width }) => pairs.map(({ colorScheme }) => ({ colorScheme, width })))
  : pairs;

/** Tests the appearance: both schemes, a phone, no scripts, a path prefix, and hostile rows. */
export function describeAppearance(fixtures: () => PageFixtures): void {
  it('the page is accessible in light and dark schemes, and fits a desktop and a phone', async () => {
    const opened = await fixtures().open('');
    const { page } = opened;
    const check = async () => {
      for (const { colorScheme, width } of views) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        expect(await accessibilityViolations(page)).toEqual([]);
        expect(await opened.overhang()).toBe(0);
      }
    };
    await page.getByLabel('Access token').waitFor();
    await check();
    await opened.enterRejected('wrong');
    await check();
    await opened.enter(fixtures().service.token);
    await opened.shown(page.getByText('are free now'));
    await check();
    await page.locator('details.group > summary').first().click();
    await check();
    await opened.goTo('#/bookings?filters[state][not_in]=canceled&filters[starts_at][lt]=2027-01-01');
    await opened.loaded();
    await page.setViewportSize({ width: 1720, height: 900 });
    await opened.openApi();
    await page.locator('.request > summary').first().click();
    await check();
    await page.getByRole('button', { name: 'Close the API drawer' }).click();
    for (const hash of ['#/browse/machines', '#/browse/sessions', '#/board?space=*']) {
      await opened.goTo(hash);
      await opened.shown(page.locator('main .card, .tile').first());
      await check();
    }
    await opened.goTo('#/machine_units');
    await opened.loaded();
    await opened.rows().first().getByRole('link').first().click();
    await opened.rowShown();
    await check();
  });

  it('the page can be read without scripts', async () => {
    const { page } = await fixtures().open('', { javaScriptEnabled: false });
    expect(await page.getByRole('heading').allInnerTexts()).toEqual([
      'What is free in the workshop?',
      'For developers',
      `${catalogue.collections.length} collections`,
      'How to begin',
    ]);
    const [first] = await page.locator('.collections li').allInnerTexts();
    expect(first?.replace(/\s+/g, ' ')).toBe(
      'users An account with which a person signs in: staff, trainer, partner or member.',
    );
    expect(await page.locator('pre').nth(1).innerText()).toContain(
      `'${fixtures().service.baseUrl}/api/v1/spaces?limit=5'`,
    );
    expect(await page.getByRole('link', { name: 'users' }).getAttribute('href')).toBe('docs#tag/users');
  });

  it('the page shows hostile values as text and does not get wider', async () => {
    const opened = await fixtures().explore('#/users');
    await opened.page.setViewportSize({ width: 390, height: 800 });
    await respondWith(opened, { data: rows, meta: { next: null, limit: 20 } });
    await opened.goTo('#/machines');
    await opened.loaded();
    expect(await opened.rows().first().locator('th').innerText()).toBe(hostile);
    expect(await opened.rows().count()).toBe(rows.length);
    expect(await opened.overhang()).toBe(0);
    const none = { data: [], meta: { next: null, limit: 200 } };
    await opened.page.route(/api\/v1\/(?:bookings|machine_units|spaces)/, (route) => route.fulfill({ json: none }));
    for (const [index, row] of rows.entries()) {
      await respondWith(opened, { data: row });
      const response = opened.page.waitForResponse(`**/machines/${index}`);
      await opened.goTo(`#/machines/${index}`);
      await response;
      await opened.rowShown();
      expect(await opened.overhang()).toBe(0);
    }
    const urls = await opened.page
      .locator('a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(urls.filter((url) => /^\s*javascript:/i.test(url))).toEqual([]);
    expect(opened.blocked).toBe(1);
  });

  it('the page works behind the path prefix of a proxy', async () => {
    const { port } = new URL(fixtures().service.baseUrl);
    const proxy = createServer(({ method, url = '', headers }, response) => {
      if (!url.startsWith('/workshop/')) return response.writeHead(404).end();
      const passed = request(
        { port, host: '127.0.0.1', method, path: url.slice('/workshop'.length), headers },
        (from) => {
          response.writeHead(from.statusCode ?? 502, from.headers);
          from.pipe(response);
        },
      );
      return passed.end();
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { port: ours } = proxy.address() as AddressInfo;
    const opened = await fixtures().open('#/spaces', {}, `http://127.0.0.1:${ours}/workshop`);
    await opened.enter(fixtures().service.token);
    await opened.loaded();
    await opened.rows().first().getByRole('link').first().click();
    await opened.rowShown();
    await opened.leave();
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
    expect(opened.errorStatuses).toEqual([]);
  });
}

async function respondWith({ page }: OpenedPage, body: object): Promise<void> {
  await page.route('**/api/v1/machines**', (route) => route.fulfill({ json: body }));
}
