import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import {
  type Browser,
  hasChromium,
  type RunningService,
  startChromium,
  startService,
} from '@resource-catalogue/end-to-end';
import { describeAppearance } from './describe-appearance.js';
import { describeExploring, describeReferences } from './describe-exploring.js';
import { describeRefusals } from './describe-refusals.js';
import { OpenedPage } from './opened-page.js';
import type { Stage } from './stage.js';

let service: RunningService;
let browser: Browser;
const opened: OpenedPage[] = [];

const stage = (): Stage => ({
  service,
  open: async (hash, surroundings, url = service.baseUrl) => {
    const page = await OpenedPage.open(browser, url, hash, surroundings);
    opened.push(page);
    return page;
  },
});

beforeAll(async () => {
  service = await startService({}, { narrow: ['--scopes', 'bookings:read'] });
});
afterAll(() => service.stop());

describe('links between rows', () => describeReferences(stage));

// A test that cannot run is none: the closing lines of the whole run name what is left out.
if (hasChromium) {
  describe('the explorer in Chromium', () => {
    beforeAll(async () => {
      browser = await startChromium();
    });
    afterAll(() => browser.close());
    /** In every test: nothing was wrong in the console, and nothing was asked for elsewhere. */
    afterEach(async () => {
      for (const { page, wrong } of opened.splice(0)) {
        await page.context().close();
        expect(wrong).toEqual([]);
      }
    });

    describeExploring(stage);
    describeRefusals(stage);
    describeAppearance(stage);
  });
}
