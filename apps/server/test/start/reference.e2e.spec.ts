import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { collections } from '@resource-catalogue/contracts';
import {
  accessibilityViolations,
  type Browser,
  hasChromium,
  type Page,
  startChromium,
} from '@resource-catalogue/testing/chromium';
import { type RunningService, startService } from '@resource-catalogue/testing/running-service';

let service: RunningService;
beforeAll(async () => {
  service = await startService({}, {});
});
afterAll(() => service.stop());

const inBrowser = () => {
  let browser: Browser;
  let page: Page;
  /** Errors and warnings of the browser, including violations of the page's policies, and requests to other hosts. */
  const complaints: string[] = [];
  /** Requests of the page to the API. */
  const apiRequests: { url: string; authorization: string | undefined }[] = [];

  beforeAll(async () => {
    browser = await startChromium();
    // One for all tests, because a new one costs more than its pages.
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(300_000);
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${service.baseUrl}/`)) complaints.push(`asks for ${url}`);
      if (url.includes('/api/v1/')) apiRequests.push({ url, authorization: request.headers()['authorization'] });
    });
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    await page.goto('about:blank');
    await page.emulateMedia({ colorScheme: null });
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(complaints).toEqual([]);
  });

  const appearances = [
    { colorScheme: 'light', width: 1280 },
    { colorScheme: 'dark', width: 390 },
  ] as const;

  it.each(appearances)(
    'problems, unknown paths and the reference are accessible, $colorScheme and $width px wide',
    async ({ colorScheme, width }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      for (const path of ['/problems', '/problems/invalid_request', '/nothing', '/docs#tag/spaces/GET/api/v1/spaces']) {
        await page.goto(service.baseUrl + path);
        if (path.startsWith('/docs')) await heading('List spaces').waitFor();
        expect([path, await page.locator('main').count()]).toEqual([path, 1]);
        expect([path, await accessibilityViolations(page)]).toEqual([path, []]);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      }
      // The browser reports the status of the unknown path.
      expect(complaints.splice(0)).toEqual([expect.stringContaining('404')]);
    },
  );

  const open = (hash = '') => page.goto(`${service.baseUrl}/docs${hash}`);
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first();

  it('VER-1: the reference shows every collection, loads nothing from other hosts, and finds an operation by its words', async () => {
    await open();
    await heading('Resource Catalogue API').waitFor();
    const download = page.getByRole('link', { name: 'Download OpenAPI Document' });
    expect(await download.first().getAttribute('href')).toBe('openapi.json');
    for (const { name } of collections) await button(`Open Group - ${name}`).or(heading(name)).first().waitFor();
    await button(/^Show More: \w+/).waitFor();
    expect(await page.getByRole('button', { name: /^Show all/ }).count()).toBe(0);

    await button(/^Open Search/).click();
    await page.keyboard.type('create a project');
    await page.getByRole('option', { name: /Create a project/ }).click();
    await page.waitForURL(/#tag\/projects\/POST\/api\/v1\/projects$/);
    await heading('Create a project').waitFor();
  });

  it('AUTH-1: the reference sends a request with the pasted token, and without parameters that were not chosen', async () => {
    await open('#tag/spaces/GET/api/v1/spaces');
    await heading('List spaces').waitFor();
    await page.getByPlaceholder('Token').first().fill(service.token);
    await button(/^Test Request.*spaces\)$/).click();
    await button('Send').click();
    await page.getByText('200 OK').waitFor();
    expect(apiRequests).toEqual([
      { url: `${service.baseUrl}/api/v1/spaces`, authorization: `Bearer ${service.token}` },
    ]);
  });
};

if (hasChromium) describe('the reference in a browser', inBrowser);
