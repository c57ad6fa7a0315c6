import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask, type Asking, dataOf, idsOf, jsonOf, rows } from '../../test/ask.js';
import {
  change,
  changed,
  countNamed,
  create,
  created,
  goodBody,
  idsIn,
  pathOf,
  post,
  read,
} from '../../test/projects.js';
import { objectsAt, textOf } from '../json.js';
import { type ReferenceServer, startReferenceServer } from '../start.js';

const path = '/api/v1/projects';

describe('writes of the sound server', () => {
  let server: ReferenceServer;
  beforeAll(async () => {
    server = await startReferenceServer({ size: 'rich' });
  });
  afterAll(() => server.close());

  it('WRITE-1, WRITE-9: answers a POST with what a GET shows at once, in every list', async () => {
    const reply = await create(server);
    const project = dataOf(reply);
    const got = await ask(server, pathOf(project));
    expect([reply.status, reply.headers['location']]).toEqual([201, `${server.url}${pathOf(project)}`]);
    expect([got.text, got.headers['etag']]).toEqual([reply.text, reply.headers['etag']]);
    expect(await rows(server, 'projects', 'limit=1')).toEqual([project]);
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it('WRITE-4: moves updated_at with every change, and only then', async () => {
    let project = await created(server);
    for (const summary of ['a', 'b', 'c', 'd']) {
      const after = await changed(server, project, { summary });
      expect(textOf(after['updated_at']) > textOf(project['updated_at'])).toBe(true);
      expect(await changed(server, after, { summary })).toEqual(after);
      project = after;
    }
  });

  it('SHAPE-10: the same references in another order are no change', async () => {
    const ids = (await idsIn(server, 'machines')).slice(0, 3);
    const project = await created(server, { machine_ids: ids });
    expect(await changed(server, project, { machine_ids: [...ids].reverse() })).toEqual(project);
    for (const listed of (await rows(server, 'projects', 'limit=200&filters[soft_deleted][eq]=false')).slice(0, 20)) {
      const sent = idsOf(objectsAt(listed, 'machines')).reverse();
      expect(await changed(server, listed, { machine_ids: sent })).toEqual(listed);
    }
  });

  it('WRITE-5: keeps the first publication, except for drafts', async () => {
    const project = await created(server);
    const first = await changed(server, project, { publication_state: 'published' });
    expect(first['published_at']).not.toBeNull();
    const archived = await changed(server, project, { publication_state: 'archived' });
    const again = await changed(server, project, { publication_state: 'published' });
    expect([archived['published_at'], again['published_at']]).toEqual([first['published_at'], first['published_at']]);
    expect((await changed(server, project, { publication_state: 'draft' }))['published_at']).toBeNull();
    expect((await change(server, project, { publication_state: 'archived' })).status).toBe(409);
  });

  it('WRITE-6: of changes at the same time with the same If-Match one succeeds', async () => {
    const project = await created(server);
    const headers = { 'if-match': (await ask(server, pathOf(project))).headers['etag'] ?? '' };
    const replies = await Promise.all(['a', 'b', 'c'].map((summary) => change(server, project, { summary }, headers)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    const weak = { 'if-match': `W/${replies.find(({ status }) => status === 200)?.headers['etag'] ?? ''}` };
    expect((await change(server, project, {}, weak)).status).toBe(412);
  });

  it('WRITE-7: gives the first answer again, for each token and body by itself', async () => {
    const body = await goodBody(server);
    const headers = { 'idempotency-key': `"${randomUUID()}"` };
    const plain = { 'idempotency-key': headers['idempotency-key'].slice(1, -1) };
    const first = await post(server, body, headers);
    const again = await post(server, body, plain);
    expect([again.status, again.text, again.headers['etag']]).toEqual([201, first.text, first.headers['etag']]);
    expect([first.headers['idempotency-replayed'], again.headers['idempotency-replayed']]).toEqual([undefined, 'true']);
    expect((await post(server, 'no JSON', headers)).status).toBe(422);
    expect(await countNamed(server, textOf(body['name']))).toBe(1);
    expect((await post(server, body, headers, server.tokens.second)).headers['idempotency-replayed']).toBeUndefined();
    const refused = { 'idempotency-key': randomUUID() };
    expect((await post(server, {}, refused)).status).toBe(400);
    expect((await post(server, body, refused)).status).toBe(201);
  });

  it('ERR-4: checks in the order of the contract', async () => {
    const project = await created(server);
    const asked: [number, string, Asking][] = [
      [403, path, { method: 'POST', token: server.tokens.limited, headers: { accept: 'text/html' } }],
      [406, path, { method: 'POST', headers: { accept: 'text/html', 'content-type': 'text/plain' }, body: 'x' }],
      [415, path, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x'.repeat(1024 * 1024 + 1) }],
      [413, path, { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) }],
      [400, `${path}/00000000-0000-7000-8000-000000000000`, { method: 'PATCH', body: { name: null } }],
      [
        404,
        `${path}/00000000-0000-7000-8000-000000000000`,
        { method: 'PATCH', body: {}, headers: { 'if-match': '"a"' } },
      ],
      [
        412,
        pathOf(project),
        { method: 'PATCH', body: { publication_state: 'archived' }, headers: { 'if-match': '"a"' } },
      ],
    ];
    for (const [status, to, asking] of asked) expect((await ask(server, to, asking)).status).toBe(status);
  });

  it('WRITE-3: stores nothing of what is refused', async () => {
    const project = await created(server);
    expect((await change(server, project, { summary: 'half', name: null })).status).toBe(400);
    expect(await read(server, project)).toEqual(project);
    expect(jsonOf(await post(server, { name: 'nobody' }, {}))['errors']).toHaveLength(1);
    expect(await countNamed(server, 'nobody')).toBe(0);
  });

  it('section 9: numbers slugs, within 100 characters', async () => {
    const slugs: string[] = [];
    for (const name of ['Tabouret d’été', 'tabouret d’ETE', '椅子', '折り紙', 's'.repeat(150), 's'.repeat(150)])
      slugs.push(textOf((await created(server, { name }))['slug']));
    const long = 's'.repeat(100);
    expect(slugs).toEqual([
      ...['tabouret-d-ete', 'tabouret-d-ete-2', 'project', 'project-2'],
      long,
      `${long.slice(2)}-2`,
    ]);
  });

  it('WRITE-8: renders Markdown and leaves nothing in it that runs', async () => {
    const description =
      '# A\n\n- b\n\n[c](https://c.example) <script>d()</script><img src=x onerror=e()> [f](javascript:g())';
    const html = textOf((await created(server, { description }))['description_rendered']);
    expect(html).toContain('<h1>A</h1>');
    expect(html).toContain('<a href="https://c.example">c</a>');
    expect(html).not.toMatch(/<script|onerror|href="javascript/);
  });
});
