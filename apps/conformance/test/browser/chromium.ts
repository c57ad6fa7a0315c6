export { hasChromium, startChromium } from '@resource-catalogue/testing/chromium';
