import { startChromium } from '@resource-catalogue/testing/chromium';
import { startService } from '@resource-catalogue/testing/running-service';
import { OpenedPage } from './page/opened-page.js';

// Retakes docs/explorer.png: a day in a space of the demo data, at the fixed time of the tests, in the light scheme.
const file = new URL('../../../docs/explorer.png', import.meta.url);
const view = '#/?space=harbour-campus';

const service = await startService({}, {});
const browser = await startChromium();
try {
  const page = await OpenedPage.blank(browser, { colorScheme: 'light', viewport: { width: 1280, height: 790 } });
  const opened = await OpenedPage.open(page, service.baseUrl, view);
  await opened.enter(service.token);
  await opened.shown(page.getByText('free now'));
  await page.screenshot({ path: file.pathname });
  if (opened.wrong.length > 0) throw new Error(opened.wrong.join('\n'));
} finally {
  await browser.close();
  await service.stop();
}
