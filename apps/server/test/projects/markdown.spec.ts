import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { renderedLimits } from '@resource-catalogue/contracts';
import { MarkdownRenderer, renderTexts } from '@resource-catalogue/markdown';
import { seedTables } from '@resource-catalogue/prisma/seed';
import { asText } from '@resource-catalogue/testing/json';
import { until } from '@resource-catalogue/testing/until';
import { expectProblem } from '../http/support/problems.js';
import { errorsIn, projectIn, workshopOn } from './support/workshop.js';

/** A short row of a wide table is padded: 65,536 cells from 1.5 kB. */
const hostileTable = `|${'a|'.repeat(200)}\n|${'-|'.repeat(200)}\n${'|\n'.repeat(330)}`;

const steps = (count: number, description: string) =>
  Array.from({ length: count }, () => ({ title: 'a', description }));
/** Each renders to 100,008 bytes. */
const ampersands = (count: number) => steps(count, '&'.repeat(20_000));
const tables = (count: number) => steps(count, hostileTable);

// The conformance suite finds the limits of text size; the database is not involved.
describe('the Markdown of projects', () => {
  const workshop = workshopOn();
  const author = () => ({ name: 'a', author_id: workshop.entities.author });

  afterEach(() => void jest.restoreAllMocks());

  it('WRITE-10: a project larger than the limit may stay so, and shrink to the limit', async () => {
    const { service, writer } = workshop;
    const { id } = await writer.make({ description: 'a', steps: [{ title: 'a', description: 'b' }] });
    const data = { description_rendered: 'a'.repeat(renderedLimits.bytes + 100) };
    await service.database.prisma.project.update({ where: { id: asText(id) }, data });
    await writer.change(id, { name: 'b' });
    await writer.change(id, { description: 'a', name: 'c' });
    expect(errorsIn(await writer.patch(id, { steps: ampersands(1) }))).toEqual(['too_large /steps/0/description']);
    await writer.change(id, { steps: [] });
    // A paragraph adds eight bytes to its text.
    const description = 'a'.repeat(renderedLimits.bytes - 20 * 100_008 - 8);
    await writer.change(id, { description, steps: ampersands(20) });
    // A text that the project already has counts again for every step with it.
    expect(errorsIn(await writer.patch(id, { description: null, steps: ampersands(21) }))).toEqual([
      'too_large /steps/20/description',
    ]);
  });

  it('ERR-2, WRITE-10: too much HTML is reported together with other errors, for valid texts alone', async () => {
    const { nothing } = workshop.entities;
    const body = {
      name: '',
      author_id: nothing,
      description: 'a',
      steps: [...steps(1, 'a'.repeat(20_001)), ...tables(2)],
    };
    expect(errorsIn(await workshop.writer.post(body))).toEqual([
      'invalid_value /name',
      'invalid_value /steps/0/description',
      'too_large /steps/2/description',
      'unknown_reference /author_id',
    ]);
  });

  it('ERR-4, WRITE-10: too much HTML is checked after keys and before the id and If-Match', async () => {
    const change = { steps: ampersands(21) };
    const key = { 'idempotency-key': 'large' };
    const { id } = projectIn(await workshop.writer.post(author(), key), 201);
    expectProblem(await workshop.writer.post({ ...author(), ...change }, key), 'idempotency_key_reused');
    expectProblem(await workshop.writer.patch(workshop.entities.nothing, change), 'invalid_request');
    expectProblem(await workshop.writer.patch(id, change, { 'if-match': '"another"' }), 'invalid_request');
  });

  it('WRITE-4: unchanged Markdown is not rendered again', async () => {
    const { id } = await workshop.writer.make({ description: 'a', steps: [{ title: 'b', description: 'b' }] });
    const render = jest.spyOn(MarkdownRenderer.prototype, 'render');
    const step = { title: 'b', description: 'b' };
    for (const [body, sources] of [
      [{ description: 'a', steps: [step], name: 'c' }, []],
      [{ description: 'c', steps: [step] }, ['c']],
      [{ steps: [{ title: 'b', description: 'd' }, step] }, ['d']],
    ] as const) {
      await workshop.writer.change(id, body);
      expect(render.mock.lastCall?.[1]).toEqual(sources);
    }
  });

  it('ERR-3: a crash of the Markdown renderer is 503, and the next request works', async () => {
    const render = jest.spyOn(MarkdownRenderer.prototype, 'render');
    const large = workshop.writer.post({ ...author(), steps: tables(1) });
    await until(() => render.mock.calls.length > 0, large);
    const [renderer] = render.mock.contexts;
    if (renderer instanceof MarkdownRenderer) await renderer.close();
    expectProblem(await large, 'unavailable');
    expect((await large).headers['retry-after']).toBe('1');
    await workshop.writer.make({ description: 'a' });
  });
});

interface Text {
  readonly description: string | null;
  readonly description_rendered: string | null;
}

it('WRITE-4: the HTML of seeded projects is what the service renders, so that other changes keep it', () => {
  const seed = seedTables({ bookings: 1, seed: 1, at: new Date('2026-03-01T10:15:30.123Z'), rare: true });
  const projects = seed.find(({ table }) => table === 'projects');
  const names = ['description', 'description_rendered', 'steps'];
  const places = names.map((name) => projects?.columns.indexOf(name) ?? -1);
  const texts = [...(projects?.rows() ?? [])].flatMap((row) => {
    const [description, description_rendered, steps] = places.map((place) => row[place]);
    return [{ description, description_rendered } as Text, ...(JSON.parse(String(steps)) as Text[])];
  });
  const written = texts.filter(({ description }) => description !== null);
  expect(written.length).toBeGreaterThan(200);
  const sources = written.map(({ description }) => description ?? '');
  const { html } = renderTexts(sources, { bytes: Infinity, blocks: Infinity });
  expect(written.map((text) => text.description_rendered)).toEqual(html);
});
