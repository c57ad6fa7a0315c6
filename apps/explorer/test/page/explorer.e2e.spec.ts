import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import { type Browser, hasChromium, type Page, startChromium } from '@resource-catalogue/testing/chromium';
import { type RunningService, startService } from '@resource-catalogue/testing/running-service';
import { type JsonObject, asObject } from '../../src/api/json.js';
import { describeAppearance } from './describe-appearance.js';
import { describeExploring } from './describe-exploring.js';
import { describeFinding } from './describe-finding.js';
import { describeOpening } from './describe-opening.js';
import { describeErrors } from './describe-errors.js';
import { describeToday } from './describe-today.js';
import { OpenedPage, type PageFixtures } from './opened-page.js';

let service: RunningService;
let browser: Browser;
/** One page for all tests, because opening another costs more than twice as much as reloading the explorer. */
let page: Page;
let current: OpenedPage | undefined;
/** The same page, while it has the token. */
let exploring: OpenedPage | undefined;

const fixtures = (): PageFixtures => ({
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
    const opened = await fixtures().open(hash);
    await opened.enter(service.token);
    exploring = opened;
    return opened;
  },
  read: readFromService,
});

async function readFromService(target: string): Promise<JsonObject> {
  const response = await fetch(service.baseUrl + target, { headers: { authorization: `Bearer ${service.token}` } });
  return asObject(await response.json());
}

// Without a browser the tests are not declared; the summary of the whole run lists them.
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
    /** After every test: no errors in the console, and no requests to other hosts. */
    afterEach(async () => {
      if (!current) return;
      await current.settle();
      const wrong = current.wrong.splice(0);
      current.errorStatuses.splice(0);
      if (current.page !== page) {
        await current.page.context().close();
        current = undefined;
      }
      expect(wrong).toEqual([]);
    });

    describeOpening(fixtures);
    describeToday(fixtures);
    describeExploring(fixtures);
    describeFinding(fixtures);
    describeErrors(fixtures);
    describeAppearance(fixtures);
  });
}
