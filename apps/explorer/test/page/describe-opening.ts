import { expect, it } from '@jest/globals';
import type { PageFixtures } from './opened-page.js';

/** The request that tries a token. */
const check = /\?limit=1$/;

/** An instant after the longest wait of a test. */
const later = '2026-03-04T10:01:00.000Z';

/** Tests of opening the page with a token while the service is unavailable. */
export function describeOpening(fixtures: () => PageFixtures): void {
  const failOnce = (requests: string | RegExp, status: number | null) =>
    fixtures().page.route(
      requests,
      (route) =>
        status === null
          ? route.abort()
          : route.fulfill({
              status,
              json: {
                title: 'Too many requests',
                detail: 'The quota is used up. Try again in 42 s.',
                status,
                code: 'x',
              },
              headers: { 'Retry-After': '42' },
            }),
      { times: 1 },
    );
  const isStored = () => fixtures().page.evaluate<boolean>('sessionStorage.length === 1');

  it.each([
    ['429', check, 429],
    ['503', check, 503],
    ['503 for the OpenAPI document', '**/openapi.json', 503],
    ['503 for the spaces', /\/spaces\?/, 503],
    ['a lost connection', check, null],
  ])('after %s the token of a link is kept and tried again', async (_, requests, status) => {
    const { page, service, open } = fixtures();
    await failOnce(requests, status);
    const opened = await open(`#token=${service.token}`);
    await page.getByRole('timer').waitFor();
    expect(await page.getByRole('timer').innerText()).toBe(`Retrying in ${status === null ? 1 : 42} s.`);
    expect(await page.getByRole('alert').count()).toBe(1);
    expect(await page.getByRole('alert').innerText()).not.toContain('Try again');
    expect(await page.getByLabel('Access token').count()).toBe(0);
    await page.clock.setFixedTime(later);
    await page.getByText('are free now').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    if (status === null) expect(opened.wrong.splice(0)).toEqual([expect.stringContaining('net::ERR_FAILED')]);
  });

  it('the wait is counted down, and the user may retry before it is over', async () => {
    const { page, service, open } = fixtures();
    await failOnce(check, 429);
    await open(`#token=${service.token}`);
    await page.getByText('Retrying in 42 s.').waitFor();
    await page.clock.setFixedTime('2026-03-04T10:00:30.000Z');
    await page.getByText('Retrying in 12 s.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.menu > summary').waitFor();
  });

  it('a remembered token is forgotten only after its own 401', async () => {
    const { page, service, open } = fixtures();
    const opened = await open();
    await page.getByLabel('Remember in this tab').check();
    await opened.enter(service.token);
    await failOnce(check, 503);
    await page.reload();
    await page.getByRole('timer').waitFor();
    expect(await isStored()).toBe(true);
    await page.clock.setFixedTime(later);
    await page.locator('.menu > summary').waitFor();

    await page.evaluate(`location.hash = 'token=rct_${'a'.repeat(49)}'`);
    await page.getByRole('alert').waitFor();
    expect(await isStored()).toBe(true);
    await page.reload();
    await page.locator('.menu > summary').waitFor();

    await failOnce(check, 401);
    await page.reload();
    await page.getByLabel('Access token').waitFor();
    await page.getByRole('alert').filter({ hasText: /^401/ }).waitFor();
    expect(await isStored()).toBe(false);
  });
}
