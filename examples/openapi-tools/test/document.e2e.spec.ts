import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import SwaggerParser from '@apidevtools/swagger-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import { getHttpOperationsFromSpec, type IHttpNameValue } from '@stoplight/prism-http';
import { createClientFromOperations } from '@stoplight/prism-http/dist/client.js';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { runningService } from '../../test/service/service.js';

type Json = Record<string, unknown>;

const { baseUrl, token } = runningService();
const exhaustive = process.env['EXHAUSTIVE'] !== undefined;

const served = await (await fetch(`${baseUrl}/openapi.json`)).text();
/** Another one each time: some tools write into what they read. */
const read = () => JSON.parse(served) as Json & { paths: Record<string, Json> };

describe('the OpenAPI document', () => {
  it('is one by the schemas of OpenAPI 3.1, as two tools have them', async () => {
    expect(await new Validator().validate(read())).toEqual({ valid: true });
    const file = join(await mkdtemp(join(tmpdir(), 'catalogue-document-')), 'openapi.json');
    await writeFile(file, served);
    await SwaggerParser.validate(file);
  });

  it('has neither an error nor a warning by the rules of Spectral', async () => {
    const linter = new spectral.Spectral();
    // The types of the two packages differ; the linter itself checks what it is given.
    const oas: unknown = rulesets.oas;
    linter.setRuleset({ extends: [[oas as RulesetDefinition, 'recommended']] });
    expect((await linter.run(read())).map(({ code, path }) => `${code}: ${path.join('.')}`)).toEqual([]);
    expect(await linter.run({ openapi: '3.1.0', info: { title: 'Nothing' }, paths: {} })).not.toEqual([]);
  });
});

interface Body {
  readonly data: { readonly id: string } | { readonly id: string }[];
  readonly links: { readonly next: string | null };
}

const firstId = ({ data }: Body) => [data].flat()[0]?.id;

/** A request through Prism, which holds it and its answer against a document. */
async function proxy(document: Json) {
  const operations = await getHttpOperationsFromSpec({ ...document, servers: [{ url: baseUrl }] });
  const prism = createClientFromOperations(operations, {
    ...{ isProxy: true, upstream: new URL(baseUrl), upstreamProxy: undefined, baseUrl, mock: { dynamic: false } },
    ...{ checkSecurity: true, validateRequest: true, validateResponse: true, errors: false },
  });
  return async (method: 'get' | 'post' | 'patch', path: string, body?: unknown, headers: IHttpNameValue = {}) => {
    const sent = { method, body, headers: { authorization: `Bearer ${token}`, ...headers } };
    const { status, data, violations } = await prism.request(path, sent);
    const messages = [...violations.input, ...violations.output].map(({ message }) => message);
    return { outcome: [status, ...messages], body: data as Body };
  };
}

describe('Prism between a client and the service', () => {
  const send = proxy(read());
  const json = { 'content-type': 'application/json' };
  const paths = Object.keys(read().paths);

  it.each(paths.filter((path) => !path.includes('{')))('sees nothing wrong on a walk over %s', async (path) => {
    let left = exhaustive ? Infinity : 2;
    let first: string | undefined;
    for (let next: string | null = `${path}?limit=${exhaustive ? 100 : 25}`; next !== null && left > 0; left -= 1) {
      const { outcome, body }: Awaited<ReturnType<Awaited<typeof send>>> = await (await send)('get', next);
      expect([next, ...outcome]).toEqual([next, 200]);
      first ??= firstId(body);
      next = body.links.next?.replace(baseUrl, '') ?? null;
    }
    expect(first).toBeDefined();
    if (!paths.includes(`${path}/{id}`)) return;
    expect((await (await send)('get', `${path}/${first}`)).outcome).toEqual([200]);
  });

  const nobody = '00000000-0000-7000-8000-000000000000';
  it.each([
    [400, 'get', '/api/v1/bookings?cursor=damaged', undefined, {}],
    [401, 'get', '/api/v1/bookings', undefined, { authorization: 'Bearer rct_nobody' }],
    [404, 'get', `/api/v1/bookings/${nobody}`, undefined, {}],
    [304, 'get', '/api/v1/bookings', undefined, { 'if-none-match': '*' }],
    [404, 'patch', `/api/v1/projects/${nobody}`, { name: 'Stool' }, json],
  ] as const)('sees nothing wrong in %i of %s %s', async (status, method, path, body, headers) => {
    expect((await (await send)(method, path, body, headers)).outcome).toEqual([status]);
  });

  it('sees nothing wrong in a project that is created and changed', async () => {
    const members = await (await send)('get', '/api/v1/members?limit=1');
    const stool = { name: 'Folding stool', author_id: firstId(members.body) };
    const created = await (await send)('post', '/api/v1/projects', stool, { ...json, 'idempotency-key': 'prism' });
    expect(created.outcome).toEqual([201]);
    const path = `/api/v1/projects/${firstId(created.body)}`;
    expect((await (await send)('patch', path, { tags: ['oak'] }, json)).outcome).toEqual([200]);
  });

  it('would see a request that the document does not allow, and an answer that it does not describe', async () => {
    expect((await (await send)('get', '/api/v1/bookings?limit=0')).outcome).toHaveLength(2);
    const strict = await proxy(JSON.parse(served.replaceAll('"confirmed",', '')) as Json);
    expect((await strict('get', '/api/v1/bookings?limit=200')).outcome.length).toBeGreaterThan(1);
  });
});
