import { describe, expect, it } from '@jest/globals';
import { copyDatabase, databaseKinds } from '@resource-catalogue/database/testing/databases';
import { objectOf, textOf } from '@resource-catalogue/testing/json';
import { countOf } from '@resource-catalogue/database/testing/stored';
import { type Process, send, startProcess } from './support/processes.js';
import { workshopOn } from './support/workshop.js';

// Whoever shares a database with others shares nothing else with them: two processes show that nothing else is relied on.
if (databaseKinds.includes('postgres'))
  describe('two processes on one PostgreSQL', () => {
    const workshop = workshopOn('postgres');
    const timeout = 600_000;

    const startBoth = () => Promise.all([startProcess(workshop.service), startProcess(workshop.service)]);

    /** The same number of requests to both, all at once. */
    function toBoth(
      processes: readonly Process[],
      count: number,
      body: unknown,
      headers: Record<string, string> = {},
      id = '',
    ) {
      const sending = Array.from({ length: count }, (_, index) => {
        const process = processes[index % 2];
        if (!process) throw new Error('There must be two processes.');
        const text = JSON.stringify(body).replaceAll('{n}', String(index));
        return send(process, workshop.service.token, text, headers, id);
      });
      return Promise.all(sending);
    }
    const author = () => ({ author_id: workshop.entities.author });
    const dataOf = (text: string) => objectOf(objectOf(JSON.parse(text))['data']);

    it(
      'WRITE-6, WRITE-9: of changes with one tag exactly one succeeds, and both show it at once',
      async () => {
        const processes = await startBoth();
        for (let round = 0; round < 3; round += 1) {
          const made = await workshop.writer.post({ name: 'One tag', ...author() });
          const id = textOf(dataOf(made.text)['id']);
          const headers = { 'if-match': textOf(made.headers['etag']) };
          const answers = await toBoth(processes, 12, { tags: ['by {n}'] }, headers, id);
          expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(11).fill(412)]);
          const winner = answers.find(({ status }) => status === 200);
          for (const { url } of processes) {
            const shown = await fetch(`${url}/api/v1/projects/${id}`, {
              headers: { authorization: `Bearer ${workshop.service.token}` },
            });
            expect([await shown.text(), shown.headers.get('etag')]).toEqual([
              winner?.text,
              winner?.headers.get('etag'),
            ]);
          }
        }
      },
      timeout,
    );

    it(
      'WRITE-7, section 9: of uses of one key one makes the project; of one name each has a slug of its own',
      async () => {
        const processes = await startBoth();
        for (let round = 0; round < 3; round += 1) {
          const body = { name: `One key ${round}`, ...author() };
          const headers = { 'idempotency-key': `key-${round}` };
          const answers = await toBoth(processes, 12, body, headers);
          const made = answers.filter(({ status }) => status === 201);
          const others = answers.filter(({ status }) => status !== 201);
          expect(others.map(({ status }) => status)).toEqual(others.map(() => 409));
          expect(new Set(made.map(({ text }) => text)).size).toBe(1);
          expect(await countOf(workshop.service.database, 'projects WHERE name = $1', [body.name])).toBe(1);
          const again = await toBoth(processes, 6, body, headers);
          expect(again.map(({ status, text }) => [status, text === made[0]?.text])).toEqual(Array(6).fill([201, true]));
        }
        const answers = await toBoth(processes, 20, { name: 'One name', ...author() });
        expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
        const slugs = answers.map(({ text }) => textOf(dataOf(text)['slug']));
        const expected = Array.from({ length: 20 }, (_, index) => (index === 0 ? 'one-name' : `one-name-${index + 1}`));
        expect(slugs.sort()).toEqual(expected.sort());
      },
      timeout,
    );
  });

describe('two processes on one embedded database', () => {
  const workshop = workshopOn('embedded', copyDatabase);

  it('the second is refused, and the first goes on writing', async () => {
    await expect(startProcess(workshop.service)).rejects.toThrow('is in use by process');
    await workshop.writer.make();
  });
});
