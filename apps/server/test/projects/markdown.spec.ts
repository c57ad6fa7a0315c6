import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { renderedLimits } from '@resource-catalogue/contracts';
import { MarkdownRenderer } from '@resource-catalogue/markdown';
import { pino } from 'pino';
import { readConfiguration } from '@resource-catalogue/program';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { arrayOf, objectOf, textOf } from '@resource-catalogue/testing/json';
import { dumperOf } from '@resource-catalogue/database/testing/stored';
import { createApp } from '../../src/create-app.js';
import { expectProblem } from '../http/support/problems.js';
import type { Answer } from '../support/service.js';
import { errorsIn, projectIn, projectsPath, workshopOn } from './support/workshop.js';

/** A short row of a wide table is filled up: 65,536 cells of 1.5 kB. */
const hostileTable = `|${'a|'.repeat(200)}\n|${'-|'.repeat(200)}\n${'|\n'.repeat(330)}`;

/** Each becomes 100,008 bytes. */
const ampersands = (steps: number) =>
  Array.from({ length: steps }, () => ({ title: 'a', description: '&'.repeat(20_000) }));
const tables = (many: number) => Array.from({ length: many }, () => ({ title: 'a', description: hostileTable }));

describe.each(databaseKinds)('the Markdown of projects on the %s database', (kind) => {
  const workshop = workshopOn(kind);
  let dump: () => Promise<unknown>;
  const author = () => ({ name: 'a', author_id: workshop.entities.author });

  beforeAll(async () => {
    dump = await dumperOf(workshop.service.database);
  });

  it('WRITE-10: one table of many cells is stored, and of a second one it is said where it goes over', async () => {
    const made = await workshop.writer.make({ steps: tables(1) });
    expect(textOf(objectOf(arrayOf(made['steps'])[0])['description_rendered'])).toMatch(/(<td><\/td>\n){200}/);
    const before = await dump();
    for (const [body, pointer] of [
      [{ steps: tables(2) }, '/steps/1/description'],
      [{ description: hostileTable, steps: tables(1) }, '/steps/0/description'],
      [{ description: hostileTable.repeat(2) }, '/description'],
    ] as const) {
      expect(errorsIn(await workshop.writer.post({ ...author(), ...body }))).toEqual([`too_large ${pointer}`]);
    }
    expect(await dump()).toEqual(before);
  });

  it('WRITE-10: the HTML of a project has just so many bytes, whichever request adds them', async () => {
    const { writer } = workshop;
    // A paragraph has eight bytes besides its text.
    const description = 'a'.repeat(renderedLimits.bytes - 20 * 100_008 - 8);
    const { id } = await writer.make({ description, steps: ampersands(20) });
    const over = { description: `${description}a`, steps: ampersands(20) };
    const refused: [answer: Answer, pointer: string][] = [
      [await writer.patch(id, over), '/steps/19/description'],
      [await writer.patch(id, { description: over.description }), '/description'],
      // A text that the project has takes its place again for every step that has it.
      [await writer.patch(id, { description: null, steps: ampersands(21) }), '/steps/20/description'],
    ];
    for (const [answer, pointer] of refused) expect(errorsIn(answer)).toEqual([`too_large ${pointer}`]);
    await writer.change(id, { description, steps: ampersands(20), name: 'b' });
    await writer.change(id, { description: null, steps: ampersands(20) });
  });

  it('WRITE-10: what became too large before there was a limit may stay so, and shrink', async () => {
    const { service, writer } = workshop;
    const { id } = await writer.make({ description: 'a', steps: [{ title: 'a', description: 'b' }] });
    const data = { description_rendered: 'a'.repeat(renderedLimits.bytes + 100) };
    await service.database.prisma.project.update({ where: { id: textOf(id) }, data });
    await writer.change(id, { name: 'b' });
    await writer.change(id, { description: 'a', name: 'c' });
    expect(errorsIn(await writer.patch(id, { steps: ampersands(1) }))).toEqual(['too_large /steps/0/description']);
    await writer.change(id, { steps: [] });
    await writer.change(id, { description: 'b', steps: ampersands(1) });
  });

  it('ERR-2: is told with every other error, and only of a text that has none', async () => {
    const { nothing } = workshop.entities;
    const steps = [{ title: 'a', description: 'a'.repeat(20_001) }, ...tables(2)];
    expect(errorsIn(await workshop.writer.post({ name: '', author_id: nothing, description: 'a', steps }))).toEqual([
      'invalid_value /name',
      'invalid_value /steps/0/description',
      'too_large /steps/2/description',
      'unknown_reference /author_id',
    ]);
  });

  it('ERR-4: has the place of every other bad body', async () => {
    const change = { steps: ampersands(21) };
    const key = { 'idempotency-key': 'large' };
    const { id } = projectIn(await workshop.writer.post(author(), key), 201);
    expectProblem(await workshop.writer.post({ ...author(), ...change }, key), 'idempotency_key_reused');
    expectProblem(await workshop.writer.patch(workshop.entities.nothing, change), 'invalid_request');
    expectProblem(await workshop.writer.patch(id, change, { 'if-match': '"another"' }), 'invalid_request');
  });

  it('WRITE-4: what a project has already is not rendered again', async () => {
    const { render, request, close } = await instance();
    const { id } = await workshop.writer.make({ description: 'a', steps: [{ title: 'b', description: 'b' }] });
    const added = async (body: object): Promise<unknown> => {
      expect((await request('PATCH', `${projectsPath}/${textOf(id)}`, body)).status).toBe(200);
      return render.mock.lastCall?.[1];
    };
    const step = { title: 'b', description: 'b' };
    expect(await added({ description: 'a', steps: [step], name: 'c' })).toEqual([]);
    expect(await added({ description: 'c', steps: [step] })).toEqual(['c']);
    expect(await added({ steps: [{ title: 'b', description: 'd' }, step] })).toEqual(['d']);
    await close();
  });

  it('answers other requests while it is rendered', async () => {
    const { request, started, done, close } = await instance();
    const large = request('POST', projectsPath, { ...author(), steps: tables(2) });
    await started;
    for (let round = 0; round < 5; round += 1) {
      await request('GET', '/health/live');
      done.push('live');
    }
    await large;
    expect(done).toEqual(['live', 'live', 'live', 'live', 'live', 'rendered']);
    await close();
  });

  it('ERR-3: is 503 when its worker is lost, and the next request works', async () => {
    const { renderer, request, started, close } = await instance();
    const before = await dump();
    const large = request('POST', projectsPath, { ...author(), steps: tables(1) });
    await started;
    await renderer.close();
    expectProblem(await large, 'unavailable');
    expect((await large).headers['retry-after']).toBe('1');
    expect(await dump()).toEqual(before);
    expect((await request('POST', projectsPath, { ...author(), description: 'a' })).status).toBe(201);
    await close();
  });

  /** Another instance on the same database, of which the test sees when it renders. */
  async function instance() {
    const { database, token } = workshop.service;
    const app = await createApp(readConfiguration({ LOG_LEVEL: 'silent' }), database, pino({ level: 'silent' }));
    await app.listen(0, '127.0.0.1');
    const url = await app.getUrl();
    const renderer = app.get(MarkdownRenderer);
    const real = renderer.render.bind(renderer);
    const done: string[] = [];
    const render = jest.spyOn(renderer, 'render');
    const started = new Promise<void>((resolve) => {
      render.mockImplementation((...task) => {
        resolve();
        return real(...task).finally(() => done.push('rendered'));
      });
    });
    const request = async (method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
    };
    return { renderer, render, started, done, request, close: () => app.close() };
  }
});
