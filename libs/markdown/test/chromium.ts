import type { Browser } from '@resource-catalogue/testing/chromium';

/** What a page does with pieces of HTML: which of them it writes otherwise, and which of their scripts run. */
export interface Shown {
  readonly changed: readonly string[];
  readonly ran: readonly string[];
}

/** Makes each of them the content of a page that is there already, as a front end would. */
export async function shownOn(browser: Browser, document: string, html: readonly string[]): Promise<Shown> {
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

/** Whatever waits for an image to load or to fail has run at its end: events of one page come in the order of their causes. */
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
