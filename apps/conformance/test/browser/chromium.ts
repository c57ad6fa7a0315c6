import { spawnSync } from 'node:child_process';
import { type Browser, chromium } from 'playwright-core';

/** CI installs it; where it is not, the closing lines of the whole run say so. */
export const hasChromium = spawnSync('chromium', ['--version']).status === 0;

/** The Chromium of this machine: the driver brings none. */
export const startChromium = (): Promise<Browser> =>
  // How fast a machine is, is no matter of tests.
  chromium.launch({
    executablePath: spawnSync('which', ['chromium']).stdout.toString().trim(),
    args: flags,
    timeout: 0,
  });

const flags = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
