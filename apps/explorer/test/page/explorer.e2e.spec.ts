import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import { type Browser, hasChromium, type Page, startChromium } from '@resource-catalogue/testing/chromium';
import { type RunningService, startService } from '@resource-catalogue/testing/running-service';
import { describeAppearance } from './describe-appearance.js';
import { describeExploring } from './describe-exploring.js';
import { describeFinding } from './describe-finding.js';
import { describeRefusals } from './describe-refusals.js';
import { describeWriting } from './describe-writing.js';
import { OpenedPage, type Stage } from './opened-page.js';

let service: RunningService;
let browser: Browser;
/** One for all tests: a new one costs more than twice as much as loading the explorer again. */
let page: Page;
let current: OpenedPage | undefined;
/** The same, while it has the token. */
let exploring: OpenedPage | undefined;

const stage = (): Stage => ({
  service,
  page,
  open: async (hash, surroundings, url = service.baseUrl) => {
    exploring = undefined;
    await current?.leave();
    current = await OpenedPage.open(surroundings ? await OpenedPage.blank(browser, surroundings) : page, url, hash);
    return current;
  },
  explore: async (hash) => {
    if (exploring) {
      await exploring.goTo(hash);
      return exploring;
    }
    const opened = await stage().open(hash);
    await opened.enter(service.token);
    exploring = opened;
    return opened;
  },
});

// A test that cannot run is none: the closing lines of the whole run name what is left out.
if (hasChromium) {
  describe('the explorer in Chromium', () => {
    beforeAll(async () => {
      service = await startService({}, { narrow: ['--scopes', 'bookings:read'] });
      browser = await startChromium();
      page = await OpenedPage.blank(browser);
    });
    afterAll(async () => {
      await browser.close();
      await service.stop();
    });
    /** In every test: nothing was wrong in the console, and nothing was asked for elsewhere. */
    afterEach(async () => {
      if (!current) return;
      await current.settle();
      const wrong = current.wrong.splice(0);
      current.refused.splice(0);
      if (current.page !== page) {
        await current.page.context().close();
        current = undefined;
      }
      expect(wrong).toEqual([]);
    });

    describeExploring(stage);
    describeFinding(stage);
    describeRefusals(stage);
    describeWriting(stage);
    describeAppearance(stage);
  });
}
