import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ProblemCode } from '@resource-catalogue/contracts';
import { databaseKinds } from '@resource-catalogue/database/testing/databases';
import { textOf } from '@resource-catalogue/testing/json';
import { expectProblem } from '../http/support/problems.js';
import { projectsPath, workshopOn } from './support/workshop.js';

/** What makes each check of a write fail. */
interface Wish {
  token?: 'none' | 'bad' | 'spent' | 'poor';
  path?: 'nothing' | 'unknown id' | 'deleted';
  method?: 'PUT';
  accept?: 'text/html';
  type?: 'text/plain';
  size?: 'too much';
  key?: 'used';
  body?: 'bad';
  match?: 'another';
  state?: 'archived';
}

interface Check {
  readonly code: ProblemCode;
  readonly wish: Wish;
}

/** In the order of ERR-4; those with `POST` or `PATCH` are of that method alone. */
const checks: readonly (Check & { readonly only?: 'POST' | 'PATCH' })[] = [
  { code: 'missing_token', wish: { token: 'none' } },
  { code: 'invalid_token', wish: { token: 'bad' } },
  { code: 'rate_limited', wish: { token: 'spent' } },
  { code: 'not_found', wish: { path: 'nothing' } },
  { code: 'method_not_allowed', wish: { method: 'PUT' } },
  { code: 'insufficient_scope', wish: { token: 'poor' } },
  { code: 'not_acceptable', wish: { accept: 'text/html' } },
  { code: 'unsupported_media_type', wish: { type: 'text/plain' } },
  { code: 'payload_too_large', wish: { size: 'too much' } },
  { code: 'idempotency_key_reused', wish: { key: 'used' }, only: 'POST' },
  { code: 'invalid_request', wish: { body: 'bad' } },
  { code: 'not_found', wish: { path: 'unknown id' }, only: 'PATCH' },
  { code: 'precondition_failed', wish: { match: 'another' }, only: 'PATCH' },
  { code: 'conflict', wish: { path: 'deleted' }, only: 'PATCH' },
  { code: 'conflict', wish: { state: 'archived' }, only: 'PATCH' },
];

describe.each(databaseKinds)('the order of checks of a write on the %s database', (kind) => {
  const workshop = workshopOn(kind);
  let tokens: Record<NonNullable<Wish['token']> | 'good', string | false>;
  let ids: { project: string; deleted: string };

  beforeAll(async () => {
    const { service, writer } = workshop;
    const spent = await service.newToken({ quota: { requests: 1, seconds: 3600 } });
    await service.request('/api/v1/spaces', { token: spent.token });
    const poor = await service.newToken({ scopes: ['read'] });
    tokens = { good: service.token, none: false, bad: 'rct_bad', spent: spent.token, poor: poor.token };
    const deleted = textOf((await writer.make())['id']);
    await service.database.prisma.project.update({ where: { id: deleted }, data: { soft_deleted_at: new Date() } });
    ids = { project: textOf((await writer.make())['id']), deleted };
    await writer.post({ name: 'first', author_id: workshop.entities.author }, { 'idempotency-key': 'used' });
  });

  function pathOf(method: string, path: Wish['path']): string {
    if (method === 'POST') return path === 'nothing' ? '/api/v1/nothing' : projectsPath;
    const id = { nothing: ids.project, 'unknown id': workshop.entities.nothing, deleted: ids.deleted }[
      path ?? 'deleted'
    ];
    return `${path === 'nothing' ? '/api/v1/nothing' : projectsPath}/${path ? id : ids.project}`;
  }

  function bodyOf(method: string, { body, size, state }: Wish): string {
    const good = method === 'POST' ? { name: 'a', author_id: workshop.entities.author } : {};
    const text = JSON.stringify({ ...good, ...(state && { publication_state: state }), ...(body && { name: null }) });
    return size ? text.padEnd(1024 * 1024 + 1) : text;
  }

  const ask = (method: 'POST' | 'PATCH', wish: Wish) =>
    workshop.service.request(pathOf(method, wish.path), {
      token: tokens[wish.token ?? 'good'],
      method: wish.method ?? method,
      body: bodyOf(method, wish),
      headers: {
        'content-type': wish.type ?? 'application/json',
        ...(wish.accept && { accept: wish.accept }),
        ...(wish.key && { 'idempotency-key': wish.key }),
        ...(wish.match && { 'if-match': '"another"' }),
      },
    });

  describe.each(['POST', 'PATCH'] as const)('%s', (method) => {
    const own = checks.filter(({ only = method }) => only === method);
    const pairs = own.flatMap((first, index) =>
      own
        .slice(index + 1)
        // One request has one token and one path.
        .filter(({ wish }) => !Object.keys(wish).some((key) => key in first.wish))
        .map((second) => ({ first, second })),
    );

    it.each(own)('ERR-4: $code is answered to $wish', async ({ code, wish }) => {
      expectProblem(await ask(method, wish), code);
    });

    it.each(pairs)('ERR-4: $first.code comes before $second.code ($second.wish)', async ({ first, second }) => {
      const answer = await ask(method, { ...first.wish, ...second.wish });
      expectProblem(answer, first.code);
      // Not found has two places in the order: the sentence says which of them it is.
      if (first.wish.path === 'nothing') expect(answer.text).toContain('nothing at this path');
    });

    it('ERR-4: all of them at once are a missing token', async () => {
      const whole = own.reduceRight<Wish>((others, { wish }) => ({ ...others, ...wish }), {});
      expectProblem(await ask(method, whole), 'missing_token');
    });
  });
});
