import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';

export type { Browser, Locator, Page } from 'playwright-core';

/** CI installs Chromium; without it, the full run lists the tests that it skips. */
export const hasChromium = spawnSync('chromium', ['--version']).status === 0;

/** The Chromium installed on this machine, because the driver has none. */
export const startChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: spawnSync('which', ['chromium']).stdout.toString().trim(),
    // A container may have no sandbox, no graphics and little shared memory.
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    // Tests must not depend on the speed of the machine.
    timeout: 0,
  });

/** The accessibility violations of a page, each with its elements. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  const found = await page.evaluate<unknown>(
    'axe.run({ rules: { "target-size": { enabled: true } } }).then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3).join(" ")}`))',
  );
  if (!Array.isArray(found)) throw new Error('The accessibility checks did not run.');
  return found.map(String);
}
