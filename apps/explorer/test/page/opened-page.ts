import type { Browser, Locator, Page } from '@resource-catalogue/testing/chromium';
import type { RunningService } from '@resource-catalogue/testing/running-service';
import type { JsonObject } from '../../src/api/json.js';

type Surroundings = NonNullable<Parameters<Browser['newPage']>[0]>;

/** The fixtures of the tests of the page. */
export interface PageFixtures {
  readonly service: RunningService;
  /** The page of the next test without a custom context. */
  readonly page: Page;
  /** Reopens the page, at the service or at another URL that leads to it. */
  readonly open: (hash?: string, surroundings?: Surroundings, url?: string) => Promise<OpenedPage>;
  /** Navigates within a page that has a token. */
  readonly explore: (hash: string) => Promise<OpenedPage>;
  /** The body of a response of the service. */
  readonly read: (target: string) => Promise<JsonObject>;
}

/** A Wednesday in the weeks of the demo data. */
const present = '2026-03-04T10:00:00.000Z';

/** Wide enough for the drawer beside the view. */
const desk = { width: 1720, height: 900 };

/** Timeout of a step; its error names the step, unlike a timeout of the whole test. */
const stepTimeout = 60_000;

/** The explorer in a browser, with a record of unwanted events. */
export class OpenedPage {
  /** Errors, dialogs and requests to other hosts. */
  readonly wrong: string[] = [];
  /** Number of blocked event handlers in the HTML of rows, as reported by the browser. */
  blocked = 0;
  /** Statuses of responses that the browser reports in its console. */
  readonly errorStatuses: number[] = [];

  private constructor(
    readonly page: Page,
    private readonly url: string,
  ) {}

  /** A blank page in a separate context. */
  static async blank(browser: Browser, surroundings: Surroundings = {}): Promise<Page> {
    const page = await browser.newPage({
      viewport: desk,
      timezoneId: 'America/Lima',
      locale: 'en-GB',
      ...surroundings,
    });
    page.setDefaultTimeout(stepTimeout);
    await page.clock.setFixedTime(present);
    return page;
  }

  static async open(page: Page, url: string, hash = ''): Promise<OpenedPage> {
    const opened = new OpenedPage(page, url);
    opened.watch();
    await page.goto(`${url}/${hash}`);
    return opened;
  }

  /** Reverts the test's changes to the page, but not its content. */
  async settle(): Promise<void> {
    await this.page.unrouteAll();
    await this.page.clock.setFixedTime(present);
    await this.page.emulateMedia({ colorScheme: null });
    await this.page.setViewportSize(desk);
  }

  /** Leaves the page blank for the next test, without what the tab remembers. */
  async leave(): Promise<void> {
    await this.page.evaluate('sessionStorage.clear(); localStorage.clear()');
    for (const event of ['console', 'pageerror', 'dialog', 'request']) this.page.removeAllListeners(event);
    await this.page.goto('about:blank');
  }

  private watch(): void {
    const { page } = this;
    page.on('console', (message) => {
      const status = /^Failed to load resource: the server responded with a status of (\d+)/.exec(message.text())?.[1];
      if (status !== undefined) this.errorStatuses.push(Number(status));
      else if (message.text().startsWith('Executing inline event handler violates')) this.blocked += 1;
      else if (message.type() !== 'log') this.wrong.push(message.text());
    });
    page.on('pageerror', (error) => void this.wrong.push(String(error)));
    page.on('dialog', (dialog) => {
      this.wrong.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(`${this.url}/`)) this.wrong.push(`request: ${request.url()}`);
    });
  }

  /** Enters a token that the page accepts. */
  async enter(token: string): Promise<void> {
    await this.send(token);
    await this.shown(this.accepted());
  }

  /** Visible while the page uses a token. */
  accepted(): Locator {
    return this.page.locator('.menu > summary');
  }

  async forgetToken(): Promise<void> {
    await this.accepted().click();
    await this.page.getByRole('button', { name: 'Forget token' }).click();
  }

  /** Opens the drawer with the requests, unless it is open. */
  async openApi(): Promise<void> {
    const button = this.page.getByRole('button', { name: 'API', exact: true });
    if ((await button.getAttribute('aria-pressed')) === 'false') await button.click();
    await this.page.getByRole('complementary', { name: 'API' }).waitFor();
  }

  /** A request in the drawer. */
  request(target: string | RegExp): Locator {
    return this.page.locator('.drawer .request > summary', { hasText: target });
  }

  /** Enters a token that the page rejects. */
  async enterRejected(token: string): Promise<void> {
    await this.send(token);
    await this.page.getByRole('alert').waitFor();
  }

  private async send(token: string): Promise<void> {
    await this.page.getByLabel('Access token').fill(token);
    await this.page.getByRole('button', { name: 'Explore' }).click();
  }

  /** Navigates within the page, as a link would. */
  async goTo(hash: string): Promise<void> {
    await this.page.evaluate(`new Promise((resolve) => {
      const before = location.href;
      addEventListener('hashchange', () => resolve(), { once: true });
      location.hash = ${JSON.stringify(hash)};
      if (location.href === before) resolve();
    })`);
  }

  /**
   * Waits until the page shows an element. Throws the page's error message instead, since after one the element
   * never appears.
   */
  async shown(awaited: Locator): Promise<void> {
    const alert = this.page.getByRole('alert');
    await awaited.or(alert).first().waitFor();
    if (await awaited.first().isVisible()) return;
    throw new Error(`Instead of ${String(awaited)} the page shows: ${await alert.first().innerText()}`);
  }

  /** The line above the rows, present once they are loaded. */
  async loaded(): Promise<string> {
    const line = this.page.getByRole('status').filter({ hasText: /^\d+ rows?/ });
    await this.shown(line);
    return line.innerText();
  }

  /** A row with all its fields; for a unit also the week, which loads later and moves them. */
  async rowShown(): Promise<void> {
    const foldText = this.page.getByText('All fields', { exact: true });
    await this.shown(this.page.locator('dl.fields').and(this.page.locator(':visible')).or(foldText));
    if (await foldText.isVisible()) await foldText.click();
    if ((await this.page.locator('section.week').count()) === 0) return;
    await this.shown(this.page.locator('.calendar'));
  }

  rows(): Locator {
    return this.page.getByRole('region', { name: 'Rows' }).locator('tbody tr');
  }

  /** Pixels by which the page is wider than the window. */
  async overhang(): Promise<number> {
    return this.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  }
}
