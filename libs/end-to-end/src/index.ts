export { accessibilityViolations, chromiumFlags, hasChromium, startChromium } from './chromium.js';
export type { Browser, Locator, Page } from './chromium.js';
export { codeBlocks, inPlace, typed } from './documents.js';
export type { Shell } from './documents.js';
export { startService } from './running-service.js';
export type { RunningService } from './running-service.js';
export { installNode, otherNodeVersions } from './node-versions.js';
