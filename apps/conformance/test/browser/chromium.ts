export { hasChromium, startChromium } from '@resource-catalogue/end-to-end';
