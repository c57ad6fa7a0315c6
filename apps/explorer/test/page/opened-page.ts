import type { Browser, Locator, Page } from '@resource-catalogue/testing/chromium';
import type { RunningService } from '@resource-catalogue/testing/running-service';

type Surroundings = NonNullable<Parameters<Browser['newPage']>[0]>;

/** What the tests of the page work with. */
export interface Stage {
  readonly service: RunningService;
  /** The page that a test without surroundings of its own is going to open. */
  readonly page: Page;
  /** Opens the page anew, at the service or at another address that leads to it. */
  readonly open: (hash?: string, surroundings?: Surroundings, url?: string) => Promise<OpenedPage>;
  /** Goes to a place in a page that has a token. */
  readonly explore: (hash: string) => Promise<OpenedPage>;
}

/** A Wednesday in the weeks of the demo data. */
const present = '2026-03-04T10:00:00.000Z';

const desk = { width: 1280, height: 800 };

/** What has not come by then never comes. The error names the step, which the end of the whole test would not. */
const patience = 60_000;

/** The explorer in a browser, with all that should not happen to it. */
export class OpenedPage {
  /** Errors, dialogs and requests to elsewhere. */
  readonly wrong: string[] = [];
  /** Event handlers in HTML of a row, which the browser reports to have blocked. */
  blocked = 0;
  /** Statuses of the answers that the browser reports in its console. */
  readonly refused: number[] = [];

  private constructor(
    readonly page: Page,
    private readonly url: string,
  ) {}

  /** A page that shows nothing, in a context of its own. */
  static async blank(browser: Browser, surroundings: Surroundings = {}): Promise<Page> {
    const page = await browser.newPage({ viewport: desk, timezoneId: 'America/Lima', ...surroundings });
    page.setDefaultTimeout(patience);
    await page.clock.setFixedTime(present);
    return page;
  }

  static async open(page: Page, url: string, hash = ''): Promise<OpenedPage> {
    const opened = new OpenedPage(page, url);
    opened.watch();
    await page.goto(`${url}/${hash}`);
    return opened;
  }

  /** Takes back what a test has done to the page, but not what it shows. */
  async settle(): Promise<void> {
    await this.page.unrouteAll();
    await this.page.emulateMedia({ colorScheme: null });
    await this.page.setViewportSize(desk);
  }

  /** Leaves the page blank for whoever opens it next. */
  async leave(): Promise<void> {
    for (const event of ['console', 'pageerror', 'dialog', 'request']) this.page.removeAllListeners(event);
    await this.page.goto('about:blank');
  }

  private watch(): void {
    const { page } = this;
    page.on('console', (message) => {
      const status = /^Failed to load resource: the server responded with a status of (\d+)/.exec(message.text())?.[1];
      if (status !== undefined) this.refused.push(Number(status));
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

  /** Enters a token that the page takes. */
  async enter(token: string): Promise<void> {
    await this.send(token);
    await this.shown(this.page.getByText('Reading with your token'));
  }

  /** Enters a token that the page does not take. */
  async enterInVain(token: string): Promise<void> {
    await this.send(token);
    await this.page.getByRole('alert').waitFor();
  }

  private async send(token: string): Promise<void> {
    await this.page.getByLabel('Access token').fill(token);
    await this.page.getByRole('button', { name: 'Explore' }).click();
  }

  /** Goes to an address of the page, as a link would, and leaves what it showed before. */
  async goTo(hash: string): Promise<void> {
    await this.page.evaluate(`new Promise((resolve) => {
      const before = location.href;
      addEventListener('hashchange', () => resolve(), { once: true });
      location.hash = ${JSON.stringify(hash)};
      if (location.href === before) resolve();
    })`);
  }

  /** Waits until the page shows something. Throws what it says instead, since what is refused never comes. */
  async shown(awaited: Locator): Promise<void> {
    const refusal = this.page.getByRole('alert');
    await awaited.or(refusal).first().waitFor();
    if (await awaited.first().isVisible()) return;
    throw new Error(`The page shows in the place of ${String(awaited)}: ${await refusal.first().innerText()}`);
  }

  /** The line above the rows, which is there once they are. */
  async answered(): Promise<string> {
    const line = this.page.getByRole('status').filter({ hasText: ' ms' });
    await this.shown(line);
    return line.innerText();
  }

  /** A row with all its fields, and of a unit the week, which comes later and moves them. */
  async rowShown(): Promise<void> {
    const folded = this.page.getByText('All fields', { exact: true });
    await this.shown(this.page.locator('dl.fields').and(this.page.locator(':visible')).or(folded));
    if (await folded.isVisible()) await folded.click();
    if ((await this.page.locator('section.week').count()) === 0) return;
    await this.shown(this.bookingTable().or(this.page.getByText('Nothing is booked in this week.')));
  }

  bookingTable(): Locator {
    return this.page.getByRole('region', { name: 'Bookings of the week as a table' });
  }

  rows(): Locator {
    return this.page.getByRole('region', { name: 'Rows' }).locator('tbody tr');
  }

  /** Pixels by which the page is wider than the window. */
  async overhang(): Promise<number> {
    return this.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  }
}
