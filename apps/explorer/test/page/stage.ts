import type { Browser, Page } from '@resource-catalogue/testing/chromium';
import type { RunningService } from '@resource-catalogue/testing/running-service';
import type { OpenedPage } from './opened-page.js';

/** What the tests of the page work with. */
export interface Stage {
  readonly service: RunningService;
  /** The page that a test without surroundings of its own is going to open. */
  readonly page: Page;
  /** Opens the page anew, at the service or at another address that leads to it. */
  readonly open: (hash?: string, surroundings?: Parameters<Browser['newPage']>[0], url?: string) => Promise<OpenedPage>;
  /** Goes to a place in a page that has a token. */
  readonly explore: (hash: string) => Promise<OpenedPage>;
}
