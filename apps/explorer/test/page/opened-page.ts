import type { Browser, Locator, Page } from '@resource-catalogue/end-to-end';

type Surroundings = NonNullable<Parameters<Browser['newPage']>[0]>;

/** A Wednesday in the weeks of the demo data. */
const present = '2026-03-04T10:00:00.000Z';

/** The explorer in a browser, with all that should not happen to it. */
export class OpenedPage {
  /** Errors, dialogs and requests to elsewhere. */
  readonly wrong: string[] = [];
  /** Statuses of the answers that the browser reports in its console. */
  readonly refused: number[] = [];

  private constructor(
    readonly page: Page,
    private readonly url: string,
  ) {}

  static async open(browser: Browser, url: string, hash = '', surroundings: Surroundings = {}): Promise<OpenedPage> {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 800 },
      timezoneId: 'America/Lima',
      ...surroundings,
    });
    page.setDefaultTimeout(0);
    const opened = new OpenedPage(page, url);
    opened.watch();
    await page.clock.setFixedTime(present);
    await page.goto(`${url}/${hash}`);
    return opened;
  }

  private watch(): void {
    const { page } = this;
    page.on('console', (message) => {
      const status = /^Failed to load resource: the server responded with a status of (\d+)/.exec(message.text())?.[1];
      if (status !== undefined) this.refused.push(Number(status));
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

  /** Enters a token, which the page has then taken or refused. */
  async enter(token: string): Promise<void> {
    await this.page.getByLabel('Access token').fill(token);
    await this.page.getByRole('button', { name: 'Explore' }).click();
    await this.page.getByText('Reading with your token').or(this.page.getByRole('alert')).first().waitFor();
  }

  /** Goes to an address of the page, as a link would. */
  async goTo(hash: string): Promise<void> {
    await this.page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  }

  heading(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }

  /** The line above the rows, which is there once they are. */
  async answered(): Promise<string> {
    const line = this.page.getByRole('status').filter({ hasText: ' ms' });
    await line.waitFor();
    return line.innerText();
  }

  rows(): Locator {
    return this.page.getByRole('region', { name: 'Rows' }).locator('tbody tr');
  }

  /** Pixels by which the page is wider than the window. */
  async overhang(): Promise<number> {
    return this.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  }
}
