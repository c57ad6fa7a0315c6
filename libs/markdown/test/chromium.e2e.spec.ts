import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from '@resource-catalogue/testing/fast-check';
import { type Browser, hasChromium, startChromium } from '@resource-catalogue/testing/chromium';
import { generatedTexts, hostileTexts, inContexts, combinedTexts } from './hostile-texts.js';
import { rendered } from './rendered.js';

/**
 * Inserts each piece of HTML into a page like a front end. Returns the pieces serialised differently and the scripts
 * run.
 */
async function shownOn(browser: Browser, document: string, html: readonly string[]) {
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  const ran: string[] = [];
  page.on('dialog', (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('pageerror', ({ message }) => ran.push(message));
  await page.route('**/*', (route) => route.abort());
  await page.setContent(document);
  const changed = await page.evaluate<string[]>(`(${show})(${JSON.stringify(html)})`);
  await page.close();
  return { changed, ran };
}

/** Waits for a last image, since all handlers of earlier images have run by then. */
const show = `async (parts) => {
  const changed = parts.filter((part) => {
    document.body.innerHTML = part;
    return document.body.innerHTML !== part;
  });
  const settled = (image) =>
    new Promise((resolve) => {
      image.addEventListener('load', resolve);
      image.addEventListener('error', resolve);
    });
  document.body.innerHTML = parts.join('');
  for (const image of document.images) image.loading = 'eager';
  await Promise.all([...document.images].filter(({ complete }) => !complete).map(settled));
  const last = new Image();
  last.src = 'last';
  await settled(last);
  return changed;
}`;

if (hasChromium)
  describe('hostile Markdown in Chromium', () => {
    let browser: Browser;

    beforeAll(async () => {
      browser = await startChromium();
    });
    afterAll(() => browser.close());

    it.each([
      ['a page in standards mode', '<!doctype html><body></body>'],
      ['a page in quirks mode', '<body></body>'],
    ])('WRITE-8: runs no scripts and is serialised unchanged on %s', async (_, document) => {
      const generated = fc.sample(combinedTexts, generatedTexts);
      const html = [...hostileTexts.flatMap(inContexts), ...generated].map(rendered);
      expect(await shownOn(browser, document, html)).toEqual({ changed: [], ran: [] });
    });

    it('is detected if it runs a script or is serialised differently', async () => {
      const html = ['<p>a<p>', '<img src="x" onerror="alert(1)">'];
      const ran = expect.arrayContaining(['1']);
      expect(await shownOn(browser, '<body></body>', html)).toEqual({ changed: ['<p>a<p>'], ran });
    });
  });
