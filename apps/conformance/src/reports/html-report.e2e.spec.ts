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
import { columns, type Report, reportOf } from './report.js';
import { htmlReport } from './html-report.js';

interface Surroundings {
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
}
const desktop: Surroundings = { colorScheme: 'light', width: 1280 };

// A test that cannot run is none: the closing lines of the whole run name what is left out.
if (hasChromium) describe('the HTML report in Chromium', describePage);

function describePage(): void {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-page-'));
  const file = join(folder, 'report.html');
  const url = pathToFileURL(file).href;
  let browser: Browser;
  let page: Page;
  const wrong: string[] = [];

  // One page for all: to make one costs more than to load a report in it.
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
  /** In every test: nothing was wrong in the console, and nothing was asked for but the file. */
  afterEach(() => {
    expect(wrong.splice(0)).toEqual([]);
  });

  async function open(run: Run, { colorScheme, width } = desktop): Promise<Report> {
    const report = reportOf(run, null, { mutants: 10, killable: 7, surviving: ['a', 'b', 'c'] });
    writeFileSync(file, htmlReport(report));
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await page.goto(url);
    return report;
  }

  const textsOf = (selector: string): Promise<string[]> => page.locator(selector).allInnerTexts();
  const rowsShown = (): Promise<number> => page.locator('#matrix tbody tr:visible').count();
  const filterBy = (outcome: string): Promise<void> => page.locator('.count', { hasText: outcome }).click();

  /** Opens the first finding, down to its counter-example. */
  async function openFinding(): Promise<Locator> {
    const group = page.locator('details.group').first();
    await group.locator('> summary').click();
    // What is in it is made as it opens, a moment after the click.
    await group.locator('details.subject, dl').first().waitFor();
    const subject = group.locator('details.subject').first();
    if ((await subject.count()) > 0) await subject.locator('> summary').click();
    await group.locator('dl').waitFor();
    return group;
  }

  /** What is not accessible. One row of the matrix without a cell stands for the others: to look at each takes long. */
  async function violations(): Promise<string[]> {
    const others = '#matrix tbody tr:not(:has(.cell)) ~ tr:not(:has(.cell))';
    await page.evaluate(`document.querySelectorAll('${others}').forEach((row) => row.remove())`);
    return accessibilityViolations(page);
  }

  it('shows the verdict, the counts, the matrix of rules and collections, and the answer times', async () => {
    const { rules, counts } = await open(failingRun());
    expect(await textsOf('.word')).toEqual(['Failed: the server breaks a rule']);
    expect(await page.title()).toContain('failed');
    for (const [outcome, count] of Object.entries(counts)) {
      const button = page.getByRole('button', { name: new RegExp(`^${count}\\s.*${outcome}$`) });
      expect([outcome, await button.count()]).toEqual([outcome, 1]);
    }
    expect(await textsOf('#matrix thead th')).toEqual(['Rule', ...columns]);
    expect(await rowsShown()).toBe(rules.length);
    const cells = rules.flatMap((rule) => Object.values(rule.cells));
    expect(await page.locator('#matrix .cell').count()).toBe(cells.length);
    expect(await page.locator('#matrix .cell.failed').count()).toBe(cells.filter((one) => one === 'failed').length);
    expect(await page.locator('#matrix tbody tr').first().locator('td').count()).toBe(columns.length);
    const widths = await page.evaluate<number[]>(
      "[...document.querySelectorAll('tr:not([hidden]) .bars .p95')].map((bar) => bar.clientWidth)",
    );
    expect(widths).toHaveLength(12);
    expect(widths).toEqual([...widths].sort((a, b) => b - a));
    expect(widths[0]).toBeGreaterThan(100);
    await page.getByRole('button', { name: /^Show all/ }).click();
    expect(await page.locator('#latencies .bars:visible').count()).toBe(20);
  });

  it('shows what a filter, the search or a cell asks for, and everything again', async () => {
    const { rules } = await open(failingRun());
    await filterBy('failed');
    const failed = rules.filter(({ cells }) => Object.values(cells).includes('failed'));
    expect(await rowsShown()).toBe(failed.length);
    await filterBy('inconclusive');
    expect(await textsOf('#findings-title')).toEqual(['Inconclusive']);
    expect(await textsOf('#findings h3')).toEqual(['another-check']);
    await page.getByRole('button', { name: 'Show everything' }).click();
    expect(await rowsShown()).toBe(rules.length);
    await page.getByRole('searchbox').fill('page-4');
    expect(await textsOf('#matrix tbody th .rule:visible')).toEqual(['PAGE-4']);
    await page.getByRole('searchbox').fill('bookings');
    expect(await textsOf('#matrix thead th:visible')).toEqual(['Rule', 'bookings']);
    await page.getByRole('button', { name: 'Show everything' }).click();
    await page.getByRole('button', { name: 'PAGE-4 on users: failed' }).click();
    expect(await textsOf('#findings-title')).toEqual(['PAGE-4 on users']);
    expect(await page.locator('#findings > p').first().innerText()).toContain('A walk meets every row once');
    expect(await textsOf('#findings h3')).toEqual(['a-check']);
  });

  it('shows a counter-example with its curl line, its rows, and how to replay it', async () => {
    await open(failingRun());
    const text = await (await openFinding()).innerText();
    expect(text).toContain("curl -i 'http://localhost:3000/api/v1/users?sort=name'");
    expect(text).toContain('"last_name": "Haddad"');
    expect(text).toContain('--finding a-check/users');
  });

  it.each<[string, Surroundings]>([
    ['light', desktop],
    ['dark', { ...desktop, colorScheme: 'dark' }],
    ['narrow', { ...desktop, width: 400 }],
  ])('is accessible, its contrast included, and has nothing that juts out: %s', async (_, surroundings) => {
    await open(failingRun(), surroundings);
    await openFinding();
    expect(await violations()).toEqual([]);
    await filterBy('failed');
    const inner = `[...document.querySelectorAll('main > *, .count, .group, pre')].filter((one) => one.getBoundingClientRect().right > innerWidth).length`;
    const [wide, screen = 0, jutting] = await page.evaluate<number[]>(
      `[document.documentElement.scrollWidth, innerWidth, ${inner}]`,
    );
    expect(wide).toBeLessThanOrEqual(screen);
    expect(jutting).toBe(0);
  });

  it('is dark or light as the reader wants it, whatever the system is', async () => {
    await open(failingRun(), { ...desktop, colorScheme: 'dark' });
    const colour = (): Promise<string> => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const before = await colour();
    await page.getByRole('button', { name: 'Light page' }).click();
    expect(await colour()).not.toBe(before);
    expect(await violations()).toEqual([]);
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
    // The whole matrix is one stop: what follows it is a finding.
    expect([reached.slice(0, 2), cells]).toEqual([['Dark page', 'What went wrong: 2 checks'], 1]);
    expect(reached).toEqual(expect.arrayContaining(['✗failed', 'Search', 'PAGE-4 on users: failed']));
    expect(reached).toContain('something holds — on users');
    await page.locator('#matrix .cell').first().focus();
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('PAGE-4 on bookings: passed');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    expect(await textsOf('#findings-title')).toEqual(['PAGE-4 on users']);
  });

  it('neither runs nor breaks at what a hostile server answers', async () => {
    await open(hostile());
    const text = await (await openFinding()).innerText();
    expect(text).toContain('</script><img src=x onerror=alert(1)>');
    expect(text).toContain('<!-- <script>');
    expect(text).toContain(String.raw`line\u2028end`);
    expect(text).toContain(String.raw`\u202egnp.exe`);
    expect(await page.locator('img, iframe, object').count()).toBe(0);
    expect(await page.locator('script').count()).toBe(2);
  });
}
