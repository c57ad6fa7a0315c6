import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import SwaggerParser from '@apidevtools/swagger-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { type Answered, type Proxy, proxyTo } from './prism.js';
import { runningService, servedDocument } from '../../test/service/service.js';

type Json = Record<string, unknown>;

const exhaustive = process.env['EXHAUSTIVE'] !== undefined;

const served = await servedDocument();
/** Another one each time: some tools write into what they read. */
const read = () => JSON.parse(served) as Json & { paths: Record<string, Json> };

describe('the OpenAPI document', () => {
  it('is one by the schemas of OpenAPI 3.1, as two tools have them', async () => {
    expect(await new Validator().validate(read())).toEqual({ valid: true });
    const file = join(await mkdtemp(join(tmpdir(), 'catalogue-document-')), 'openapi.json');
    await writeFile(file, served);
    await SwaggerParser.validate(file);
    const spoilt = { ...read(), openapi: 3.1 };
    expect((await new Validator().validate(spoilt)).valid).toBe(false);
  });

  it('has neither an error nor a warning by the rules of Spectral', async () => {
    const linter = new spectral.Spectral();
    // The types of the two packages differ; the linter itself checks what it is given.
    const oas: unknown = rulesets.oas;
    linter.setRuleset({ extends: [[oas as RulesetDefinition, 'recommended']] });
    const told = async (document: Json) =>
      (await linter.run(document)).map(({ code, path }) => `${code}: ${path.join('.')}`);
    expect(await told(read())).toEqual([]);
    expect(await told({ openapi: '3.1.0', info: { title: 'Nothing' }, paths: {} })).toContain('oas3-schema: info');
  });
});

describe('Prism between a client and the service', () => {
  const { baseUrl, token } = runningService();
  let proxy: Proxy;
  beforeAll(async () => {
    proxy = await proxyTo(baseUrl, token, read());
  });

  /** The rows of a list, page after page; in the main run those of two. */
  async function walk(path: string): Promise<{ id: string }[]> {
    const rows: { id: string }[] = [];
    let left = exhaustive ? Infinity : 2;
    for (let next: string | null = `${path}?limit=${exhaustive ? 100 : 25}`; next !== null && left > 0; left -= 1) {
      const answer: Answered = await proxy.send('get', next.replace(baseUrl, ''));
      expect([next, answer.status, answer.violations]).toEqual([next, 200, []]);
      const page = answer.body as { data: { id: string }[]; links: { next: string | null } };
      rows.push(...page.data);
      next = page.links.next;
    }
    return rows;
  }

  const paths = Object.keys(read().paths);

  it.each(paths.filter((path) => !path.includes('{')))('sees nothing wrong on a walk over %s', async (path) => {
    const [first] = await walk(path);
    if (!first) throw new Error('The list is empty.');
    if (!paths.includes(`${path}/{id}`)) return;
    const one = await proxy.send('get', `${path}/${first.id}`);
    expect([one.status, one.violations]).toEqual([200, []]);
  });

  it('sees nothing wrong in problems, and in what has not changed', async () => {
    const nobody = '00000000-0000-7000-8000-000000000000';
    const answers = [
      [400, await proxy.send('get', '/api/v1/bookings?cursor=damaged')],
      [401, await proxy.send('get', '/api/v1/bookings', undefined, { authorization: 'Bearer rct_nobody' })],
      [404, await proxy.send('get', `/api/v1/bookings/${nobody}`)],
      [304, await proxy.send('get', '/api/v1/bookings', undefined, { 'if-none-match': '*' })],
      [404, await proxy.send('patch', `/api/v1/projects/${nobody}`, { name: 'Stool' }, json)],
    ] as const;
    for (const [status, answer] of answers) expect([answer.status, answer.violations]).toEqual([status, []]);
  });

  const json = { 'content-type': 'application/json' };

  it('sees nothing wrong in a project that is created and changed', async () => {
    const [member] = await walk('/api/v1/members');
    const stool = { name: 'Folding stool', author_id: member?.id };
    const created = await proxy.send('post', '/api/v1/projects', stool, { ...json, 'idempotency-key': 'prism' });
    expect([created.status, created.violations]).toEqual([201, []]);
    const { data } = created.body as { data: { id: string } };
    const changed = await proxy.send('patch', `/api/v1/projects/${data.id}`, { tags: ['oak'] }, json);
    expect([changed.status, changed.violations]).toEqual([200, []]);
  });

  it('would see what is wrong: a request that the document does not allow, an answer that it does not describe', async () => {
    expect((await proxy.send('get', '/api/v1/bookings?limit=0')).violations).toHaveLength(1);
    const spoilt = served.replaceAll('"confirmed",', '');
    const strict = await proxyTo(baseUrl, token, JSON.parse(spoilt) as object);
    expect((await strict.send('get', '/api/v1/bookings?limit=200')).violations).not.toEqual([]);
  });
});
