import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { textOf } from '@resource-catalogue/testing/json';
import { dumperOf, select } from '@resource-catalogue/database/testing/stored';
import { type SpoiltRequest, spoiltRequests } from './support/spoilt-requests.js';
import { projectsPath, workshopOn } from './support/workshop.js';

const json = { 'content-type': 'application/json' };
const of = 'one';

/** One request for each status, so that none of them is a matter of chance. */
const ofEveryKind: readonly SpoiltRequest[] = [
  { method: 'POST', of, headers: json, body: '{}' },
  { method: 'POST', of, headers: { ...json, authorization: 'Bearer rct_none' }, body: '{}' },
  { method: 'PATCH', of: 'none', headers: json, body: '{}' },
  { method: 'POST', of, headers: { ...json, accept: 'text/html' }, body: '{}' },
  { method: 'PATCH', of: 'a deleted one', headers: json, body: '{"summary":"a"}' },
  { method: 'PATCH', of, headers: { ...json, 'if-match': '"another"' }, body: '{}' },
  { method: 'POST', of, headers: json, body: ' '.repeat(1024 * 1024 + 1) },
  { method: 'POST', of, headers: { 'content-type': 'text/plain' }, body: '{}' },
];

describe('whatever is refused', () => {
  const workshop = workshopOn('embedded');

  it('WRITE-3, ERR-5: leaves every row of every table as it was, and is never a 500', async () => {
    const { service, writer, entities } = workshop;
    const id = textOf((await writer.make({ publication_state: 'draft' }))['id']);
    const deleted = textOf((await writer.make())['id']);
    await service.database.prisma.project.update({ where: { id: deleted }, data: { soft_deleted_at: new Date() } });
    const ids = { one: id, 'a deleted one': deleted, none: entities.nothing, 'no id': 'x' };
    const dump = await dumperOf(service.database);
    const before = await dump();
    // Whatever writes takes the next number of a transaction, also where it takes back what it wrote.
    const nextTransaction = () => select(service.database, 'SELECT pg_snapshot_xmax(pg_current_snapshot())::text');
    let next = await nextTransaction();
    const statuses = new Set<number>();

    await fc.assert(
      fc.asyncProperty(spoiltRequests(entities), async ({ method, of, body, headers }) => {
        const path = method === 'POST' ? projectsPath : `${projectsPath}/${ids[of]}`;
        const answer = await service.request(path, { method, body, headers });
        statuses.add(answer.status);
        expect([answer.text, answer.status >= 400 && answer.status < 500]).toEqual([answer.text, true]);
        const now = await nextTransaction();
        if (!isDeepStrictEqual(now, next)) expect(await dump()).toEqual(before);
        next = now;
      }),
      { numRuns: 200, examples: ofEveryKind.map((example) => [example]) },
    );
    expect([...statuses]).toEqual(expect.arrayContaining([400, 401, 404, 406, 409, 412, 413, 415]));

    // The dump and the number would tell.
    await writer.make();
    expect(await dump()).not.toEqual(before);
    expect(await nextTransaction()).not.toEqual(next);
  });
});
