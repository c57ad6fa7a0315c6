import { expect, it } from '@jest/globals';
import { accessibilityViolations, type Page } from '@resource-catalogue/testing/chromium';
import { type JsonObject, asList, asObject, asText } from '../../src/interface/json.js';
import { rowLabel } from '../../src/interface/rows.js';
import type { OpenedPage, Stage } from './opened-page.js';

/** Tests of creating and changing rows, and that no input is lost. */
export function describeWriting(stage: () => Stage): void {
  const send = async (target: string, method = 'GET', body?: JsonObject): Promise<JsonObject> => {
    const { baseUrl, token } = stage().service;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(`${baseUrl}/api/v1/${target}`, { method, headers, body: JSON.stringify(body) });
    return asObject(await response.json());
  };
  const named = async (name: string) =>
    asList((await send('projects?sort=-created_at&limit=20'))['data'])
      .map(asObject)
      .filter((row) => row['name'] === name);
  const anyMember = async () => asObject(asList((await send('members?filters[state][in]=active&limit=1'))['data'])[0]);
  const newProject = async (values: JsonObject) => {
    const author = asText((await anyMember())['id']);
    return asObject((await send('projects', 'POST', { author_id: author, ...values }))['data']);
  };

  it('a project is created once, with an author chosen by name and with steps', async () => {
    const member = await anyMember();
    const opened = await stage().explore('#/projects');
    const { page } = opened;
    await page.getByRole('link', { name: 'New project' }).click();
    await nameField(page).fill('Oak bench');
    await pickAuthor(page, asText(member['number']) ?? '');
    await page.getByRole('button', { name: `Remove ${rowLabel(member)}` }).waitFor();
    await page.getByLabel('Description').fill('# Wood\n\n<script>alert(1)</script><img src=x onerror=alert(2)>');
    await page.getByLabel('Tags').fill('oak\n\nbench\n');
    // Without input, all names are offered.
    const license = page.getByRole('combobox', { name: 'License' });
    await license.press('ArrowDown');
    const offered = page.getByRole('listbox', { name: 'License: found' }).getByRole('option').first();
    const licenseName = await offered.locator('bdi').innerText();
    await license.press('Enter');
    await page.getByRole('button', { name: `Remove ${licenseName}` }).click();
    await license.and(page.locator(':focus')).fill(licenseName);
    // A name that was typed but not chosen is not dropped silently.
    await saveButton(page).click();
    await license.and(page.locator(':focus:invalid')).press('Enter');
    await offered.waitFor();
    await license.press('Enter');
    await page.getByRole('button', { name: `Remove ${licenseName}` }).waitFor();
    for (const title of ['Glue', 'Saw', 'Paint']) {
      await page.getByRole('button', { name: 'Add a step' }).click();
      await page.getByLabel('Title').last().and(page.locator(':focus')).fill(title);
    }
    await page.getByRole('button', { name: 'Move up: Step 2' }).click();
    await page.locator('[aria-label="Move up: Step 1"]:focus').waitFor();
    await page.getByRole('button', { name: 'Remove: Step 3' }).click();
    await page.locator('button:focus', { hasText: 'Put step 3 back' }).waitFor();
    await page.locator('summary', { hasText: 'POST /api/v1/projects' }).click();
    const [curl = '', client = ''] = await page.locator('figure.code').allInnerTexts();
    expect(curl).toContain('"steps":[{"title":"Saw","description":null},{"title":"Glue","description":null}]');
    expect(client).toContain("  tags: [\n    'oak',\n    'bench',\n  ],");
    expect(curl).not.toContain(stage().service.token);
    await checkAppearance(opened);

    await saveButton(page).dblclick();
    await page.getByRole('heading', { level: 1, name: 'Oak bench' }).waitFor();
    await page.getByRole('heading', { level: 2, name: 'Wood' }).waitFor();
    expect(await page.locator('.prose img, .prose script').count()).toBe(0);
    const [created, ...others] = await named('Oak bench');
    expect(others).toEqual([]);
    expect(created).toMatchObject({
      ...{ author: { id: member['id'] }, license: { name: licenseName }, tags: ['oak', 'bench'] },
      steps: [{ title: 'Saw' }, { title: 'Glue' }],
    });
    // The names of projects are reloaded, and the form is no longer in the history.
    await page.getByRole('combobox', { name: 'Search by name' }).fill('oak bench');
    await page.getByRole('option', { name: 'Oak bench' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'projects' }).waitFor();
  });

  it('only the edited fields of a project change, and concurrent changes of others remain', async () => {
    const before = await newProject({ name: 'Stool', summary: 'old', tags: ['a'], steps: [{ title: 'Saw' }] });
    const id = asText(before['id']) ?? '';
    const opened = await stage().explore(`#/projects/${id}`);
    const { page } = opened;
    await page.getByRole('link', { name: 'Edit this project' }).click();
    await page.getByRole('heading', { level: 1, name: 'Edit Stool' }).waitFor();
    await page.getByText('Nothing is changed.').waitFor();
    expect(await saveButton(page).getAttribute('aria-disabled')).toBe('true');
    await page.getByLabel('Summary').fill('mine');
    await page.getByLabel('Title').fill('Saw twice');
    await page.getByLabel('External URL').fill('https://example.org/stool');
    await send(`projects/${id}`, 'PATCH', { name: 'Bench', summary: 'theirs', steps: [{ title: 'Oil' }] });

    await saveButton(page).click();
    const heading = page.getByRole('heading', { name: 'This was changed since you opened it' });
    await heading.and(page.locator(':focus')).waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Bench');
    const conflict = (name: string) =>
      page.getByRole('region', { name: 'Changed meanwhile' }).getByRole('group', { name });
    expect(await conflict('Summary').locator('pre').allInnerTexts()).toEqual(['theirs', 'mine']);
    expect(await conflict('Steps').locator('pre').allInnerTexts()).toEqual(['Oil', 'Saw twice']);
    await checkAppearance(opened);
    await conflict('Summary').getByLabel('Take the one on the server').check();
    expect(await page.getByLabel('Summary').first().inputValue()).toBe('theirs');
    await saveButton(page).click();
    await page.getByRole('heading', { level: 1, name: 'Bench', exact: true }).waitFor();
    expect(asObject((await send(`projects/${id}`))['data'])).toMatchObject({
      ...{ name: 'Bench', summary: 'theirs', tags: ['a'], external_url: 'https://example.org/stool' },
      steps: [{ title: 'Saw twice' }],
    });
  });

  it('errors are shown beside their fields, with the focus in the first, and no input is lost', async () => {
    const long = 'W'.repeat(10_000);
    const opened = await stage().explore('#/projects/new');
    const { page } = opened;
    await nameField(page).fill(long);
    await page.getByLabel('Tags').fill('oak\nash\nOAK');
    await page.getByLabel('External URL').fill('javascript:alert(1)');
    await page.getByRole('button', { name: 'Add a step' }).click();
    await saveButton(page).click();
    await page.getByRole('alert').waitFor();
    const wrong = page.locator('[aria-invalid="true"]');
    const names = await wrong.evaluateAll((all) => all.map((one) => one.id));
    expect(names).toEqual(['/name', '/author_id', '/tags', '/external_url', '/steps/0/title']);
    const notes = await wrong.evaluateAll((all) =>
      all.map((one) => one.ownerDocument.getElementById(one.getAttribute('aria-describedby') ?? '')?.innerText ?? ''),
    );
    expect(notes[0]).toContain('10,000 of at most 200 characters.');
    expect(notes[1]).toMatch(/^This field is required\./);
    expect(notes[2]).toMatch(/^Entry 3: /);
    await nameField(page).and(page.locator(':focus')).waitFor();
    expect(await nameField(page).inputValue()).toBe(long);
    await checkAppearance(opened);
    await page.getByRole('button', { name: 'Remove: Step 1' }).click();
    expect(await wrong.count()).toBe(4);
    const errors = [{ pointer: '/steps', code: 'too_many', detail: 'Must have at most 100 entries.' }];
    const json = { title: 'Invalid request', status: 400, detail: '', code: 'invalid_request', errors };
    await page.route('**/api/v1/projects', (route) => route.fulfill({ status: 400, json }), { times: 1 });
    await saveButton(page).click();
    await page
      .getByRole('group', { name: 'Steps', description: /^Must have at most/ })
      .and(page.locator(':focus'))
      .waitFor();
    await discard(page);
    await page.getByRole('heading', { level: 1, name: 'projects' }).waitFor();
    expect(opened.refused).toEqual([400, 400]);
  });

  it('a missing scope is shown, and the input remains for another token', async () => {
    const { service } = stage();
    const opened = await stage().open('#/projects/new');
    const { page } = opened;
    await opened.enter(service.tokens.get('narrow') ?? '');
    await nameField(page).fill('Kept stool');
    await saveButton(page).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').innerText()).toMatch(/^403 .*projects:write/s);
    await saveButton(page).and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Forget it' }).click();
    await saveButton(page).click();
    await page.getByRole('alert').filter({ hasText: /^401/ }).waitFor();
    await page.getByLabel('Access token').fill(service.token);
    await page.getByRole('button', { name: 'Explore' }).click();
    await page.getByText('Reading with your token').waitFor();
    await pickAuthor(page, asText((await anyMember())['number']) ?? '');
    await saveButton(page).click();
    await page.getByRole('heading', { level: 1, name: 'Kept stool' }).waitFor();
    expect(await named('Kept stool')).toHaveLength(1);
  });

  it('unsaved input survives navigation, and the page warns before it is closed', async () => {
    const opened = await stage().explore('#/projects/new');
    const { page } = opened;
    await nameField(page).fill('Unsaved stool');
    await opened.goTo('#/machines');
    await opened.answered();
    await page.goBack();
    expect(await nameField(page).inputValue()).toBe('Unsaved stool');
    await opened.goTo('#/projects');
    await page.getByText('not saved yet').waitFor();
    const isHeld = 'dispatchEvent(new Event("beforeunload", { cancelable: true })) === false';
    expect(await page.evaluate(isHeld)).toBe(true);
    await page.getByRole('link', { name: 'New project' }).click();
    await discard(page);
    await page.getByRole('link', { name: 'New project' }).click();
    expect(await nameField(page).inputValue()).toBe('');
    expect(await page.evaluate(isHeld)).toBe(false);
  });

  it('input during a pending save is not lost', async () => {
    const { id } = await newProject({ name: 'Slow stool' });
    const opened = await stage().explore(`#/projects/${asText(id)}/edit`);
    const { page } = opened;
    await page.getByLabel('Summary').fill('first');
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(
      `**/api/v1/projects/${asText(id)}`,
      async (route) => {
        const response = await route.fetch();
        await held;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await saveButton(page).click();
    await page.getByText('Saving …').waitFor();
    await opened.goTo('#/machines');
    await page.goBack();
    await page.getByLabel('Summary').fill('second');
    const answered = page.waitForResponse(`**/api/v1/projects/${asText(id)}`);
    release();
    await answered;
    await opened.goTo('#/projects');
    await opened.answered();
    await page.goBack();
    expect(await page.getByLabel('Summary').inputValue()).toBe('second');
    await saveButton(page).click();
    await page.getByLabel('Keep mine').waitFor();
    await saveButton(page).click();
    await page.getByRole('heading', { level: 1, name: 'Slow stool', exact: true }).waitFor();
    expect(asObject((await send(`projects/${asText(id)}`))['data'])['summary']).toBe('second');
  });

  it('a lost response does not create a project twice, and a retry with other contents is reported', async () => {
    const opened = await stage().explore('#/projects/new');
    const { page } = opened;
    const loseAnswer = () =>
      page.route(
        '**/api/v1/projects',
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
    const begin = async (name: string) => {
      await opened.goTo('#/projects/new');
      await nameField(page).fill(name);
      await pickAuthor(page, asText((await anyMember())['number']) ?? '');
      await loseAnswer();
      await saveButton(page).click();
      await page.getByRole('alert').filter({ hasText: 'No answer' }).waitFor();
      expect(opened.wrong.splice(0)).toEqual([expect.stringContaining('net::ERR_FAILED')]);
    };
    await begin('Lost stool');
    await saveButton(page).click();
    await page.getByRole('heading', { level: 1, name: 'Lost stool' }).waitFor();
    expect(await named('Lost stool')).toHaveLength(1);

    await begin('Lost bench');
    await page.getByLabel('Summary').fill('With a back.');
    await saveButton(page).click();
    await page.getByRole('alert').filter({ hasText: /^422/ }).waitFor();
    expect(await named('Lost bench')).toHaveLength(1);
    await page.getByRole('button', { name: 'Create another one' }).click();
    await page.getByRole('heading', { level: 1, name: 'Lost bench' }).waitFor();
    expect(await named('Lost bench')).toHaveLength(2);
    expect(opened.refused).toEqual([422]);
  });
}

const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

const nameField = (page: Page) => page.getByLabel('Name (required)');

async function pickAuthor(page: Page, number: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Author' }).fill(number);
  await page.getByRole('listbox', { name: 'Author: found' }).getByRole('option').first().waitFor();
  await page.getByRole('combobox', { name: 'Author' }).press('Enter');
}

async function discard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Press again to discard your input' }).click();
}

async function checkAppearance(opened: OpenedPage): Promise<void> {
  for (const [colorScheme, width] of [
    ['dark', 390],
    ['light', 1280],
  ] as const) {
    await opened.page.emulateMedia({ colorScheme });
    await opened.page.setViewportSize({ width, height: 800 });
    expect(await accessibilityViolations(opened.page)).toEqual([]);
    expect(await opened.overhang()).toBe(0);
  }
}
