import type { Browser, RunningService } from '@resource-catalogue/end-to-end';
import type { OpenedPage } from './opened-page.js';

/** What the tests of the page work with. */
export interface Stage {
  readonly service: RunningService;
  /** Opens the page, at the service or at another address that leads to it. It is closed after the test. */
  readonly open: (hash?: string, surroundings?: Parameters<Browser['newPage']>[0], url?: string) => Promise<OpenedPage>;
}
