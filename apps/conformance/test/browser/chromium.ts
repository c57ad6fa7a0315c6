import { spawnSync } from 'node:child_process';
import { type Browser, chromium } from 'playwright-core';

/** CI installs it; where it is not, the closing lines of the whole run say so. */
export const hasChromium = spawnSync('chromium', ['--version']).status === 0;

/** The Chromium of this machine: the driver brings none. */
export const startChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: spawnSync('which', ['chromium']).stdout.toString().trim(), args: flags });

const flags = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
