import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  accessibilityViolations,
  type Browser,
  hasChromium,
  type Locator,
  type Page,
  startChromium,
} from '@resource-catalogue/testing/chromium';
import { failingRun, hostile } from '../../test/results.js';
import type { Run } from '../run/run.js';
import { columns, type Report, makeReport } from './report.js';
import { htmlReport } from './html-report.js';

// Without Chromium these tests are left out, as the summary of the whole run reports.
if (hasChromium) describe('the HTML report in Chromium', describePage);

function describePage(): void {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-page-'));
  const file = join(folder, 'report.html');
  const url = pathToFileURL(file).href;
  let browser: Browser;
  let page: Page;
  const wrong: string[] = [];

  // All tests share a page, because creating one takes longer than loading a report.
  beforeAll(async () => {
    browser = await startChromium();
    page = await browser.newPage({ offline: true });
    page.setDefaultTimeout(0);
    page.on('console', (message) => void (message.type() !== 'log' && wrong.push(message.text())));
    page.on('pageerror', (error) => void wrong.push(String(error)));
    page.on('dialog', (dialog) => void wrong.push(`dialog: ${dialog.message()}`));
    page.on('request', (request) => void (request.url() !== url && wrong.push(`request: ${request.url()}`)));
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });
  /** Expects no console errors and no requests except for the file. */
  afterEach(() => expect(wrong.splice(0)).toEqual([]));

  async function open(run: Run, colorScheme: 'light' | 'dark' = 'light', width = 1280): Promise<Report> {
    const generated = { faults: 5, caught: 4 };
    const report = makeReport(run, null, { mutants: 10, killable: 7, surviving: ['a', 'b', 'c'], generated });
    writeFileSync(file, htmlReport(report));
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await page.goto(url);
    return report;
  }

  const textsOf = (selector: string): Promise<string[]> => page.locator(selector).allInnerTexts();
  const rowsShown = (): Promise<number> => page.locator('#matrix tbody tr:visible').count();
  const filterBy = (outcome: string): Promise<void> => page.locator('.count', { hasText: outcome }).click();
  const click = (name: string | RegExp): Promise<void> => page.getByRole('button', { name }).click();

  /** Opens the first finding, down to its counter-example. */
  async function openFinding(): Promise<Locator> {
    const group = page.locator('details.group').first();
    await group.locator('> summary').click();
    // Its content is created when it opens, shortly after the click.
    await group.locator('details.subject, dl').first().waitFor();
    const subject = group.locator('details.subject').first();
    if ((await subject.count()) > 0) await subject.locator('> summary').click();
    await group.locator('dl').waitFor();
    return group;
  }

  it('shows the verdict, the counts, the matrix of rules and collections, and the slowest operations', async () => {
    const { rules, counts } = await open(failingRun());
    expect(await textsOf('.word')).toEqual(['Failed: the server breaks a rule']);
    for (const [outcome, count] of Object.entries(counts)) {
      const button = page.getByRole('button', { name: new RegExp(`^${count}\\s.*${outcome}$`) });
      expect([outcome, await button.count()]).toEqual([outcome, 1]);
    }
    expect(await textsOf('#matrix thead th')).toEqual(['Rule', ...columns]);
    expect(await rowsShown()).toBe(rules.length);
    const cells = rules.flatMap((rule) => Object.values(rule.cells));
    expect(await page.locator('#matrix .cell').count()).toBe(cells.length);
    expect(await page.locator('#matrix .cell.failed').count()).toBe(cells.filter((one) => one === 'failed').length);
    const slowest = Array.from({ length: 12 }, (_, index) => `GET /${19 - index}`);
    expect(await textsOf('#latencies tr:visible th[scope=row]')).toEqual(slowest);
    await click(/^Show all/);
    expect(await page.locator('#latencies .bars:visible').count()).toBe(20);
  });

  it('filters by outcome, search and cell, and shows everything again', async () => {
    const { rules } = await open(failingRun());
    await filterBy('failed');
    const failed = rules.filter(({ cells }) => Object.values(cells).includes('failed'));
    expect(await rowsShown()).toBe(failed.length);
    await filterBy('inconclusive');
    expect(await textsOf('#findings-title, #findings h3')).toEqual(['Inconclusive', 'another-check']);
    await click('Show everything');
    expect(await rowsShown()).toBe(rules.length);
    await page.getByRole('searchbox').fill('page-4');
    expect(await textsOf('#matrix tbody th .rule:visible')).toEqual(['PAGE-4']);
    await page.getByRole('searchbox').fill('bookings');
    expect(await textsOf('#matrix thead th:visible')).toEqual(['Rule', 'bookings']);
    await click('Show everything');
    await click('PAGE-4 on users: failed');
    expect(await textsOf('#findings-title, #findings h3')).toEqual(['PAGE-4 on users', 'a-check']);
    expect(await page.locator('#findings > p').first().innerText()).toContain('Paging returns every row exactly once');
  });

  it('shows a counter-example with its curl lines, hints, rows and replay command', async () => {
    await open(failingRun());
    const text = await (await openFinding()).innerText();
    expect(text).toContain("curl -i 'http://localhost:3000/api/v1/users?sort=name'");
    expect(text).toContain('"last_name": "Haddad"');
    expect(text).toContain('Both rows tie in last_name.');
    expect(text).toContain("curl 'http://localhost:3000/api/v1/users?limit=2'");
    expect(text).toContain('npx @resource-catalogue/conformance replay REPORT.json --finding a-check/users');
  });

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 400],
  ] as const)('is accessible and fits the screen, %s and %i pixels wide', async (colorScheme, width) => {
    await open(failingRun(), colorScheme, width);
    await openFinding();
    // Keep one matrix row without cells as a sample, because checking all of them takes long.
    const others = '#matrix tbody tr:not(:has(.cell)) ~ tr:not(:has(.cell))';
    await page.evaluate(`document.querySelectorAll('${others}').forEach((row) => row.remove())`);
    const colour = (): Promise<string> => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const before = await colour();
    expect(await accessibilityViolations(page)).toEqual([]);
    const inner = `[...document.querySelectorAll('main > *, .count, .group, pre')].filter((one) => one.getBoundingClientRect().right > innerWidth).length`;
    const wider = 'document.documentElement.scrollWidth > innerWidth';
    expect(await page.evaluate(`[${wider}, ${inner}]`)).toEqual([false, 0]);
    await click(colorScheme === 'dark' ? 'Light page' : 'Dark page');
    expect(await colour()).not.toBe(before);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('can be used with the keyboard alone', async () => {
    await open(failingRun());
    const focused = (): Promise<string> =>
      page.evaluate<string>("document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText");
    const reached: string[] = [];
    let cells = 0;
    for (let times = 0; times < 20; times += 1) {
      await page.keyboard.press('Tab');
      reached.push((await focused()).split('\n').at(-1) ?? '');
      cells += await page.locator('.cell:focus').count();
    }
    // The whole matrix is a single tab stop, followed by a finding.
    expect([reached.slice(0, 2), cells]).toEqual([['Dark page', 'What went wrong: 2 checks'], 1]);
    const stops = ['✗failed', 'Search', 'PAGE-4 on users: failed', 'something holds — on users'];
    expect(reached).toEqual(expect.arrayContaining(stops));
    await page.locator('#matrix .cell').first().focus();
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('PAGE-4 on bookings: passed');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    expect(await textsOf('#findings-title')).toEqual(['PAGE-4 on users']);
  });

  it('shows the responses of a hostile server as plain text', async () => {
    await open(hostile());
    const text = await (await openFinding()).innerText();
    expect(text).toContain('</script><img src=x onerror=alert(1)> <!-- <script>');
    expect(text).toContain(String.raw`line\u2028end \u202egnp.exe`);
    expect(await page.locator('img, iframe, object').count()).toBe(0);
    expect(await page.locator('script').count()).toBe(2);
  });
}
