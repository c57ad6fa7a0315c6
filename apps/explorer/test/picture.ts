import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChromium } from '@resource-catalogue/testing/chromium';
import { built, spawnProgram } from '@resource-catalogue/testing/program';
import { startService } from '@resource-catalogue/testing/running-service';
import { OpenedPage } from './page/opened-page.js';

// Retakes docs/explorer.png: a day in the demo workshop, at the fixed time of the tests, in the light scheme.
const file = new URL('../../../docs/explorer.png', import.meta.url);

const folder = await mkdtemp(join(tmpdir(), 'catalogue-picture-'));
const surroundings = { DATA_DIR: folder };
const seed = ['seed', '--at', '2026-03-04T10:00:00Z'];
await spawnProgram(process.execPath, [built('catalogue.js'), ...seed], surroundings).ended;
const service = await startService(surroundings, {});
const browser = await startChromium();
try {
  const page = await OpenedPage.blank(browser, { colorScheme: 'light', viewport: { width: 1280, height: 860 } });
  const opened = await OpenedPage.open(page, service.baseUrl);
  await opened.enter(service.token);
  await opened.shown(page.getByText('are free now'));
  await page.locator('.picture:not(.tile)').nth(5).waitFor();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: file.pathname });
  if (opened.wrong.length > 0) throw new Error(opened.wrong.join('\n'));
} finally {
  await browser.close();
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}
