import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { collections } from '@resource-catalogue/contracts';
import { type Browser, hasChromium, type Page, startChromium } from '@resource-catalogue/testing/chromium';
import { type RunningService, startService } from '@resource-catalogue/testing/running-service';

let service: RunningService;
beforeAll(async () => {
  service = await startService({}, {});
});
afterAll(() => service.stop());

it('the OpenAPI document has no error that a linter knows of, with every recommended rule', async () => {
  const source = await readFile(new URL('../../openapi.json', import.meta.url), 'utf8');
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

if (hasChromium) describe('the reference in a browser', describeReference);

function describeReference(): void {
  let browser: Browser;
  let page: Page;
  /** What the browser complains of, policies of the page included, and what it asks of others. */
  let complaints: string[];
  /** What the page has asked of the interface. */
  let asked: { url: string; authorization: string | undefined }[];

  beforeAll(async () => {
    browser = await startChromium();
    // One for all tests: a new one costs more than what they load.
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    // What has not come by then never comes, and the error names the step.
    page.setDefaultTimeout(300_000);
    watch();
  });
  afterAll(() => browser.close());

  beforeEach(async () => {
    await page.goto('about:blank');
    complaints = [];
    asked = [];
  });

  function watch(): void {
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${service.baseUrl}/`)) complaints.push(`asks for ${url}`);
      if (url.includes('/api/v1/')) asked.push({ url, authorization: request.headers()['authorization'] });
    });
  }

  const open = (hash = '') => page.goto(`${service.baseUrl}/docs${hash}`);
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first();

  it('VER-1: shows every collection, asks nobody else, and finds an operation by its words', async () => {
    await open();
    await heading('Resource Catalogue Service Interface').waitFor();
    const download = page.getByRole('link', { name: 'Download OpenAPI Document' });
    expect(await download.first().getAttribute('href')).toBe('openapi.json');
    for (const { name } of collections) await button(`Open Group - ${name}`).or(heading(name)).first().waitFor();

    await button(/^Open Search/).click();
    await page.keyboard.type('create a project');
    await page.getByRole('option', { name: /Create a project/ }).click();
    await page.waitForURL(/#tag\/projects\/POST\/api\/v1\/projects$/);
    await heading('Create a project').waitFor();
    expect(complaints).toEqual([]);
  });

  it('AUTH-1: sends a request with the token that was pasted, and no parameter that nobody chose', async () => {
    await open('#tag/spaces/GET/api/v1/spaces');
    await heading('List spaces').waitFor();
    await page.getByPlaceholder('Token').first().fill(service.token);
    await button(/^Test Request.*spaces\)$/).click();
    await button('Send').click();
    await page.getByText('200 OK').waitFor();
    expect(asked).toEqual([{ url: `${service.baseUrl}/api/v1/spaces`, authorization: `Bearer ${service.token}` }]);
    expect(complaints).toEqual([]);
  });
}
